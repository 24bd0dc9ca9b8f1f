import { useState } from 'react'
import type { LoginSession } from '../../../contract/authentication.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { lazyDialog } from '../../kit/dialogs/lazyDialog.tsx'

const ChangePasswordModal = lazyDialog(async () => (await import('./ChangePasswordModal.tsx')).ChangePasswordModal)

/** Asks once after a sign-in with a weak password for another one. */
export function WeakPassword({ session }: { session: LoginSession }) {
  // Kept, because renewed tokens come without it, perhaps while somebody types.
  const [isAsking, setIsAsking] = useState(session.passwordDue === 'weak' && session.impersonateToken === undefined)
  function close() {
    setIsAsking(false)
    sessionStore.writePasswordDue(undefined)
  }
  return isAsking ? <ChangePasswordModal session={session} isWeak onClose={close} /> : null
}
