import { useLingui } from '@lingui/react/macro'
import { smsCodeDigits } from '../../contract/rules.ts'
import type { ErrorCode } from '../../errors.ts'
import { Input } from '../ui/input.tsx'
import { Field } from './Field.tsx'

type CodeFieldProps = { error: ErrorCode | undefined; value: string; onChange: (code: string) => void; isFocusedAtOnce?: boolean }

/** The field for a code that came by SMS. */
export function CodeField({ error, value, onChange, isFocusedAtOnce }: CodeFieldProps) {
  const { t } = useLingui()
  return (
    <Field label={t`Code`} error={error}>
      {(control) => (
        <Input
          {...control}
          // For a view that was asked for just now and has this one field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus={isFocusedAtOnce}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          className="text-center text-lg tracking-[0.4em] tabular-nums"
          value={value}
          // Pasted with spaces or with the words of the SMS around it, it is still the code.
          onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, '').slice(0, smsCodeDigits))}
        />
      )}
    </Field>
  )
}
