import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** A placeholder for loading content, in its final size. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="skeleton"
      aria-hidden
      className={cn('animate-pulse rounded-md bg-secondary forced-colors:border', className)}
      {...props}
    />
  )
}
