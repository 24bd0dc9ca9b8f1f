/**
 * What the dialogs share. Radix's own Overlay adds a style tag to stop the page from scrolling, which our CSP refuses: a plain scrim lies
 * behind instead, which keeps what is scrolled over it to itself.
 */
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { cn } from './cn.ts'

/** Under a dialog's content, which is at z-50. */
export function Scrim({ className }: { className?: string }) {
  return <div className={cn('fixed inset-0 z-40 animate-appear overflow-hidden overscroll-contain bg-scrim', className)} />
}

/** From below on a phone, else in the middle. */
export const surface = cn(
  'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col gap-5 overflow-y-auto overscroll-contain rounded-t-xl border bg-popover p-6',
  'text-popover-foreground shadow-high outline-none data-[state=open]:animate-rise',
  'sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2 sm:rounded-xl',
)

export function ClosingCross({ label }: { label: string }) {
  return (
    <Dialog.Close
      aria-label={label}
      className="absolute top-4 right-4 rounded-sm p-1 text-muted-foreground hover:bg-accent hover:text-accent-foreground"
    >
      <X aria-hidden className="size-5" />
    </Dialog.Close>
  )
}
