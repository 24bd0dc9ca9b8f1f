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
      title={<Plural value={unsent} one="Sign out and lose # unsent item?" other="Sign out and lose # unsent items?" />}
      description={
        waiting.length > 0
          ? t`An update result or a coil registration has not reached the server yet. It will be sent automatically when you are back online. If you sign out now, it will be lost.`
          : t`The server rejected an update result or a coil registration. You can still correct it. If you sign out now, it will be lost.`
      }
      action={<Trans>Sign out</Trans>}
    />
  )
  return { leave: () => (unsent > 0 ? setStep('asking') : void leave()), isLeaving: step === 'leaving', question }
}
