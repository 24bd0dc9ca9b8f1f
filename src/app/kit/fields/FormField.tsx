import { type ReactNode, useContext } from 'react'
import { type Control, type ControllerRenderProps, type FieldValues, type Path, useController } from 'react-hook-form'
import { isErrorCode } from '../../../errors.ts'
import { Field, type FieldControl } from './Field.tsx'
import { FieldQuestion } from './fieldQuestion.ts'

export type FormFieldProps<T extends FieldValues> = {
  control: Control<T>
  name: Path<T>
  label: ReactNode
  help?: ReactNode
}

type Props<T extends FieldValues> = FormFieldProps<T> & {
  /** Renders the control with the field's value and the props that connect it with label, help and error. */
  children: (control: FieldControl, field: ControllerRenderProps<T, Path<T>>) => ReactNode
}

/** A field of `useContractForm`: label above, help and error text below. */
export function FormField<T extends FieldValues>({ control, name, label, help, children }: Props<T>) {
  const { field, fieldState } = useController({ control, name })
  const code = fieldState.error?.message
  const question = useContext(FieldQuestion)(name)
  return (
    <Field label={label} {...(help !== undefined && { help })} error={isErrorCode(code) ? code : undefined} question={question}>
      {(controlProps) => children(controlProps, field)}
    </Field>
  )
}
