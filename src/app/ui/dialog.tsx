import { Dialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { ClosingCross, Scrim, surface } from './dialogSurface.tsx'
import { useFocusReturn } from './useFocusReturn.ts'

export const Dialog = Primitive.Root

type DialogContentProps = ComponentProps<typeof Primitive.Content> & {
  /** The label of the close button; without it there is none, and Escape and clicks outside do nothing. */
  closeLabel?: string | undefined
}

export function DialogContent({ className, children, closeLabel, ...props }: DialogContentProps) {
  const focusReturn = useFocusReturn()
  const stay = closeLabel === undefined ? { onEscapeKeyDown: prevent, onInteractOutside: prevent } : {}
  return (
    <Primitive.Portal>
      <Scrim />
      <Primitive.Content className={cn(surface, 'sm:max-w-lg', className)} {...stay} {...focusReturn} {...props}>
        {children}
        {closeLabel !== undefined && <ClosingCross label={closeLabel} />}
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
