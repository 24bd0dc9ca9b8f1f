import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { loginPath } from '../session/screens.ts'
import { useOutbox } from '../outbox/appOutbox.ts'
import { Confirm } from '../kit/dialogs/Confirm.tsx'
import { signOut } from '../session/session.ts'

/** Leaves; asks first where something of this person's has not reached the server, because signing out forgets it. Draw `question` somewhere. */
export function useSignOut(): { leave: () => void; isLeaving: boolean; question: ReactNode } {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { waiting, refused } = useOutbox()
  // What was refused can still be corrected: it is lost too.
  const unsent = waiting.length + refused.length
  const [step, setStep] = useState<'idle' | 'asking' | 'leaving'>('idle')

  async function leave() {
    setStep('leaving')
    await signOut()
    // Whoever comes next begins at their own start, not where this person left.
    await navigate({ to: loginPath, search: {}, replace: true })
  }

  const question = (
    <Confirm
      isOpen={step === 'asking'}
      onClose={() => setStep((current) => (current === 'asking' ? 'idle' : current))}
      onConfirm={() => void leave()}
      title={<Plural value={unsent} one="Sign out and lose # entry?" other="Sign out and lose # entries?" />}
      description={
        waiting.length > 0
          ? t`The result of an update or the registration of a coil has not reached the server yet. It is sent by itself as soon as there is a connection. If you sign out now, it is lost.`
          : t`The server has not accepted the result of an update or the registration of a coil. You can still correct it. If you sign out now, it is lost.`
      }
      action={<Trans>Sign out</Trans>}
    />
  )
  return { leave: () => (unsent > 0 ? setStep('asking') : void leave()), isLeaving: step === 'leaving', question }
}
