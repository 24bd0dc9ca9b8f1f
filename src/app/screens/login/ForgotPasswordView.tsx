import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { forgotPassword } from '../../../contract/forgotPassword.ts'
import { passwordLinkMinutes } from '../../../contract/rules.ts'
import { api } from '../../api.ts'
import { Field } from '../../kit/Field.tsx'
import { FormFailure } from '../../kit/FormFailure.tsx'
import { usePageTitle } from '../../kit/usePageTitle.ts'
import { useSmallForm } from '../../kit/useSmallForm.ts'
import { Entrance } from '../../layout/Entrance.tsx'
import { Alert, AlertDescription } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import type { OnView } from './loginView.ts'

export function ForgotPasswordView({ start, onView }: { start: string; onView: OnView }) {
  const { t } = useLingui()
  const [username, setUsername] = useState(start)
  const [isSent, setIsSent] = useState(false)
  const { formProps, fields, failure, isBusy } = useSmallForm(forgotPassword.resetPassword.request, { username }, async (typed) => {
    await api.forgotPassword.resetPassword({ body: { username: typed.username.trim() } })
    setIsSent(true)
  })
  usePageTitle(t`Forgot your password?`)
  return (
    <Entrance
      title={<Trans>Forgot your password?</Trans>}
      introduction={isSent ? undefined : <Trans>Give us your address, and we send you a link to choose a new one.</Trans>}
    >
      {isSent ? (
        <Sent username={username.trim()} />
      ) : (
        <form {...formProps} className="flex flex-col gap-5">
          {failure !== null && <FormFailure failure={failure} />}
          <Field label={t`Email`} error={fields['username']}>
            {(control) => (
              <Input
                {...control}
                // The one field of a view that was asked for just now.
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
                autoFocus
                name="username"
                type="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                value={username}
                onChange={({ target }) => setUsername(target.value)}
              />
            )}
          </Field>
          <Button type="submit" isBusy={isBusy} className="w-full">
            <Trans>Send me a link</Trans>
          </Button>
        </form>
      )}
      <Button
        variant="link"
        size="inline"
        className="self-start"
        onClick={() => onView({ name: 'signIn', credentials: { username: username.trim(), password: '' } })}
      >
        <ArrowLeft aria-hidden />
        <Trans>Back to sign-in</Trans>
      </Button>
    </Entrance>
  )
}

/** The same words whether the address has an account or not (security page, 2). */
function Sent({ username }: { username: string }) {
  return (
    <Alert aria-live="polite" variant="success">
      <MailCheck aria-hidden />
      <AlertDescription>
        <p>
          <Trans>
            If <span className="font-medium break-all">{username}</span> has an account, a mail is on its way to it. Its link can be used
            once, within {passwordLinkMinutes} minutes.
          </Trans>
        </p>
        <p className="text-muted-foreground">
          <Trans>Nothing has come after a few minutes? Look among your unwanted mails, and check the address.</Trans>
        </p>
      </AlertDescription>
    </Alert>
  )
}
