import type { FieldValues } from 'react-hook-form'
import type { Choice } from '../../../contract/crud.ts'
import type { ChoicesOf } from '../../api/choices.ts'
import { FormField, type FormFieldProps } from '../fields/FormField.tsx'
import { RecordsChoice } from './RecordsChoice.tsx'

type RecordsFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  choices: ChoicesOf
}

/** A multiple choice of other records, stored in the form as a list of `Choice`. */
export function RecordsField<T extends FieldValues>({ control, name, label, help, choices }: RecordsFieldProps<T>) {
  return (
    <FormField control={control} name={name} label={label} help={help}>
      {(controlProps, { value, ...field }) => (
        // The form's default values have a list of choices under this name.
        <RecordsChoice {...controlProps} {...field} choices={choices} chosen={value as readonly Choice[]} />
      )}
    </FormField>
  )
}
