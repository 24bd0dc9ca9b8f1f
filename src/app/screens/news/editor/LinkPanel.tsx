import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Field } from '../../../kit/fields/Field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { linkAddress } from '../../../kit/text/linkAddress.ts'
import { Panel } from './Panel.tsx'

type LinkPanelProps = {
  /** The link's address so far, or null for a new link. */
  href: string | null
  /** Null removes the link. */
  onApply: (href: string | null) => void
  onClose: () => void
}

export function LinkPanel({ href, onApply, onClose }: LinkPanelProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(href ?? '')
  const [isRefused, setIsRefused] = useState(false)

  function apply() {
    const address = completed(typed.trim())
    if (address === null) setIsRefused(true)
    else onApply(address)
  }
  return (
    <Panel
      label={t`Link`}
      onApply={apply}
      onClose={onClose}
      action={
        href !== null && (
          <Button size="sm" variant="outline" onClick={() => onApply(null)}>
            <Trans>Remove the link</Trans>
          </Button>
        )
      }
    >
      <Field
        label={<Trans>Address</Trans>}
        help={t`A web address or an email address.`}
        error={isRefused ? 'link.invalid.error' : undefined}
      >
        {(controlProps) => <Input {...controlProps} value={typed} onChange={({ target }) => setTyped(target.value)} spellCheck={false} />}
      </Field>
    </Panel>
  )
}

/** "maker.example" and "me@maker.example" are what people type. */
function completed(typed: string): string | null {
  if (/^[^\s/@:]+@[^\s/@:]+\.[^\s/@:]+$/.test(typed)) return linkAddress(`mailto:${typed}`)
  const isBare = /^[^\s/:?#]+\.[^\s/:?#]{2,}(?:[/?#:]\S*)?$/.test(typed)
  return linkAddress(isBare ? `https://${typed}` : typed)
}
