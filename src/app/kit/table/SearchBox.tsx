import { Search, X } from 'lucide-react'
import { type Ref, useEffect, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { Input } from '../../ui/input.tsx'

const typingPauseMs = 250

type SearchBoxProps = {
  ref?: Ref<HTMLInputElement>
  label: string
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search that waits for a pause in typing. */
export function SearchBox({ ref, label, value, onChange, className }: SearchBoxProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  /** Values that were passed on but are not in the address yet. */
  const [pending, setPending] = useState<readonly string[]>([])
  if (value !== known) {
    const at = pending.lastIndexOf(value)
    setKnown(value)
    setPending(at === -1 ? [] : pending.slice(at + 1))
    // Reset or changed by the Back button. Values that were passed on from here are already in the input, perhaps followed by more.
    if (at === -1) setTyped(value)
  }
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => {
      setPending((before) => [...before, typed.trim()])
      onChange(typed.trim())
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <div className={className}>
      <div className="relative">
        <Search aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted-foreground" />
        <Input
          ref={ref}
          type="search"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          className="h-8! pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {typed !== '' && (
          <button
            type="button"
            aria-label={t`Clear: ${label}`}
            className="absolute top-1/2 right-1.5 -translate-y-1/2 rounded-sm p-1 text-muted-foreground hover:text-foreground"
            onClick={() => setTyped('')}
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
    </div>
  )
}
