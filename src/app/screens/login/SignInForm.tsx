import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { Field } from '../../kit/Field.tsx'
import { PasswordInput } from '../../kit/PasswordInput.tsx'
import { takePrefilledLogin } from '../../prefilledLogin.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { SignInFailure } from './SignInFailure.tsx'
import { useSignIn } from './useSignIn.ts'

export function SignInForm() {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [credentials, setCredentials] = useState(() => takePrefilledLogin() ?? { username: '', password: '' })
  const { submit, isBusy, failure, fields } = useSignIn()

  async function send(event: FormEvent) {
    event.preventDefault()
    const invalid = await submit(credentials)
    if (invalid !== null) form.current?.querySelector<HTMLInputElement>(`[name="${CSS.escape(invalid)}"]`)?.focus()
  }

  return (
    <>
      <form ref={form} noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-5">
        {failure !== null && <SignInFailure failure={failure} />}
        <Field label={t`Email`} error={fields['username']}>
          {(control) => (
            <Input
              {...control}
              name="username"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={credentials.username}
              onChange={({ target }) => setCredentials({ ...credentials, username: target.value })}
            />
          )}
        </Field>
        <Field label={t`Password`} error={fields['password']}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="current-password"
              value={credentials.password}
              onChange={({ target }) => setCredentials({ ...credentials, password: target.value })}
            />
          )}
        </Field>
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          <Trans>Sign in</Trans>
        </Button>
      </form>
      <DemoAccounts onChoose={setCredentials} />
    </>
  )
}
