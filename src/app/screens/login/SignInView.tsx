import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { authentication } from '../../../contract/authentication.ts'
import { Field } from '../../kit/Field.tsx'
import { PasswordInput } from '../../kit/PasswordInput.tsx'
import { usePageTitle } from '../../kit/usePageTitle.ts'
import { useSmallForm } from '../../kit/useSmallForm.ts'
import { Entrance } from '../../layout/Entrance.tsx'
import { beginSignIn, type Credentials } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { useConfiguration } from '../../useConfiguration.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import type { OnView } from './loginView.ts'
import { RegisterLink } from './RegisterLink.tsx'
import { SignInFailure } from './SignInFailure.tsx'
import { preloadPortal, useSignIn } from './useSignIn.ts'

export function SignInView({ start, onView }: { start: Credentials; onView: OnView }) {
  const { t } = useLingui()
  const [credentials, setCredentials] = useState(start)
  const signIn = useSignIn()
  const { formProps, fields, failure, isBusy } = useSmallForm(authentication.login.request, credentials, send)
  usePageTitle(t`Sign in`)

  async function send(typed: Credentials) {
    preloadPortal()
    const trimmed = { username: typed.username.trim(), password: typed.password.trim() }
    const step = await beginSignIn(trimmed)
    if (step === null) await signIn(trimmed)
    else onView({ name: 'code', credentials: trimmed, step })
  }

  return (
    <Entrance title={<Trans>Sign in</Trans>} introduction={<Trans>Update your detector and find everything about it in one place.</Trans>}>
      <form {...formProps} className="flex flex-col gap-5">
        {failure !== null && <SignInFailure failure={failure} username={credentials.username} />}
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
        <Field
          label={t`Password`}
          error={fields['password']}
          action={
            <Button variant="link" size="inline" onClick={() => onView({ name: 'forgotPassword', username: credentials.username })}>
              <Trans>Forgot your password?</Trans>
            </Button>
          }
        >
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
      <RegisterLink />
      <Demo onChoose={setCredentials} />
    </Entrance>
  )
}

/** In demo mode: accounts to try, and where mails and SMS land. */
function Demo({ onChoose }: { onChoose: (credentials: Credentials) => void }) {
  const configuration = useConfiguration()
  if (configuration === undefined) return null
  const { demoAccounts, hasDemoMailbox } = configuration
  if (demoAccounts.length === 0 && !hasDemoMailbox) return null
  return (
    <section aria-labelledby="demo" className="flex flex-col gap-3 border-t pt-5">
      <h2 id="demo" className="text-sm text-muted-foreground">
        {demoAccounts.length > 0 ? <Trans>This is a demonstration. Try it as:</Trans> : <Trans>This is a demonstration.</Trans>}
      </h2>
      {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts} onChoose={onChoose} />}
      {hasDemoMailbox && (
        <Link
          to="/demoMailbox"
          className="inline-flex items-center gap-2 self-start rounded-sm text-sm text-primary underline-offset-4 hover:underline"
        >
          <Inbox aria-hidden className="size-4" />
          <Trans>Mailbox: what this demonstration sends</Trans>
        </Link>
      )}
    </section>
  )
}
