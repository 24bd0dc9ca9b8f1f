import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shown in place of an empty list: why it is empty and, in `children`, the next step. */
export function Empty({ icon: Icon, title, children }: { icon: LucideIcon; title: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-lg border border-dashed px-6 py-9 text-center">
      <Icon aria-hidden className="size-7 text-muted-foreground" />
      <p className="font-medium text-balance">{title}</p>
      {children !== undefined && (
        <div className="flex max-w-prose flex-col items-center gap-3 text-sm text-pretty text-muted-foreground">{children}</div>
      )}
    </div>
  )
}
