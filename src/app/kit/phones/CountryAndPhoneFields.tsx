import { useLingui } from '@lingui/react/macro'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import type { PhonePrefix } from '../../../contract/register.ts'
import type { PlainCall } from '../../api/queryOf.ts'
import { CountryField } from '../fields/CountryField.tsx'
import { TextField } from '../fields/TextField.tsx'
import { useCountryOptions } from '../fields/useCountryOptions.ts'
import { Failed } from '../failures/Failed.tsx'
import { PhonePrefixField } from './PhonePrefixField.tsx'

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
      {query.isError && <Failed error={query.error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />}
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
