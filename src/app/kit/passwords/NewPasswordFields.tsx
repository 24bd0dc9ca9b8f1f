import { useLingui } from '@lingui/react/macro'
import { type Control, type FieldValues, type Path, useWatch } from 'react-hook-form'
import { passwordMinLength } from '../../../contract/rules.ts'
import { FormField } from '../fields/FormField.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { PasswordStrengthHint } from './PasswordStrengthHint.tsx'

type NewPasswordFieldsProps<T extends FieldValues> = {
  control: Control<T>
  /** The names of the two fields. */
  name: Path<T>
  repeatName: Path<T>
  label?: string
  about?: readonly string[]
  /** Staff need more characters than customers. */
  minLength?: number
}

/** A password that its owner chooses, typed twice so that no typing error locks them out. */
export function NewPasswordFields<T extends FieldValues>({
  control,
  name,
  repeatName,
  label,
  about,
  minLength = passwordMinLength,
}: NewPasswordFieldsProps<T>) {
  const { t } = useLingui()
  const typed: unknown = useWatch({ control, name })
  const password = typeof typed === 'string' ? typed : ''
  const help = <PasswordStrengthHint password={password} minLength={minLength} {...(about && { about })} />
  return (
    <>
      <FormField control={control} name={name} label={label ?? t`New password`} help={help}>
        {(controlProps, field) => <PasswordInput {...controlProps} {...field} autoComplete="new-password" />}
      </FormField>
      <FormField control={control} name={repeatName} label={t`Repeat the password`}>
        {(controlProps, field) => <PasswordInput {...controlProps} {...field} autoComplete="new-password" />}
      </FormField>
    </>
  )
}
