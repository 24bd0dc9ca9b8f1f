import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      data-slot="input"
      className={cn(
        'h-10 w-full min-w-0 rounded-md border border-input bg-card px-3 text-sm text-card-foreground shadow-card',
        'placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-destructive',
        'file:mr-3 file:h-full file:border-0 file:bg-transparent file:text-sm file:font-medium',
        className,
      )}
      {...props}
    />
  )
}
