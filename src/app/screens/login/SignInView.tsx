import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Inbox, Info } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { authentication } from '../../../contract/authentication.ts'
import { FormField } from '../../kit/fields/FormField.tsx'
import { PasswordInput } from '../../kit/passwords/PasswordInput.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { Entrance } from '../../layout/Entrance.tsx'
import { beginSignIn, type Credentials, useHasExpired } from '../../session/session.ts'
import { Alert, AlertDescription } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfiguration } from '../../api/useConfiguration.ts'
import { afterPaint } from '../../browser/afterPaint.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import type { PasskeySignInProps } from './passkey/PasskeySignIn.tsx'
import { type OnView, preloadPortal, secondView, useSignIn } from './useSignIn.ts'
import { RegisterLink } from './RegisterLink.tsx'
import { SignInFailure } from './SignInFailure.tsx'

// Most people have no passkey: it waits for what all of them need, and without a network the page goes on without it.
const PasskeySignIn = lazy(async () => {
  await new Promise<void>(afterPaint)
  return import('./passkey/PasskeySignIn.tsx').then(
    (module) => ({ default: module.PasskeySignIn }),
    () => ({ default: () => null }),
  )
})

export function SignInView({ start, onView }: { start: Credentials; onView: OnView }) {
  const { t } = useLingui()
  const hasExpired = useHasExpired()
  const signIn = useSignIn()
  const { control, formProps, failure, fail, isBusy, watch, setValue } = useContractForm({
    schema: authentication.login.request,
    defaultValues: start,
    send,
  })
  const username = watch('username')
  usePageTitle(t`Sign in`)

  async function send(typed: Credentials) {
    preloadPortal()
    const trimmed = { username: typed.username.trim(), password: typed.password.trim() }
    const step = await beginSignIn(trimmed)
    if (step === null) await signIn(trimmed)
    else onView(secondView(trimmed, step))
  }

  function choose(account: Credentials) {
    setValue('username', account.username, { shouldDirty: true })
    setValue('password', account.password, { shouldDirty: true })
  }

  return (
    <Entrance title={<Trans>Sign in</Trans>} introduction={<Trans>Update your detector and find everything about it in one place.</Trans>}>
      <form {...formProps} className="flex flex-col gap-5">
        {failure !== null && <SignInFailure failure={failure} username={username} />}
        {failure === null && hasExpired && <Expired />}
        <TextField
          control={control}
          name="username"
          label={t`Email`}
          type="email"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormField control={control} name="password" label={t`Password`}>
          {(controlProps, field) => (
            <PasswordInput
              {...controlProps}
              {...field}
              autoComplete="current-password"
              // All that is missing where the address is known.
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
              autoFocus={start.username !== '' && start.password === ''}
            />
          )}
        </FormField>
        {/* After the password, for those who go by the keyboard. */}
        <Button variant="link" size="inline" className="-mt-3 self-end" onClick={() => onView({ name: 'forgotPassword', username })}>
          <Trans>Forgot your password?</Trans>
        </Button>
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          <Trans>Sign in</Trans>
        </Button>
        <PasskeyPlace isFormBusy={isBusy} onFailure={fail} />
      </form>
      <RegisterLink onView={onView} />
      <Demo onChoose={choose} />
    </Entrance>
  )
}

/** As high as the button from the start. A browser may know no passkeys. */
function PasskeyPlace(props: PasskeySignInProps) {
  if (typeof PublicKeyCredential === 'undefined') return null
  return (
    <div className="-mt-2 min-h-10">
      <Suspense>
        <PasskeySignIn {...props} />
      </Suspense>
    </div>
  )
}

/** Why somebody who did not sign out has to sign in again. */
function Expired() {
  return (
    <Alert>
      <Info aria-hidden />
      <AlertDescription>
        <Trans>You were signed out: your session has expired or was ended on another device.</Trans>
      </AlertDescription>
    </Alert>
  )
}

/** In demo mode: the demo accounts, and a link to the mailbox. */
function Demo({ onChoose }: { onChoose: (credentials: Credentials) => void }) {
  const configuration = useConfiguration()
  if (configuration === undefined) return null
  const { demoAccounts, hasDemoMailbox } = configuration
  if (demoAccounts.length === 0 && !hasDemoMailbox) return null
  return (
    <section aria-labelledby="demo" className="flex flex-col gap-3 border-t pt-5">
      <h2 id="demo" className="text-sm text-muted-foreground">
        {demoAccounts.length > 0 ? <Trans>This is a demo. Try it as:</Trans> : <Trans>This is a demo.</Trans>}
      </h2>
      {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts} onChoose={onChoose} />}
      {hasDemoMailbox && (
        <Link
          to="/demoMailbox"
          className="inline-flex items-center gap-2 self-start rounded-sm text-sm text-primary underline-offset-4 hover:underline"
        >
          <Inbox aria-hidden className="size-4" />
          <Trans>Mailbox: the messages this demo sends</Trans>
        </Link>
      )}
    </section>
  )
}
