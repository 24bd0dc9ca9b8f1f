import { useLingui } from '@lingui/react/macro'
import type { Control, FieldValues, Path } from 'react-hook-form'
import { smsCodeDigits } from '../../../contract/rules.ts'
import { Input } from '../../ui/input.tsx'
import { FormField } from './FormField.tsx'

type CodeFieldProps<T extends FieldValues> = { control: Control<T>; name: Path<T>; isFocusedAtOnce?: boolean }

/** The field for a code sent by SMS, or shown by an authenticator app. */
export function CodeField<T extends FieldValues>({ control, name, isFocusedAtOnce }: CodeFieldProps<T>) {
  const { t } = useLingui()
  return (
    <FormField control={control} name={name} label={t`Code`}>
      {(controlProps, field) => (
        <Input
          {...controlProps}
          {...field}
          // The only field of a view that has just opened.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus={isFocusedAtOnce}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="text-center text-lg! tracking-[0.4em] tabular-nums"
          // Pasted text may have spaces, or the whole SMS, around the code.
          onChange={({ target }) => field.onChange(target.value.replaceAll(/\D/g, '').slice(0, smsCodeDigits))}
        />
      )}
    </FormField>
  )
}
