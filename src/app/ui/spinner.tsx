import { LoaderCircle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** Turns while something short is under way. Says nothing to a screen reader: what it stands beside does. */
export function Spinner({ className, ...props }: ComponentProps<'svg'>) {
  return <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} {...props} />
}
