import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Combobox } from '../../ui/combobox.tsx'
import type { SearchOption } from '../../ui/search-select.tsx'
import { FormField, type FormFieldProps } from '../fields/FormField.tsx'

type PhonePrefixFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  /** From `countryOptions`; undefined while loading. */
  options: readonly SearchOption[] | undefined
}

/** A calling code, found by country or digits and stored as "+33". */
export function PhonePrefixField<T extends FieldValues>({ control, name, label, options }: PhonePrefixFieldProps<T>) {
  const { t } = useLingui()
  // Several countries share a code: the chosen one gets the check mark.
  const [country, setCountry] = useState('')
  return (
    <FormField control={control} name={name} label={label}>
      {(controlProps, { value: prefix, onChange, ...field }) => {
        const sharing = options?.filter(({ detail }) => detail === prefix) ?? []
        const ticked = sharing.find(({ value }) => value === country) ?? sharing[0]
        return (
          <Combobox
            {...controlProps}
            {...field}
            options={options ?? []}
            disabled={options === undefined}
            value={ticked?.value ?? ''}
            shown={prefix}
            placeholder={t`Choose`}
            searchLabel={t`Search for a country or prefix`}
            emptyText={t`No country found`}
            onChange={(chosen) => {
              setCountry(chosen)
              onChange(options?.find(({ value }) => value === chosen)?.detail ?? '')
            }}
          />
        )
      }}
    </FormField>
  )
}
