/** Shared by the selects with a search: Radix's popover with cmdk's list, in one part instead of shadcn's popover and command. */
import { Command } from 'cmdk'
import { Check, ChevronsUpDown, Search } from 'lucide-react'
import { type ComponentProps, type Ref, useId, useState } from 'react'
import { cn } from './cn.ts'
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx'
import { rankLabel } from './rank-label.ts'

export type SearchOption = {
  readonly value: string
  readonly label: string
  /** Beside the label; included in the search. */
  readonly detail?: string
}

/** The props of the field. */
export type SearchSelectLook = Pick<
  ComponentProps<'button'>,
  'id' | 'onBlur' | 'disabled' | 'className' | 'aria-invalid' | 'aria-describedby'
> & {
  ref?: Ref<HTMLButtonElement>
  name: string
  /** For screen readers, if there is no visible label. */
  'aria-label'?: string
  options: readonly SearchOption[]
  placeholder: string
  searchLabel: string
  emptyText: string
}

type SearchSelectProps = SearchSelectLook & {
  /** The button's text; '' for the placeholder. */
  shown: string
  isChosen: (option: SearchOption) => boolean
  onSelect: (option: SearchOption, close: () => void) => void
  /** For a search on the server: the typed text, and '' once the list is closed. */
  onSearch?: ((typed: string) => void) | undefined
}

export function SearchSelect({
  options,
  placeholder,
  searchLabel,
  emptyText,
  shown,
  isChosen,
  onSelect,
  onSearch,
  className,
  ...button
}: SearchSelectProps) {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  function open(isNowOpen: boolean) {
    setIsOpen(isNowOpen)
    if (!isNowOpen) onSearch?.('')
  }
  return (
    <Popover open={isOpen} onOpenChange={open}>
      <PopoverTrigger asChild>
        <button
          type="button"
          data-slot="combobox-trigger"
          // The WAI-ARIA combobox pattern: a native select cannot be searched.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
          role="combobox"
          aria-controls={isOpen ? listId : undefined}
          aria-expanded={isOpen}
          className={cn(
            'flex h-10 w-full min-w-0 items-center justify-between gap-2 rounded-md border border-input bg-card px-3 text-left text-sm text-card-foreground',
            'shadow-card disabled:opacity-55 aria-invalid:border-destructive',
            className,
          )}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            open(true)
          }}
          {...button}
        >
          <span className={cn('truncate', shown === '' && 'text-muted-foreground')}>{shown === '' ? placeholder : shown}</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        id={listId}
        aria-label={searchLabel}
        align="start"
        className="w-(--radix-popover-trigger-width) min-w-72 overflow-hidden!"
      >
        <Command
          data-slot="command"
          loop
          label={searchLabel}
          defaultValue={options.find(isChosen)?.value ?? ''}
          shouldFilter={onSearch === undefined}
          filter={(_, search, texts = []) => Math.max(...texts.map((text) => rankLabel(text, search)))}
        >
          <CommandInput label={searchLabel} {...(onSearch && { onValueChange: onSearch })} />
          <Command.List data-slot="command-list" label={searchLabel} className="max-h-64 overflow-y-auto overscroll-contain p-1">
            <Command.Empty data-slot="command-empty" className="px-3 py-6 text-center text-sm text-muted-foreground">
              {emptyText}
            </Command.Empty>
            {options.map((option) => (
              <Command.Item
                data-slot="command-item"
                key={option.value}
                value={option.value}
                keywords={[option.label, option.detail ?? '']}
                onSelect={() => onSelect(option, () => open(false))}
                className={commandItem}
              >
                <Check aria-hidden className={cn('size-4 shrink-0', !isChosen(option) && 'invisible')} />
                <span className="flex-1">{option.label}</span>
                {option.detail !== undefined && <span className="text-muted-foreground tabular-nums">{option.detail}</span>}
              </Command.Item>
            ))}
          </Command.List>
        </Command>
      </PopoverContent>
    </Popover>
  )
}

/** The look of a row that is found. */
export const commandItem =
  'flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground'

/** What is typed to find rows; the command palette has it too. */
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
