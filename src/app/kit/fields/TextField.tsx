import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Input } from '../../ui/input.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

type TextFieldProps<T extends FieldValues> = FormFieldProps<T> &
  Pick<ComponentProps<'input'>, 'autoCapitalize' | 'autoComplete' | 'autoFocus' | 'inputMode' | 'readOnly' | 'spellCheck' | 'type'>

export function TextField<T extends FieldValues>({ control, name, label, help, ...input }: TextFieldProps<T>) {
  return (
    <FormField control={control} name={name} label={label} help={help}>
      {(controlProps, field) => <Input {...controlProps} {...input} {...field} {...(input.readOnly && { className: 'bg-muted!' })} />}
    </FormField>
  )
}
