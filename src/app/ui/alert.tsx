import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

const alertVariants = cva(
  [
    'grid grid-cols-[0_1fr] items-start gap-y-1 rounded-lg border px-4 py-3 text-sm has-[>svg]:grid-cols-[1.125rem_1fr] has-[>svg]:gap-x-3',
    '[&>svg]:size-4.5 [&>svg]:translate-y-0.5',
  ],
  {
    variants: {
      variant: {
        default: 'bg-card text-card-foreground',
        destructive: 'border-destructive/35 bg-destructive/6 [&>svg]:text-destructive',
        warning: 'border-warning/40 bg-warning/8 [&>svg]:text-warning',
        success: 'border-success/35 bg-success/7 [&>svg]:text-success',
      },
    },
    defaultVariants: { variant: 'default' },
  },
)

/** Set `role="alert"` if it appears in response to a user's action, not if it is there from the start. */
export function Alert({ className, variant, ...props }: ComponentProps<'div'> & VariantProps<typeof alertVariants>) {
  return <div data-slot="alert" className={cn(alertVariants({ variant }), className)} {...props} />
}

export function AlertTitle({ className, ...props }: ComponentProps<'p'>) {
  return <p data-slot="alert-title" className={cn('col-start-2 font-semibold', className)} {...props} />
}

export function AlertDescription({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="alert-description" className={cn('col-start-2 flex flex-col gap-2 text-pretty', className)} {...props} />
}

/** Buttons below the text, inside the description. */
export function AlertActions({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="alert-actions" className={cn('mt-1 flex flex-wrap gap-2', className)} {...props} />
}
