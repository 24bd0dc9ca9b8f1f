import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import type { ErrorCode } from '../../../../errors.ts'
import { useNow } from '../../../browser/useNow.ts'
import { Field } from '../../../kit/fields/Field.tsx'
import { TimeInput } from '../../../kit/fields/TimeInput.tsx'
import { zoneName } from '../../../i18n/localMinute.ts'
import { Button } from '../../../ui/button.tsx'
import type { Later } from './useLater.ts'

/** Day and time of a step that is taken later. `error`: why it was refused. */
export function LaterField({ later, error }: { later: Later; error: ErrorCode | undefined }) {
  const { t, i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const now = useNow()
  // A choice was made, and this is what comes next.
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (error !== undefined) input.current?.focus()
  }, [error])
  const zone = zoneName(later.at === undefined ? now : new Date(later.at), i18n.locale)
  return (
    <Field label={t`Day and time`} help={t`Your time zone: ${zone}. Everything is checked again then.`} error={error}>
      {(control) => <TimeInput {...control} ref={input} required value={later.typed} onChange={later.type} />}
    </Field>
  )
}

/** Turns between now and later. */
export function LaterButton({ later }: { later: Later }) {
  return (
    <Button variant="ghost" className="text-muted-foreground sm:mr-auto sm:-ml-4" onClick={() => later.choose(!later.isLater)}>
      {later.isLater ? <Trans>Now instead</Trans> : <Trans>Later…</Trans>}
    </Button>
  )
}
