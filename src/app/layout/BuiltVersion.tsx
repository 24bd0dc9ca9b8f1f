import { Trans } from '@lingui/react/macro'
import { cn } from '../ui/cn.ts'

/** What support asks for first: at the foot of every page. */
export function BuiltVersion({ className }: { className?: string }) {
  return (
    <p className={cn('text-xs text-muted-foreground', className)}>
      <Trans>Version {builtVersion}</Trans>
    </p>
  )
}
