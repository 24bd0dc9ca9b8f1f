import { useLingui } from '@lingui/react/macro'
import { type Control, useFormState } from 'react-hook-form'
import { FormField } from '../../kit/fields/FormField.tsx'
import { PasswordInput } from '../../kit/passwords/PasswordInput.tsx'

type Typed = { currentPassword: string }

/** Shown if the change needs the password, or the server requires it. */
export function CurrentPasswordField<T extends Typed>({ control, isNeeded }: { control: Control<T>; isNeeded: boolean }) {
  const { t } = useLingui()
  const { errors } = useFormState({ control })
  if (!isNeeded && !('currentPassword' in errors)) return null
  return (
    <FormField
      // Every form of type T has this field; the type only hides it.
      control={control as unknown as Control<Typed>}
      name="currentPassword"
      label={t`Current password`}
      help={t`To change your email or phone number, confirm that it is you.`}
    >
      {(controlProps, field) => <PasswordInput {...controlProps} {...field} autoComplete="current-password" />}
    </FormField>
  )
}
