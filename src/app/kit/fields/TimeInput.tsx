import type { ComponentProps } from 'react'
import { useNow } from '../../browser/useNow.ts'
import { aheadMaxDays, daysAfter, localMinute } from '../../i18n/localMinute.ts'
import { Input } from '../../ui/input.tsx'

type TimeInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'min' | 'max' | 'value' | 'onChange'> & {
  /** "2026-03-12T14:00"; empty while what is typed is no time. */
  value: string
  onChange: (value: string) => void
}

/** A day and time of the next year, in the reader's time zone. */
export function TimeInput({ onChange, ...props }: TimeInputProps) {
  const now = useNow()
  return (
    <Input
      {...props}
      type="datetime-local"
      min={localMinute(now)}
      max={localMinute(daysAfter(now, aheadMaxDays))}
      className="tabular-nums"
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
