/** A select of several, that can be searched: a button that shows the choice, a list that stays open while one chooses. */
import { Command } from 'cmdk'
import { Check, ChevronsUpDown, Search, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ComponentProps, type Ref, useId, useState } from 'react'
import { cn } from './cn.ts'

export type MultiOption = { readonly value: string; readonly label: string }

type MultiComboboxProps = Pick<ComponentProps<'button'>, 'id' | 'onBlur' | 'aria-invalid' | 'aria-describedby'> & {
  ref?: Ref<HTMLButtonElement>
  name: string
  /** What the search finds, or all there is where the list is searched here. */
  options: readonly MultiOption[]
  chosen: readonly MultiOption[]
  onChange: (chosen: readonly MultiOption[]) => void
  /** Where somebody else searches: what is typed. */
  onSearch?: ((typed: string) => void) | undefined
  placeholder: string
  searchLabel: string
  emptyText: string
  /** "Remove Ann" */
  removeLabel: (label: string) => string
}

export function MultiCombobox({
  options,
  chosen,
  onChange,
  onSearch,
  placeholder,
  searchLabel,
  emptyText,
  removeLabel,
  name,
  ...button
}: MultiComboboxProps) {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  const isChosen = (option: MultiOption) => chosen.some(({ value }) => value === option.value)
  const without = (option: MultiOption) => chosen.filter(({ value }) => value !== option.value)
  return (
    <div className="flex flex-col gap-2">
      <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
        <Popover.Trigger asChild>
          <button
            type="button"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be searched: WAI-ARIA's pattern for one that can
            role="combobox"
            aria-controls={isOpen ? listId : undefined}
            aria-expanded={isOpen}
            name={name}
            className={cn(
              'flex h-10 w-full min-w-0 items-center justify-between gap-2 rounded-md border border-input bg-card px-3 text-left text-sm',
              'text-muted-foreground shadow-card aria-invalid:border-destructive',
            )}
            {...button}
          >
            <span className="truncate">{placeholder}</span>
            <ChevronsUpDown aria-hidden className="size-4 shrink-0" />
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            id={listId}
            aria-label={searchLabel}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className="z-60 w-(--radix-popover-trigger-width) min-w-72 animate-appear overflow-hidden rounded-md border bg-popover text-popover-foreground shadow-high outline-none"
          >
            <Command loop label={searchLabel} shouldFilter={onSearch === undefined}>
              <div className="flex items-center gap-2 border-b px-3">
                <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
                <Command.Input
                  aria-label={searchLabel}
                  placeholder={searchLabel}
                  {...(onSearch && { onValueChange: onSearch })}
                  className="h-10 w-full bg-transparent text-sm outline-none placeholder:text-muted-foreground"
                />
              </div>
              <Command.List label={searchLabel} className="max-h-64 overflow-y-auto overscroll-contain p-1">
                <Command.Empty className="px-3 py-6 text-center text-sm text-muted-foreground">{emptyText}</Command.Empty>
                {options.map((option) => (
                  <Command.Item
                    key={option.value}
                    value={option.value}
                    keywords={[option.label]}
                    onSelect={() => onChange(isChosen(option) ? without(option) : [...chosen, option])}
                    className="flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground"
                  >
                    <Check aria-hidden className={cn('size-4 shrink-0', !isChosen(option) && 'invisible')} />
                    <span className="flex-1">{option.label}</span>
                  </Command.Item>
                ))}
              </Command.List>
            </Command>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((option) => (
            <li
              key={option.value}
              className="flex max-w-full items-center gap-1 rounded-full bg-accent py-0.5 pr-1 pl-2.5 text-sm text-accent-foreground"
            >
              <span className="truncate">{option.label}</span>
              <button
                type="button"
                aria-label={removeLabel(option.label)}
                className="rounded-full p-0.5 hover:bg-background/60"
                onClick={() => onChange(without(option))}
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
