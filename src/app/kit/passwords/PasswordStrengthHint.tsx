import { useLingui } from '@lingui/react/macro'
import { cn } from '../../ui/cn.ts'
import { passwordStrength, type PasswordStrength } from './passwordStrength.ts'

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
export function PasswordStrengthHint({ password, about, minLength }: PasswordStrengthHintProps) {
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
