import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

type PanelProps = {
  label: string
  /** By Enter in a field. */
  onEnter: () => void
  onClose: () => void
  children: ReactNode
}

/** A few fields between toolbar and text. No form of its own: it stands inside the article's. */
export function Panel({ label, onEnter, onClose, children }: PanelProps) {
  const panel = useRef<HTMLFieldSetElement>(null)
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])

  function onKeyDown(event: KeyboardEvent): void {
    const isInField = event.target instanceof HTMLInputElement
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && isInField) onEnter()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside, like those of a form
    <fieldset ref={panel} aria-label={label} onKeyDown={onKeyDown} className="flex min-w-0 flex-col gap-3 border-b bg-muted/40 p-3">
      {children}
    </fieldset>
  )
}
