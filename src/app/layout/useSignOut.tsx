import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { loginPath } from '../session/screens.ts'
import { hasDrafts } from '../offline/formDrafts.ts'
import { useOutbox } from '../outbox/appOutbox.ts'
import { Confirm } from '../kit/dialogs/Confirm.tsx'
import { sessionStore } from '../api/sessionStore.ts'
import { endImpersonation, useImpersonation } from '../session/impersonation.ts'
import { signOut } from '../session/session.ts'

/**
 * Signs out; asks first if the outbox has unsent entries or a form has unsaved text, because signing out deletes them. Render `question`
 * somewhere. An administrator who views the portal as a customer leaves that view instead.
 */
export function useSignOut(): { leave: () => void; isLeaving: boolean; question: ReactNode } {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { waiting, refused } = useOutbox()
  // Refused entries can still be corrected, so they would be lost too.
  const unsent = waiting.length + refused.length
  const isImpersonating = useImpersonation() !== null
  const [hasText, setHasText] = useState(false)
  const [step, setStep] = useState<'idle' | 'asking' | 'leaving'>('idle')

  async function leave() {
    setStep('leaving')
    await signOut()
    // Without the current address: the next user starts at their own start page.
    await navigate({ to: loginPath, search: {}, replace: true })
  }

  async function leaveOrAsk() {
    const owner = sessionStore.dataOwner()?.id
    // A browser that refuses storage has nothing stored.
    const isText = owner !== undefined && (await hasDrafts(owner).catch(() => false))
    setHasText(isText)
    if (unsent > 0 || isText) setStep('asking')
    else await leave()
  }

  const unsavedText = t`You have text that was not saved. If you sign out now, it will be deleted.`
  const unsentText =
    waiting.length > 0
      ? t`An update result or a purchase has not reached the server yet. It will be sent automatically when you are back online. If you sign out now, it will be lost.`
      : t`The server rejected an update result or a purchase. You can still correct it. If you sign out now, it will be lost.`
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
      description={[unsent > 0 && unsentText, hasText && unsavedText].filter(Boolean).join(' ')}
      action={<Trans>Sign out</Trans>}
    />
  )
  if (isImpersonating) return { leave: () => void endImpersonation(), isLeaving: false, question: null }
  return { leave: () => void leaveOrAsk(), isLeaving: step === 'leaving', question }
}
