/** A dialog that asks before something is done; focus begins on Cancel. */
import { AlertDialog as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { buttonVariants } from './button.tsx'
import { cn } from './cn.ts'
import { Scrim, surface } from './dialogSurface.tsx'
import { useFocusReturn } from './useFocusReturn.ts'

export const AlertDialog = Primitive.Root

export function AlertDialogContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  const focusReturn = useFocusReturn()
  return (
    <Primitive.Portal>
      {/* Above a dialog that opened it. */}
      <Scrim className="z-50" />
      <Primitive.Content className={cn(surface, 'sm:max-w-md', className)} {...focusReturn} {...props} />
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

type ActionProps = ComponentProps<typeof Primitive.Action> & { variant?: 'destructive' | 'default' }

export function AlertDialogAction({ className, variant = 'destructive', ...props }: ActionProps) {
  return <Primitive.Action className={cn(buttonVariants({ variant }), className)} {...props} />
}
