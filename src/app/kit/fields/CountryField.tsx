import { useLingui } from '@lingui/react/macro'
import type { FieldValues } from 'react-hook-form'
import { Combobox } from '../../ui/combobox.tsx'
import type { SearchOption } from '../../ui/search-select.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

type CountryFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  /** From `countryOptions`; undefined while loading. */
  options: readonly SearchOption[] | undefined
  onChoose?: (option: SearchOption) => void
}

/** A country, stored as its ISO code. */
export function CountryField<T extends FieldValues>({ control, name, label, options, onChoose }: CountryFieldProps<T>) {
  const { t } = useLingui()
  return (
    <FormField control={control} name={name} label={label}>
      {(controlProps, { value: country, onChange, ...field }) => (
        <Combobox
          {...controlProps}
          {...field}
          options={options ?? []}
          disabled={options === undefined}
          value={country}
          shown={options?.find(({ value }) => value === country)?.label ?? country}
          placeholder={t`Choose a country`}
          searchLabel={t`Search for a country`}
          emptyText={t`No country found`}
          onChange={(next) => {
            onChange(next)
            const chosen = options?.find(({ value }) => value === next)
            if (chosen !== undefined) onChoose?.(chosen)
          }}
        />
      )}
    </FormField>
  )
}
