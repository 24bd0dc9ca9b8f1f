/** A dialog that asks for confirmation; Cancel has the focus first. Differs from shadcn's by its own overlay (dialog-surface.tsx). */
import { AlertDialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { buttonVariants } from './button.tsx'
import { cn } from './cn.ts'
import { DialogOverlay, dialogSurface } from './dialog-surface.tsx'
import { useFocusReturn } from './use-focus-return.ts'

export const AlertDialog = Primitive.Root

export function AlertDialogContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  const focusReturn = useFocusReturn()
  return (
    <Primitive.Portal>
      {/* Above a dialog that opened it. */}
      <DialogOverlay className="z-50" />
      <Primitive.Content
        data-slot="alert-dialog-content"
        // Radix only hides the page behind it; this says why.
        aria-modal
        className={cn(dialogSurface, 'sm:max-w-md', className)}
        {...focusReturn}
        {...props}
      />
    </Primitive.Portal>
  )
}

export function AlertDialogHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="alert-dialog-header" className={cn('flex flex-col gap-1.5', className)} {...props} />
}

export function AlertDialogTitle({ className, ...props }: ComponentProps<typeof Primitive.Title>) {
  return (
    <Primitive.Title
      data-slot="alert-dialog-title"
      className={cn('text-lg leading-snug font-semibold text-balance', className)}
      {...props}
    />
  )
}

export function AlertDialogDescription({ className, ...props }: ComponentProps<typeof Primitive.Description>) {
  return (
    <Primitive.Description
      data-slot="alert-dialog-description"
      className={cn('text-sm text-pretty text-muted-foreground', className)}
      {...props}
    />
  )
}

export function AlertDialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="alert-dialog-footer"
      className={cn('flex flex-col-reverse gap-2 sm:flex-row sm:flex-wrap sm:justify-end', className)}
      {...props}
    />
  )
}

export function AlertDialogCancel({ className, ...props }: ComponentProps<typeof Primitive.Cancel>) {
  return <Primitive.Cancel data-slot="alert-dialog-cancel" className={cn(buttonVariants({ variant: 'outline' }), className)} {...props} />
}

type ActionProps = ComponentProps<typeof Primitive.Action> & { variant?: 'destructive' | 'default' }

export function AlertDialogAction({ className, variant = 'destructive', ...props }: ActionProps) {
  return <Primitive.Action data-slot="alert-dialog-action" className={cn(buttonVariants({ variant }), className)} {...props} />
}
