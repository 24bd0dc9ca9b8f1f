import type { FieldValues } from 'react-hook-form'
import { FileDrop } from './FileDrop.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

type FileFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  /** An `accept` attribute. */
  accept: string
  /** The stored file, which a new one replaces. */
  currentName?: string | undefined
}

/** A file; undefined in the form until one is chosen. */
export function FileField<T extends FieldValues>({ accept, currentName, ...about }: FileFieldProps<T>) {
  return (
    <FormField {...about}>
      {(controlProps, { value, ...field }) => {
        const file: unknown = value
        return <FileDrop {...controlProps} {...field} accept={accept} filename={file instanceof File ? file.name : currentName} />
      }}
    </FormField>
  )
}
