import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A plain label: all that Radix's adds is no text selection on a double click, which `select-none` does too. */
export function Label({ className, htmlFor, children, ...props }: ComponentProps<'label'>) {
  return (
    <label
      data-slot="label"
      htmlFor={htmlFor}
      className={cn('flex items-center gap-2 text-sm leading-none font-medium select-none', className)}
      {...props}
    >
      {children}
    </label>
  )
}
