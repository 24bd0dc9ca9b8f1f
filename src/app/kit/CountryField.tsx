import { useLingui } from '@lingui/react/macro'
import type { FieldValues } from 'react-hook-form'
import { Combobox, type ComboboxOption } from '../ui/combobox.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

type CountryFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  /** From `countryOptions`; undefined while they are on their way. */
  options: readonly ComboboxOption[] | undefined
  onChoose?: (option: ComboboxOption) => void
}

/** A country, kept as its two letters. */
export function CountryField<T extends FieldValues>({ control, name, label, options, onChoose }: CountryFieldProps<T>) {
  const { t } = useLingui()
  return (
    <FormField control={control} name={name} label={label}>
      {(tie, field) => (
        <Combobox
          {...tie}
          ref={field.ref}
          name={field.name}
          onBlur={field.onBlur}
          options={options ?? []}
          disabled={options === undefined}
          value={field.value}
          shown={options?.find(({ value }) => value === field.value)?.label ?? field.value}
          placeholder={t`Choose a country`}
          searchLabel={t`Search a country`}
          emptyText={t`No such country`}
          onChange={(country) => {
            field.onChange(country)
            const chosen = options?.find(({ value }) => value === country)
            if (chosen !== undefined) onChoose?.(chosen)
          }}
        />
      )}
    </FormField>
  )
}
