/** Parts of lists that are searched by typing (cmdk), in a popover or a dialog. */
import { Command } from 'cmdk'
import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'

export const commandItem =
  'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground'

export function CommandInput({
  label,
  ...props
}: Omit<ComponentProps<typeof Command.Input>, 'className' | 'placeholder'> & { label: string }) {
  return (
    <div data-slot="command-input-wrapper" className="flex items-center gap-2 border-b px-3">
      <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      <Command.Input
        data-slot="command-input"
        aria-label={label}
        placeholder={label}
        className="h-10 w-full bg-transparent text-sm outline-none placeholder:text-muted-foreground"
        {...props}
      />
    </div>
  )
}
