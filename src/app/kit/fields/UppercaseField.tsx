import type { FieldValues } from 'react-hook-form'
import { Input } from '../../ui/input.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

/** A serial number or code, shown in upper case; the call converts what was typed. */
export function UppercaseField<T extends FieldValues>(props: FormFieldProps<T>) {
  return (
    <FormField {...props}>
      {(controlProps, field) => (
        <Input
          {...controlProps}
          {...field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="uppercase tabular-nums"
        />
      )}
    </FormField>
  )
}
