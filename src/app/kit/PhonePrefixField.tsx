import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Combobox, type ComboboxOption } from '../ui/combobox.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

type PhonePrefixFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  /** From `countryOptions`; undefined while they are on their way. */
  options: readonly ComboboxOption[] | undefined
}

/** A telephone prefix, found by its country or its digits and kept as "+33". */
export function PhonePrefixField<T extends FieldValues>({ control, name, label, options }: PhonePrefixFieldProps<T>) {
  const { t } = useLingui()
  // Several countries share a prefix: the one that was chosen is the one that is ticked.
  const [country, setCountry] = useState('')
  return (
    <FormField control={control} name={name} label={label}>
      {(tie, field) => {
        const sharing = options?.filter(({ detail }) => detail === field.value) ?? []
        const ticked = sharing.find(({ value }) => value === country) ?? sharing[0]
        return (
          <Combobox
            {...tie}
            ref={field.ref}
            name={field.name}
            onBlur={field.onBlur}
            options={options ?? []}
            disabled={options === undefined}
            value={ticked?.value ?? ''}
            shown={field.value}
            placeholder={t`Choose`}
            searchLabel={t`Search a country or prefix`}
            emptyText={t`No such country`}
            onChange={(chosen) => {
              setCountry(chosen)
              field.onChange(options?.find(({ value }) => value === chosen)?.detail ?? '')
            }}
          />
        )
      }}
    </FormField>
  )
}
