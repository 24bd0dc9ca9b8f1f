import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Control } from 'react-hook-form'
import { useNow } from '../../browser/useNow.ts'
import { FormField } from '../../kit/fields/FormField.tsx'
import { TimeInput } from '../../kit/fields/TimeInput.tsx'
import { localMinute, readMinute, zoneName } from '../../i18n/localMinute.ts'
import { Button } from '../../ui/button.tsx'
import type { NewsValues } from './newsValues.ts'

/** When a draft is published by itself. Its value is an instant of the contract; empty for none. */
export function PublishAtField({ control, label, value }: { control: Control<NewsValues>; label: string; value: string }) {
  const { t, i18n } = useLingui()
  const now = useNow()
  const [typed, setTyped] = useState('')
  // What is half typed stays; what came from elsewhere, as from a kept draft, replaces it.
  const isTyped = (readMinute(typed) ?? '') === value
  const elsewhere = value === '' ? '' : localMinute(new Date(value))
  const zone = zoneName(value === '' ? now : new Date(value), i18n.locale)
  return (
    <FormField control={control} name="publishAt" label={label} help={t`To publish the draft later. Your time zone: ${zone}.`}>
      {(controlProps, { name, ref, onBlur, onChange }) => {
        const change = (text: string) => {
          setTyped(text)
          onChange(readMinute(text) ?? '')
        }
        return (
          <div className="flex max-w-md flex-wrap items-center gap-2">
            <div className="min-w-60 flex-1">
              <TimeInput {...controlProps} name={name} ref={ref} value={isTyped ? typed : elsewhere} onBlur={onBlur} onChange={change} />
            </div>
            {value !== '' && (
              <Button variant="ghost" onClick={() => change('')}>
                <Trans>Do not schedule</Trans>
              </Button>
            )}
          </div>
        )
      }}
    </FormField>
  )
}
