/** A select that can be searched: a button that shows the choice, a list with a search above it. Radix's popover, cmdk's list. */
import { Command } from 'cmdk'
import { Check, ChevronsUpDown, Search } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ComponentProps, type Ref, useId, useState } from 'react'
import { cn } from './cn.ts'

export type ComboboxOption = {
  readonly value: string
  readonly label: string
  /** Beside the label, and searched too. */
  readonly detail?: string
}

type ComboboxProps = Pick<ComponentProps<'button'>, 'id' | 'onBlur' | 'disabled' | 'className' | 'aria-invalid' | 'aria-describedby'> & {
  ref?: Ref<HTMLButtonElement>
  name: string
  /** Says what is chosen from, to those who do not see the label. */
  'aria-label'?: string
  options: readonly ComboboxOption[]
  value: string
  onChange: (value: string) => void
  /** What the button shows of the choice. */
  shown: string
  placeholder: string
  searchLabel: string
  emptyText: string
}

/** Folds accents and case: "cote" finds "Côte d’Ivoire". */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** What begins with the words comes first, then where a word begins with them, then the rest. */
function rank(label: string, search: string): number {
  const [text, wanted] = [fold(label), fold(search.trim())]
  if (text.startsWith(wanted)) return 1
  const at = text.indexOf(wanted)
  if (at < 0) return 0
  return /[\s('’-]/.test(text[at - 1] ?? '') ? 0.6 : 0.3
}

export function Combobox({
  options,
  value,
  onChange,
  shown,
  placeholder,
  searchLabel,
  emptyText,
  className,
  name,
  disabled,
  ...button
}: ComboboxProps) {
  const [isOpen, setIsOpen] = useState(false)
  const listId = useId()
  const chosen = options.find((option) => option.value === value)
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          // A select cannot be searched: this is the pattern of WAI-ARIA for one that can.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
          role="combobox"
          aria-controls={isOpen ? listId : undefined}
          name={name}
          aria-expanded={isOpen}
          disabled={disabled}
          className={cn(
            'flex h-10 w-full min-w-0 items-center justify-between gap-2 rounded-md border border-input bg-card px-3 text-left text-sm text-card-foreground',
            'shadow-card disabled:opacity-55 aria-invalid:border-destructive',
            className,
          )}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
            event.preventDefault()
            setIsOpen(true)
          }}
          {...button}
        >
          <span className={cn('truncate', shown === '' && 'text-muted-foreground')}>{shown === '' ? placeholder : shown}</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
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
          <Command
            loop
            label={searchLabel}
            defaultValue={value}
            filter={(optionValue, search) => {
              const option = options.find((candidate) => candidate.value === optionValue)
              if (option === undefined) return 0
              return Math.max(rank(option.label, search), rank(option.detail ?? '', search))
            }}
          >
            <div className="flex items-center gap-2 border-b px-3">
              <Search aria-hidden className="size-4 shrink-0 text-muted-foreground" />
              <Command.Input
                aria-label={searchLabel}
                placeholder={searchLabel}
                className="h-10 w-full bg-transparent text-sm outline-none placeholder:text-muted-foreground"
              />
            </div>
            <Command.List label={searchLabel} className="max-h-64 overflow-y-auto overscroll-contain p-1">
              <Command.Empty className="px-3 py-6 text-center text-sm text-muted-foreground">{emptyText}</Command.Empty>
              {options.map((option) => (
                <Command.Item
                  key={option.value}
                  value={option.value}
                  onSelect={() => {
                    onChange(option.value)
                    setIsOpen(false)
                  }}
                  className="flex cursor-pointer items-center gap-2 rounded-sm px-2 py-1.5 text-sm data-[selected=true]:bg-accent data-[selected=true]:text-accent-foreground"
                >
                  <Check aria-hidden className={cn('size-4 shrink-0', option !== chosen && 'invisible')} />
                  <span className="flex-1">{option.label}</span>
                  {option.detail !== undefined && <span className="text-muted-foreground tabular-nums">{option.detail}</span>}
                </Command.Item>
              ))}
            </Command.List>
          </Command>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
