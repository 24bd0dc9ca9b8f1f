import { Plural, Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { loginPath } from '../../session/screens.ts'
import { Confirm } from '../../kit/dialogs/Confirm.tsx'
import { endImpersonation, useImpersonation } from '../../session/impersonation.ts'
import { signOut } from '../../session/session.ts'
import { type SignOutLosses, useSignOutLosses } from './useSignOutLosses.ts'

/**
 * Signs out; asks first if the outbox has unsent entries or a form has unsaved text, because signing out deletes them. Render `question`
 * somewhere. An administrator who views the portal as a customer leaves that view instead.
 */
export function useSignOut(): { leave: () => void; isLeaving: boolean; question: ReactNode } {
  const navigate = useNavigate()
  const findLosses = useSignOutLosses()
  const [losses, setLosses] = useState<SignOutLosses>({ unsent: 0, sentences: [] })
  const isImpersonating = useImpersonation() !== null
  const [step, setStep] = useState<'idle' | 'asking' | 'leaving'>('idle')

  async function leave() {
    setStep('leaving')
    await signOut()
    // Without the current address: the next user starts at their own start page.
    await navigate({ to: loginPath, search: {}, replace: true })
  }

  async function leaveOrAsk() {
    const found = await findLosses()
    setLosses(found)
    if (found.sentences.length > 0) setStep('asking')
    else await leave()
  }

  const { unsent, sentences } = losses
  const question = (
    <Confirm
      isOpen={step === 'asking'}
      onClose={() => setStep((current) => (current === 'asking' ? 'idle' : current))}
      onConfirm={() => void leave()}
      title={
        unsent > 0 ? (
          <Plural value={unsent} one="Sign out and lose # unsent item?" other="Sign out and lose # unsent items?" />
        ) : (
          <Trans>Sign out and delete unsaved text?</Trans>
        )
      }
      description={sentences.join(' ')}
      action={<Trans>Sign out</Trans>}
    />
  )
  if (isImpersonating) return { leave: () => void endImpersonation(), isLeaving: false, question: null }
  return { leave: () => void leaveOrAsk(), isLeaving: step === 'leaving', question }
}
