import { Progress as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

/** `value` is 0 to 100, or null while unknown. Needs an `aria-label`. */
export function Progress({ className, value, ...props }: ComponentProps<typeof Primitive.Root>) {
  const isKnown = typeof value === 'number'
  return (
    <Primitive.Root
      data-slot="progress"
      className={cn('relative h-2.5 w-full overflow-hidden rounded-full bg-secondary', className)}
      value={value ?? null}
      {...props}
    >
      <Primitive.Indicator
        data-slot="progress-indicator"
        className={cn('h-full w-full origin-left rounded-full bg-primary', !isKnown && 'animate-pulse opacity-60')}
        style={isKnown ? { transform: `translateX(${value - 100}%)` } : undefined}
      />
    </Primitive.Root>
  )
}
