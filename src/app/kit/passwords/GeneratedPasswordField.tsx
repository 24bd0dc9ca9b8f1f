import { useLingui } from '@lingui/react/macro'
import { Dices } from 'lucide-react'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { passwordFieldMinLength } from '../../../contract/rules.ts'
import { Button } from '../../ui/button.tsx'
import { FormField, type FormFieldProps } from '../fields/FormField.tsx'
import { generatePassword } from './generatePassword.ts'
import { PasswordInput } from './PasswordInput.tsx'

type GeneratedPasswordFieldProps<T extends FieldValues> = Omit<FormFieldProps<T>, 'help'> & {
  /** Shown below the field; the form's schema does the validation. */
  minLength?: number
}

/** A password for another user: typed, or generated and shown in clear so that it can be passed on. */
export function GeneratedPasswordField<T extends FieldValues>({
  control,
  name,
  label,
  minLength = passwordFieldMinLength,
}: GeneratedPasswordFieldProps<T>) {
  const { t } = useLingui()
  const [made, setMade] = useState('')
  return (
    <FormField control={control} name={name} label={label} help={t`At least ${minLength} characters`}>
      {(controlProps, field) => (
        <div className="flex gap-2">
          <div className="flex-1">
            <PasswordInput key={made} startsShown={made !== ''} {...controlProps} {...field} autoComplete="new-password" />
          </div>
          <Button
            variant="outline"
            onClick={() => {
              const password = generatePassword()
              setMade(password)
              field.onChange(password)
            }}
          >
            <Dices aria-hidden />
            {t`Generate`}
          </Button>
        </div>
      )}
    </FormField>
  )
}
