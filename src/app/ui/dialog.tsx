/**
 * Radix's dialog without its Overlay: that part adds a style tag to stop the page from scrolling, which our CSP refuses.
 * A plain scrim lies behind, which keeps what is scrolled over it to itself.
 */
import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useFocusReturn } from './useFocusReturn.ts'

export const Dialog = Primitive.Root
export const DialogTrigger = Primitive.Trigger
export const DialogClose = Primitive.Close

type DialogContentProps = ComponentProps<typeof Primitive.Content> & {
  /** Label of the closing cross; without it there is none, and Escape and a press outside do nothing. */
  closeLabel?: string | undefined
}

export function DialogContent({ className, children, closeLabel, ...props }: DialogContentProps) {
  const focusReturn = useFocusReturn()
  const stay = closeLabel === undefined ? { onEscapeKeyDown: prevent, onInteractOutside: prevent } : {}
  return (
    <Primitive.Portal>
      <div className="fixed inset-0 z-40 animate-appear overflow-hidden overscroll-contain bg-scrim" />
      <Primitive.Content
        className={cn(
          'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col gap-5 overflow-y-auto overscroll-contain rounded-t-xl border bg-popover p-6',
          'text-popover-foreground shadow-high outline-none data-[state=open]:animate-rise',
          'sm:top-1/2 sm:bottom-auto sm:max-w-lg sm:-translate-y-1/2 sm:rounded-xl',
          className,
        )}
        {...stay}
        {...focusReturn}
        {...props}
      >
        {children}
        {closeLabel !== undefined && (
          <Primitive.Close
            aria-label={closeLabel}
            className="absolute top-4 right-4 rounded-sm p-1 text-muted-foreground hover:bg-accent hover:text-accent-foreground"
          >
            <X aria-hidden className="size-5" />
          </Primitive.Close>
        )}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

function prevent(event: Event): void {
  event.preventDefault()
}

export function DialogHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-col gap-1.5 pr-8', className)} {...props} />
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof Primitive.Title>) {
  return <Primitive.Title className={cn('text-lg leading-snug font-semibold', className)} {...props} />
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof Primitive.Description>) {
  return <Primitive.Description className={cn('text-sm text-muted-foreground', className)} {...props} />
}

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-col-reverse gap-2 sm:flex-row sm:justify-end', className)} {...props} />
}
