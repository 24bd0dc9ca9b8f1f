/**
 * Differs from shadcn's: never modal, because Radix's modal menu adds a style tag that stops the page from scrolling, which our CSP blocks.
 */
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export function DropdownMenu(props: Omit<ComponentProps<typeof Primitive.Root>, 'modal'>) {
  return <Primitive.Root modal={false} {...props} />
}

export const DropdownMenuTrigger = Primitive.Trigger

/** Without a portal, so that the menu stays in the landmark of its trigger. */
export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Content
      data-slot="dropdown-menu-content"
      align="end"
      sideOffset={6}
      collisionPadding={8}
      className={cn(
        'z-40 min-w-56 max-w-[92vw] animate-appear rounded-md border bg-popover p-1 text-sm text-popover-foreground shadow-high outline-none',
        className,
      )}
      {...props}
    />
  )
}

export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      data-slot="dropdown-menu-item"
      className={cn(
        'flex cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-2 outline-none select-none [&>svg]:size-4 [&>svg]:text-muted-foreground',
        'data-highlighted:bg-accent data-highlighted:text-accent-foreground',
        className,
      )}
      {...props}
    />
  )
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Primitive.Label>) {
  return (
    <Primitive.Label data-slot="dropdown-menu-label" className={cn('truncate px-2.5 py-2 text-muted-foreground', className)} {...props} />
  )
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator data-slot="dropdown-menu-separator" className="-mx-1 my-1 h-px bg-border" />
}
