/** Whether release keys have signed a release as it is, and with which one. */
import { Trans, useLingui } from '@lingui/react/macro'
import { PenLine, ShieldAlert, ShieldCheck, ShieldOff } from 'lucide-react'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { formatDate } from '../../../i18n/formatDate.ts'
import { cn } from '../../../ui/cn.ts'

const looks = {
  none: { Icon: ShieldOff, colour: 'text-muted-foreground' },
  signed: { Icon: ShieldCheck, colour: 'text-success' },
  due: { Icon: PenLine, colour: 'text-muted-foreground' },
  missing: { Icon: ShieldAlert, colour: 'text-warning' },
} as const

export function Signature({ release: { state, signature } }: { release: Pick<ShownRelease, 'state' | 'signature'> }) {
  const signatureText = useSignatureText()
  if (state === 'withdrawn') return null
  const { Icon, colour } = looks[lookOf(state, signature)]
  return (
    <p className="flex gap-2 text-sm text-pretty">
      <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', colour)} />
      <span className={cn(signature === null && 'text-muted-foreground')}>{signatureText(signature)}</span>
    </p>
  )
}

/** A draft is not signed yet; what is offered should be. */
function lookOf(state: ShownRelease['state'], signature: ShownRelease['signature']): keyof typeof looks {
  if (signature === null) return 'none'
  if (signature.isCurrent) return 'signed'
  return state === 'draft' ? 'due' : 'missing'
}

function useSignatureText(): (signature: ShownRelease['signature']) => React.ReactNode {
  const { t } = useLingui()
  return (signature) => {
    if (signature === null) return <Trans>Nothing is signed: this portal was built without keys of the maker.</Trans>
    const { keys, signedAt, isCurrent } = signature
    const names = keys.map((key) => t`“${key}”`).join(', ')
    if (signedAt === null) return <Trans>Not signed yet: a release key has to sign it before it can be offered.</Trans>
    const date = formatDate(signedAt)
    if (!isCurrent) return <Trans>Changed since it was signed on {date}: it has to be signed again.</Trans>
    return (
      <Trans>
        Signed by {names} on {date}.
      </Trans>
    )
  }
}
