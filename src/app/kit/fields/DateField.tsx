import type { FieldValues } from 'react-hook-form'
import { DateInput } from './DateInput.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

/** A day up to today. Its value is "2026-11-21", or the typed text if it is not a day. */
export function DateField<T extends FieldValues>(props: FormFieldProps<T>) {
  return (
    <FormField {...props}>
      {(controlProps, { value, ...field }) => <DateInput {...controlProps} {...field} value={String(value)} />}
    </FormField>
  )
}
