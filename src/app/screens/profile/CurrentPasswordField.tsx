import { useLingui } from '@lingui/react/macro'
import { type Control, useFormState } from 'react-hook-form'
import { FormField } from '../../kit/fields/FormField.tsx'
import { PasswordInput } from '../../kit/passwords/PasswordInput.tsx'

type Typed = { currentPassword: string }

/** Asked for where it is needed, and where the server says so. */
export function CurrentPasswordField<T extends Typed>({ control, isNeeded }: { control: Control<T>; isNeeded: boolean }) {
  const { t } = useLingui()
  const { errors } = useFormState({ control })
  if (!isNeeded && !('currentPassword' in errors)) return null
  return (
    <FormField
      // A form of T has this field: only the rest of it is unknown here.
      control={control as unknown as Control<Typed>}
      name="currentPassword"
      label={t`Current password`}
      help={t`To change your email or phone number, confirm that it is you.`}
    >
      {(controlProps, field) => <PasswordInput {...controlProps} {...field} autoComplete="current-password" />}
    </FormField>
  )
}
