import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleAlert, Inbox, Info } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { authentication } from '../../../contract/authentication.ts'
import type { Configuration } from '../../../contract/configuration.ts'
import { AppError } from '../../../errors.ts'
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
import { loadAllTexts } from '../../i18n/i18n.ts'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { useErrorText } from '../../kit/failures/useErrorText.ts'
import type { PasskeySignInProps } from './passkey/PasskeySignIn.tsx'
import type { RegisterModal } from './register/RegisterModal.tsx'
import { type OnView, preloadPortal, secondView, useSignIn } from './useSignIn.ts'
import { ResendMail } from './ResendMail.tsx'

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

/**
 * The specification, section 8: 401 and 403 by their codes, 500 with this screen's own text. Offers another mail if the account is not
 * validated.
 */
function SignInFailure({ failure, username }: { failure: AppError; username: string }) {
  const { t } = useLingui()
  const errorText = useErrorText()
  const isServerFailure = failure.code === 'internal.server.error'
  return (
    <Alert role="alert" variant="destructive">
      <CircleAlert aria-hidden />
      <AlertDescription>
        <p>{isServerFailure ? t`An error occurred during, please try again.` : errorText(failure)}</p>
        {isServerFailure && failure.requestId !== undefined && (
          <p className="text-xs break-all text-muted-foreground">{t`Request ${failure.requestId}`}</p>
        )}
        {failure.code === 'account.not.validated.error' && (
          <ResendMail key={username} username={username} variant="link" size="inline" className="self-start" />
        )}
      </AlertDescription>
    </Alert>
  )
}

/** The server only has English descriptions; those of the built-in accounts are translated here. */
const labels: Readonly<Record<string, MessageDescriptor>> = {
  'admin@example.com': msg`Administrator`,
  'marketing@example.com': msg`Marketing`,
  'backoffice@example.com': msg`Back office`,
  'customer@example.com': msg`Customer with a detector`,
  'newcustomer@example.com': msg`New customer`,
  'beta@example.com': msg`Beta tester`,
  'sms@example.com': msg`Customer with an SMS code`,
}

type DemoAccountsProps = { accounts: Configuration['demoAccounts']; onChoose: (credentials: Credentials) => void }

/** Demo accounts: a click fills in the form. */
function DemoAccounts({ accounts, onChoose }: DemoAccountsProps) {
  const { i18n } = useLingui()
  return (
    <ul className="flex flex-wrap gap-2">
      {accounts.map(({ username, password, label }) => (
        <li key={username}>
          <Button variant="outline" size="sm" title={username} onClick={() => onChoose({ username, password })}>
            {labels[username] ? i18n._(labels[username]) : label}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Loaded on demand: with the phone number rules of all countries it is larger than the rest of this screen. */
async function loadModal(): Promise<typeof RegisterModal> {
  const [module] = await Promise.all([import('./register/RegisterModal.tsx'), loadAllTexts()])
  return module.RegisterModal
}

function RegisterLink({ onView }: { onView: OnView }) {
  // In an object, because React calls functions passed to setState.
  const [step, setStep] = useState<'closed' | 'loading' | 'failed' | { readonly Modal: typeof RegisterModal }>('closed')

  async function open() {
    setStep('loading')
    try {
      setStep({ Modal: await loadModal() })
    } catch {
      setStep('failed')
    }
  }

  return (
    <>
      {step === 'failed' && <FormFailure failure={new AppError('network.offline.error')} />}
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted-foreground">
        <Trans>No account yet?</Trans>
        <Button
          variant="link"
          size="inline"
          isBusy={step === 'loading'}
          onPointerEnter={() => void loadModal().catch(() => undefined)}
          onClick={() => void open()}
        >
          <Trans>Create an account</Trans>
        </Button>
      </p>
      {typeof step === 'object' && (
        <step.Modal onClose={() => setStep('closed')} onRegistered={(registration) => onView({ name: 'checkMail', registration })} />
      )}
    </>
  )
}
