/** A dialog that asks before something is done; focus begins on Cancel. As in `dialog.tsx`, a plain scrim stands for Radix's overlay. */
import { AlertDialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { buttonVariants } from './button.tsx'
import { cn } from './cn.ts'
import { useFocusReturn } from './useFocusReturn.ts'

export const AlertDialog = Primitive.Root
export const AlertDialogTrigger = Primitive.Trigger

export function AlertDialogContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  const focusReturn = useFocusReturn()
  return (
    <Primitive.Portal>
      <div className="fixed inset-0 z-50 animate-appear overflow-hidden overscroll-contain bg-scrim" />
      <Primitive.Content
        className={cn(
          'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full flex-col gap-5 overflow-y-auto rounded-t-xl border bg-popover p-6',
          'text-popover-foreground shadow-high outline-none data-[state=open]:animate-rise',
          'sm:top-1/2 sm:bottom-auto sm:max-w-md sm:-translate-y-1/2 sm:rounded-xl',
          className,
        )}
        {...focusReturn}
        {...props}
      />
    </Primitive.Portal>
  )
}

export function AlertDialogTitle({ className, ...props }: ComponentProps<typeof Primitive.Title>) {
  return <Primitive.Title className={cn('text-lg leading-snug font-semibold text-balance', className)} {...props} />
}

export function AlertDialogDescription({ className, ...props }: ComponentProps<typeof Primitive.Description>) {
  return <Primitive.Description className={cn('mt-1.5 text-sm text-pretty text-muted-foreground', className)} {...props} />
}

export function AlertDialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-col-reverse gap-2 sm:flex-row sm:justify-end', className)} {...props} />
}

export function AlertDialogCancel({ className, ...props }: ComponentProps<typeof Primitive.Cancel>) {
  return <Primitive.Cancel className={cn(buttonVariants({ variant: 'outline' }), className)} {...props} />
}

export function AlertDialogAction({ className, ...props }: ComponentProps<typeof Primitive.Action>) {
  return <Primitive.Action className={cn(buttonVariants({ variant: 'destructive' }), className)} {...props} />
}
