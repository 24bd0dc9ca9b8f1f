import { isSecurityEventKind, type SecurityEventKind } from '../../../contract/securityLog.ts'
import { Badge } from '../../ui/badge.tsx'
import { useSecurityWords } from './useSecurityWords.ts'

/** The events that administrators look for first. */
const alarming: ReadonlySet<SecurityEventKind> = new Set(['signInRefused', 'accessRefused', 'locked', 'tokenReused'])
const ordinary: ReadonlySet<SecurityEventKind> = new Set(['signIn', 'signOut'])

export function EventBadge({ kind }: { kind: string }) {
  const { kinds, otherKind } = useSecurityWords()
  if (!isSecurityEventKind(kind)) return <Badge variant="outline">{otherKind}</Badge>
  return <Badge variant={alarming.has(kind) ? 'destructive' : ordinary.has(kind) ? 'outline' : 'secondary'}>{kinds[kind]}</Badge>
}
