import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { DialogClose, DialogOverlay, dialogSurface } from './dialog-surface.tsx'
import { useFocusReturn } from './use-focus-return.ts'

export const Dialog = Primitive.Root

type DialogContentProps = Omit<ComponentProps<typeof Primitive.Content>, 'className'> & {
  /** The label of the close button; without it there is none, and Escape and clicks outside do nothing. */
  closeLabel?: string | undefined
  /** The width on all but a phone. */
  width?: 'sm:max-w-lg' | 'sm:max-w-xl' | 'sm:max-w-2xl' | undefined
  /** Called once the dialog is gone and has given the focus back. */
  onClosed?: (() => void) | undefined
}

export function DialogContent({ width = 'sm:max-w-lg', children, closeLabel, onClosed, ...props }: DialogContentProps) {
  const focusReturn = useFocusReturn()
  const stay = closeLabel === undefined ? { onEscapeKeyDown: prevent, onInteractOutside: prevent } : {}
  return (
    <Primitive.Portal>
      <DialogOverlay />
      <Primitive.Content
        data-slot="dialog-content"
        className={cn(dialogSurface, width)}
        {...stay}
        {...focusReturn}
        onCloseAutoFocus={(event) => {
          focusReturn.onCloseAutoFocus(event)
          onClosed?.()
        }}
        {...props}
      >
        {children}
        {closeLabel !== undefined && <DialogClose label={closeLabel} />}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

function prevent(event: Event): void {
  event.preventDefault()
}

export function DialogHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="dialog-header" className={cn('flex flex-col gap-1.5 pr-8', className)} {...props} />
}

export function DialogTitle({ className, ...props }: ComponentProps<typeof Primitive.Title>) {
  return <Primitive.Title data-slot="dialog-title" className={cn('text-lg leading-snug font-semibold', className)} {...props} />
}

export function DialogDescription({ className, ...props }: ComponentProps<typeof Primitive.Description>) {
  return <Primitive.Description data-slot="dialog-description" className={cn('text-sm text-muted-foreground', className)} {...props} />
}

export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn('flex flex-col-reverse gap-2 sm:flex-row sm:flex-wrap sm:justify-end', className)}
      {...props}
    />
  )
}
