import { Popover as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export const Popover = Primitive.Root
export const PopoverTrigger = Primitive.Trigger
export const PopoverAnchor = Primitive.Anchor

/** Above dialogs: their fields may open one. Scrolls where the window is too low for it. */
export function PopoverContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="popover-content"
        sideOffset={4}
        collisionPadding={8}
        className={cn(
          'z-60 max-h-(--radix-popover-content-available-height) animate-appear overflow-y-auto rounded-md border bg-popover text-popover-foreground shadow-high outline-none',
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  )
}
