/**
 * Shared by all dialogs. Differs from shadcn's: Radix's Overlay adds a style tag that stops the page from scrolling, which our CSP blocks.
 * This overlay covers the page and contains scrolling instead.
 */
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { cn } from './cn.ts'

/** Below a dialog's content, which has z-50, unless `className` says where. */
export function DialogOverlay({ className = 'z-40' }: { className?: string }) {
  return (
    <div data-slot="dialog-overlay" className={cn('fixed inset-0 animate-appear overflow-hidden overscroll-contain bg-scrim', className)} />
  )
}

/** At the bottom on a phone, else centred. */
export const dialogSurface = cn(
  'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col gap-5 overflow-y-auto overscroll-contain rounded-t-xl border bg-popover p-6',
  'text-popover-foreground shadow-high outline-none data-[state=open]:animate-rise',
  'sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2 sm:rounded-xl',
)

export function DialogClose({ label }: { label: string }) {
  return (
    <Dialog.Close
      data-slot="dialog-close"
      aria-label={label}
      className="absolute top-4 right-4 rounded-sm p-1 text-muted-foreground hover:bg-accent hover:text-accent-foreground"
    >
      <X aria-hidden className="size-5" />
    </Dialog.Close>
  )
}
