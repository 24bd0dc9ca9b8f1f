import type { FieldValues } from 'react-hook-form'
import { FileDrop } from './FileDrop.tsx'
import { FormField, type FormFieldProps } from './FormField.tsx'

type FileFieldProps<T extends FieldValues> = FormFieldProps<T> & {
  /** An `accept` attribute. */
  accept: string
  /** The stored file, which a new one replaces. */
  currentName?: string | undefined
  /** At once after the choice, before anything is sent. */
  onChoose?: (file: File) => void
  disabled?: boolean
}

/** A file; undefined in the form until one is chosen. */
export function FileField<T extends FieldValues>({ accept, currentName, onChoose, disabled, ...about }: FileFieldProps<T>) {
  return (
    <FormField {...about}>
      {(controlProps, { value, onChange, ...field }) => {
        const file: unknown = value
        return (
          <FileDrop
            {...controlProps}
            {...field}
            accept={accept}
            disabled={disabled}
            filename={file instanceof File ? file.name : currentName}
            onChange={(chosen) => {
              onChange(chosen)
              if (chosen !== undefined) onChoose?.(chosen)
            }}
          />
        )
      }}
    </FormField>
  )
}
