import { useLingui } from '@lingui/react/macro'
import { Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'

/** A line about the companion app, above the screen. */
export function AppBanner({ children, action }: { children: ReactNode; action?: ReactNode }) {
  const { t } = useLingui()
  return (
    <aside
      aria-label={t`Free trial`}
      className="flex items-start justify-center gap-3 border-b bg-accent/60 px-4 py-2 text-sm text-accent-foreground"
    >
      <Sparkles aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="text-pretty">{children}</p>
      {action}
    </aside>
  )
}
