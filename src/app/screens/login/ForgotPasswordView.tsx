import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { forgotPassword } from '../../../contract/forgotPassword.ts'
import { passwordLinkMinutes } from '../../../contract/rules.ts'
import { api } from '../../api/api.ts'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useContractForm } from '../../kit/form/useContractForm.ts'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { Entrance } from '../../layout/Entrance.tsx'
import { Alert, AlertDescription } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { OnView } from './useSignIn.ts'

export function ForgotPasswordView({ start, onView }: { start: string; onView: OnView }) {
  const { t } = useLingui()
  const [isSent, setIsSent] = useState(false)
  const { control, formProps, failure, isBusy, watch } = useContractForm({
    schema: forgotPassword.resetPassword.request,
    defaultValues: { username: start },
    async send(typed) {
      await api.forgotPassword.resetPassword({ body: { username: typed.username.trim() } })
      setIsSent(true)
    },
  })
  const username = watch('username')
  usePageTitle(t`Forgot your password?`)
  return (
    <Entrance
      title={<Trans>Forgot your password?</Trans>}
      introduction={isSent ? undefined : <Trans>Enter your email address and we will send you a link to choose a new password.</Trans>}
    >
      {isSent ? (
        <Sent username={username.trim()} />
      ) : (
        <form {...formProps} className="flex flex-col gap-5">
          {failure !== null && <FormFailure failure={failure} />}
          <TextField
            control={control}
            name="username"
            label={t`Email`}
            // The only field of a view that has just opened.
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
            autoFocus
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
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

/** The same text whether or not the address has an account (docs/security.md, 2). */
function Sent({ username }: { username: string }) {
  return (
    <Alert aria-live="polite" variant="success">
      <MailCheck aria-hidden />
      <AlertDescription>
        <p>
          <Trans>
            If <span className="font-medium break-all">{username}</span> has an account, an email is on its way. The link in it can be used
            once, within {passwordLinkMinutes} minutes.
          </Trans>
        </p>
        <p className="text-muted-foreground">
          <Trans>Nothing after a few minutes? Check your spam folder, and make sure the address is correct.</Trans>
        </p>
      </AlertDescription>
    </Alert>
  )
}
