import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import type { PhonePrefix } from '../../../contract/register.ts'
import type { PlainCall } from '../../api/queryOf.ts'
import { Combobox } from '../../ui/combobox.tsx'
import type { SearchOption } from '../../ui/search-select.tsx'
import { CountryField } from '../fields/CountryField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { useCountryOptions } from '../fields/useCountryOptions.ts'
import { FailedQuery } from '../failures/Failed.tsx'
import { FormField, type FormFieldProps } from '../fields/FormField.tsx'

type CountryAndPhoneFieldsProps<T extends FieldValues> = {
  control: Control<T>
  /** The names of the three fields. */
  countryName: Path<T>
  prefixName: Path<T>
  numberName: Path<T>
  getPhonePrefixes: PlainCall<readonly PhonePrefix[]>
  /** Of the reader, whose browser may fill them in. */
  isOwn?: boolean
}

/** A country, and a phone number with its prefix. The first country that is chosen sets the prefix. */
export function CountryAndPhoneFields<T extends FieldValues>(props: CountryAndPhoneFieldsProps<T>) {
  const { control, countryName, prefixName, numberName, getPhonePrefixes, isOwn = false } = props
  const { t } = useLingui()
  const { options, query } = useCountryOptions(getPhonePrefixes)
  const { field: prefix } = useController({ control, name: prefixName })
  return (
    <>
      {query.isError && <FailedQuery query={query} />}
      <CountryField
        control={control}
        name={countryName}
        label={t`Country`}
        options={options}
        onChoose={({ detail }) => {
          if (prefix.value === '' && detail !== undefined) prefix.onChange(detail)
        }}
      />
      <div className="grid grid-cols-[7.5rem_1fr] gap-x-4">
        <PhonePrefixField control={control} name={prefixName} label={t`Prefix`} options={options} />
        <TextField
          control={control}
          name={numberName}
          label={t`Phone number`}
          type="tel"
          {...(isOwn && { autoComplete: 'tel-national' })}
        />
      </div>
    </>
  )
}

type PhonePrefixFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  /** From `countryOptions`; undefined while loading. */
  options: readonly SearchOption[] | undefined
}

/** A calling code, found by country or digits and stored as "+33". */
function PhonePrefixField<T extends FieldValues>({ control, name, label, options }: PhonePrefixFieldProps<T>) {
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
