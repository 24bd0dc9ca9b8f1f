import { useLingui } from '@lingui/react/macro'
import { type Control, type FieldValues, type Path, useWatch } from 'react-hook-form'
import { passwordMinLength } from '../../../contract/rules.ts'
import { cn } from '../../ui/cn.ts'
import { FormField } from '../fields/FormField.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { passwordStrength, type PasswordStrength } from './passwordStrength.ts'

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

const levels: Readonly<Record<PasswordStrength, number>> = { tooShort: 0, weak: 1, fair: 2, strong: 3 }
const colours: Readonly<Record<PasswordStrength, string>> = {
  tooShort: 'bg-secondary',
  weak: 'bg-destructive',
  fair: 'bg-warning',
  strong: 'bg-success',
}

type PasswordStrengthHintProps = {
  password: string
  /** What others know about this person: name, address. */
  about?: readonly string[]
  minLength: number
}

/** The rule, and below it three bars and a text for the strength of the password. */
function PasswordStrengthHint({ password, about, minLength }: PasswordStrengthHintProps) {
  const { t } = useLingui()
  const strength = passwordStrength(password, about, minLength)
  const words: Record<PasswordStrength, string> = {
    tooShort: t`At least ${minLength} characters`,
    weak: t`Easy to guess: make it longer, or combine unrelated words`,
    fair: t`Acceptable: longer is better`,
    strong: t`Hard to guess`,
  }
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden className="grid grid-cols-3 gap-1">
        {[1, 2, 3].map((level) => (
          <span
            key={level}
            className={cn(
              'h-1 rounded-full transition-colors forced-colors:border',
              level <= levels[strength] ? `${colours[strength]} forced-colors:bg-[CanvasText]` : 'bg-secondary',
            )}
          />
        ))}
      </div>
      <span aria-live="polite">{words[strength]}</span>
    </div>
  )
}
