import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, Pencil } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from 'sonner'
import { toastLongMs, validationLinkHours } from '../../../contract/rules.ts'
import { Toasts } from '../../kit/pages/Toasts.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { Entrance } from '../../layout/Entrance.tsx'
import { Button } from '../../ui/button.tsx'
import { ResendMail } from './ResendMail.tsx'
import type { OnView } from './useSignIn.ts'
import type { Registration } from './register/RegisterForm.tsx'
import { RegisterModal } from './register/RegisterModal.tsx'

/** After a registration: where the mail went, and what to do if it does not arrive. */
export function CheckMailView({ registration, onView }: { registration: Registration; onView: OnView }) {
  const { t } = useLingui()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const username = registration.username.trim()
  usePageTitle(t`Check your mail`)
  const showCreated = useEffectEvent((id: string) => {
    // The same toast each time, because React runs effects twice while developing.
    toast.success(t`Your account has been created`, { id, duration: toastLongMs })
  })
  useEffect(() => showCreated(username), [username])

  return (
    <Entrance
      title={<Trans>Check your mail</Trans>}
      introduction={
        <Trans>
          We sent an email to <span className="font-medium break-all text-foreground">{username}</span>. Open the link in it to validate
          your account, then sign in.
        </Trans>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p className="text-pretty text-muted-foreground">
          <Trans>
            The link can be used once, within {validationLinkHours} hours. Nothing after a few minutes? Check your spam folder, and make
            sure the address is correct.
          </Trans>
        </p>
        <ResendMail key={username} username={username} variant="outline" className="w-full" />
      </div>
      <div className="flex flex-col items-start gap-3">
        <Button variant="link" size="inline" onClick={() => setIsCorrecting(true)}>
          <Pencil aria-hidden />
          <Trans>Change the address</Trans>
        </Button>
        <Button variant="link" size="inline" onClick={() => onView({ name: 'signIn', credentials: { username, password: '' } })}>
          <ArrowLeft aria-hidden />
          <Trans>Back to sign-in</Trans>
        </Button>
      </div>
      {isCorrecting && (
        <RegisterModal
          start={registration}
          onClose={() => setIsCorrecting(false)}
          onRegistered={(corrected) => {
            setIsCorrecting(false)
            onView({ name: 'checkMail', registration: corrected })
          }}
        />
      )}
      <Toasts />
    </Entrance>
  )
}
