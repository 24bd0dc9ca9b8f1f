import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export function Label({ className, htmlFor, children, ...props }: ComponentProps<'label'>) {
  return (
    <label htmlFor={htmlFor} className={cn('flex items-center gap-2 text-sm leading-none font-medium select-none', className)} {...props}>
      {children}
    </label>
  )
}
