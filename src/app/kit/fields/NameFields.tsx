import { useLingui } from '@lingui/react/macro'
import type { Control, FieldValues, Path } from 'react-hook-form'
import { TextField } from './TextField.tsx'

type NameFieldsProps<T extends FieldValues> = {
  control: Control<T>
  /** The names of the two fields. */
  firstName: Path<T>
  lastName: Path<T>
  /** Of the reader, whose browser may fill them in. */
  isOwn?: boolean
}

/** First and last name, side by side where there is room. */
export function NameFields<T extends FieldValues>({ control, firstName, lastName, isOwn = false }: NameFieldsProps<T>) {
  const { t } = useLingui()
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <TextField control={control} name={firstName} label={t`First name`} {...(isOwn && { autoComplete: 'given-name' })} />
      <TextField control={control} name={lastName} label={t`Last name`} {...(isOwn && { autoComplete: 'family-name' })} />
    </div>
  )
}
