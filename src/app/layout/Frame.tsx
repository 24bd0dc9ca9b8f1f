import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { LoginSession } from '../../contract/authentication.ts'
import { appOutbox, startOutbox } from '../outbox/appOutbox.ts'
import { lazyDialog } from '../kit/dialogs/lazyDialog.tsx'
import { Toasts } from '../kit/pages/Toasts.tsx'
import { forgetOpenedByOthers } from '../kit/record/recentRecords.ts'
import { forgetTablesOfOthers } from '../kit/table/savedTables.ts'
import { importWithRetry } from '../browser/lazyModule.ts'
import { addSignOutHook, roleOf } from '../session/session.ts'
import { sessionStore } from '../api/sessionStore.ts'
import { forgetConnectionFailures } from '../detector/connectionFailures.ts'
import { failureStreaksItem, forgetUpdatesOf, lastEndItem } from '../detector/updateJournal.ts'
import { CustomerLayout } from './CustomerLayout.tsx'
import { Pending } from './Pending.tsx'
import { showAppBadge } from './header/appBadge.ts'
import { StaffLayout } from './StaffLayout.tsx'
import { useImpersonationMoves } from './impersonation/useImpersonationMoves.ts'

const OfflineParts = lazy(async () => ({ default: (await importWithRetry(() => import('../offline/OfflineParts.tsx'))).OfflineParts }))
const ChangePasswordModal = lazyDialog(async () => (await import('./passwords/ChangePasswordModal.tsx')).ChangePasswordModal)

addSignOutHook(() => appOutbox.forget())
addSignOutHook(() => showAppBadge(0))
addSignOutHook(() => forgetUpdatesOf(sessionStore.dataOwner()?.id ?? null))
addSignOutHook(() => lastEndItem.set(null))
addSignOutHook(() => failureStreaksItem.set(null))
addSignOutHook(forgetConnectionFailures)
const loadForgetting = () => import('../offline/clearUserData.ts')
addSignOutHook(async () => (await loadForgetting()).clearUserData(sessionStore.dataOwner()?.id ?? null))

/** The narrow layout for customers, the one with a sidebar for staff (the specification, section 2). Sends the outbox on every screen. */
export function Frame({ session, children }: { session: LoginSession; children: ReactNode }) {
  useEffect(() => {
    startOutbox()
    // Loaded early, so that signing out also clears everything while offline.
    void importWithRetry(loadForgetting).catch(() => undefined)
  }, [])
  useEffect(forgetOpenedByOthers, [session.id])
  useEffect(forgetTablesOfOthers, [session.id])
  const isMoving = useImpersonationMoves(session)
  const Layout = roleOf(session) === 'ROLE_CUSTOMER' ? CustomerLayout : StaffLayout
  return (
    <>
      <Layout session={session}>{isMoving ? <Pending /> : children}</Layout>
      <Suspense>
        <OfflineParts />
      </Suspense>
      <WeakPassword key={session.id} session={session} />
      <Toasts />
    </>
  )
}

/** Asks once after a sign-in with a weak password for another one. */
function WeakPassword({ session }: { session: LoginSession }) {
  // Kept, because renewed tokens come without it, perhaps while somebody types.
  const [isAsking, setIsAsking] = useState(session.passwordDue === 'weak' && session.impersonateToken === undefined)
  function close() {
    setIsAsking(false)
    sessionStore.writePasswordDue(undefined)
  }
  return isAsking ? <ChangePasswordModal session={session} isWeak onClose={close} /> : null
}
