import type { FieldValues } from 'react-hook-form'
import { Textarea } from '../ui/textarea.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

export function TextAreaField<T extends FieldValues>({ control, name, label, help, rows }: FormFieldProps<T> & { rows?: number }) {
  return (
    <FormField control={control} name={name} label={label} help={help}>
      {(tie, field) => <Textarea {...tie} rows={rows} {...field} />}
    </FormField>
  )
}
