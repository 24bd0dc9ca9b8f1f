import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { type ChevronProps, DayPicker, type DayPickerProps } from 'react-day-picker'
import { buttonVariants } from './button.tsx'
import { cn } from './cn.ts'

const arrow = cn(buttonVariants({ variant: 'ghost', size: 'icon-sm' }), 'absolute top-3 text-muted-foreground')

/** A month with selects for year and month. Pass the user's locale from `react-day-picker/locale`. */
export function Calendar(props: DayPickerProps) {
  return (
    <DayPicker
      data-slot="calendar"
      captionLayout="dropdown"
      showOutsideDays
      fixedWeeks
      components={{ Chevron }}
      classNames={{
        root: 'p-3',
        months: 'relative',
        month: 'flex flex-col gap-2',
        nav: 'absolute inset-x-0 -top-3',
        button_previous: cn(arrow, 'left-0'),
        button_next: cn(arrow, 'right-0'),
        month_caption: 'flex h-8 items-center justify-center text-sm font-medium',
        dropdowns: 'flex items-center gap-1',
        dropdown_root: 'relative rounded-sm hover:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring',
        dropdown: 'absolute inset-0 opacity-0 [&>option]:bg-popover [&>option]:text-popover-foreground',
        caption_label: 'flex items-center gap-1 px-1.5 py-1 capitalize',
        chevron: 'size-4',
        weekdays: 'flex',
        weekday: 'w-9 text-center text-xs font-normal text-muted-foreground',
        week: 'flex',
        day: 'size-9 p-0 text-center text-sm tabular-nums',
        day_button: cn(
          'size-9 rounded-md hover:bg-accent hover:text-accent-foreground disabled:pointer-events-none',
          '[[data-today]_&]:font-semibold [[data-today]_&]:text-primary',
          'not-forced-colors:[[data-selected]:not(.range-middle)_&]:bg-primary! not-forced-colors:[[data-selected]:not(.range-middle)_&]:text-primary-foreground!',
        ),
        range_start: 'rounded-l-md bg-accent',
        range_middle: 'range-middle bg-accent text-accent-foreground first:rounded-l-md last:rounded-r-md',
        range_end: 'rounded-r-md bg-accent',
        outside: 'text-muted-foreground',
        disabled: 'opacity-40',
        hidden: 'invisible',
      }}
      {...props}
    />
  )
}

function Chevron({ orientation = 'down', className }: ChevronProps) {
  const Icon = orientation === 'left' ? ChevronLeft : orientation === 'right' ? ChevronRight : ChevronDown
  return <Icon aria-hidden className={cn('size-4', className)} />
}
