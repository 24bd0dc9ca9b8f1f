import type { FieldValues } from 'react-hook-form'
import { Input } from '../../ui/input.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

type UppercaseFieldProps<T extends FieldValues> = FormFieldProps<T> & { isFocusedAtOnce?: boolean }

/** A serial number or code, shown in upper case; the call converts what was typed. */
export function UppercaseField<T extends FieldValues>({ isFocusedAtOnce, ...props }: UppercaseFieldProps<T>) {
  return (
    <FormField {...props}>
      {(controlProps, field) => (
        <Input
          {...controlProps}
          {...field}
          // The only field of a view that has just opened.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus={isFocusedAtOnce}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="uppercase tabular-nums"
        />
      )}
    </FormField>
  )
}
