import { Tooltip as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

/** Says in words what `children`, one control with a name of its own, does. Never the only place of something that must be known. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <TooltipContent>{text}</TooltipContent>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}

function TooltipContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Content
      sideOffset={6}
      collisionPadding={8}
      className={cn(
        'z-50 max-w-72 animate-appear rounded-md bg-foreground px-2.5 py-1.5 text-xs text-pretty text-background shadow-high',
        className,
      )}
      {...props}
    />
  )
}
