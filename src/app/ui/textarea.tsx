import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      data-slot="textarea"
      className={cn(
        'min-h-32 w-full rounded-md border border-input bg-card px-3 py-2 text-sm text-card-foreground shadow-card',
        'placeholder:text-muted-foreground disabled:opacity-55 aria-invalid:border-destructive',
        className,
      )}
      {...props}
    />
  )
}
