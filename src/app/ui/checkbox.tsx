import { Check } from 'lucide-react'
import { Checkbox as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export function Checkbox({ className, ...props }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      data-slot="checkbox"
      className={cn(
        'size-4.5 shrink-0 rounded-sm border border-input bg-card shadow-card disabled:opacity-55 aria-invalid:border-destructive',
        'data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-primary-foreground',
        className,
      )}
      {...props}
    >
      <Primitive.Indicator data-slot="checkbox-indicator" className="flex items-center justify-center">
        <Check aria-hidden className="size-3.5" />
      </Primitive.Indicator>
    </Primitive.Root>
  )
}
