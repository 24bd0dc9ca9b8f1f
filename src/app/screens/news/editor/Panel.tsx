import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'

type PanelProps = {
  label: string
  /** By its button, or by Enter in a field. */
  onApply: () => void
  /** The button's label, if it is not Apply. */
  applyLabel?: ReactNode
  isBusy?: boolean
  onClose: () => void
  children: ReactNode
  /** Between the buttons Apply and Cancel. */
  action?: ReactNode
}

/** A few fields between toolbar and text. No form of its own: it stands inside the article's. */
export function Panel({ label, onApply, applyLabel, isBusy = false, onClose, children, action }: PanelProps) {
  const panel = useRef<HTMLFieldSetElement>(null)
  useEffect(() => panel.current?.querySelector('input')?.focus(), [])

  function onKeyDown(event: KeyboardEvent): void {
    const isInField = event.target instanceof HTMLInputElement
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && isInField) onApply()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside, like those of a form
    <fieldset ref={panel} aria-label={label} onKeyDown={onKeyDown} className="flex min-w-0 flex-col gap-3 border-b bg-muted/40 p-3">
      {children}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onApply} isBusy={isBusy}>
          {applyLabel ?? <Trans>Apply</Trans>}
        </Button>
        {action}
        <Button size="sm" variant="ghost" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </fieldset>
  )
}
