import { Outlet } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { sessionStore } from '../api/sessionStore.ts'
import { importWithRetry } from '../browser/lazyModule.ts'
import { Toasts } from '../kit/pages/Toasts.tsx'
import { useSession } from '../session/session.ts'
import { Frame } from './Frame.tsx'
import { PendingPage } from './Pending.tsx'
import { ProofHost } from './proof/ProofHost.tsx'

const ChoosePassword = lazy(async () => ({
  default: (await importWithRetry(() => import('./passwords/ChoosePassword.tsx'))).ChoosePassword,
}))
const EnrolFactor = lazy(async () => ({
  default: (await importWithRetry(() => import('./factors/EnrolFactor.tsx'))).EnrolFactor,
}))

type NewCodes = { readonly owner: number; readonly codes: readonly string[] }

/** The frame of all screens for signed-in users. Renders nothing between a sign-out and the guard's redirect. */
export function Shell() {
  const session = useSession()
  // Kept here, because a token that is renewed meanwhile no longer says that a factor is due.
  const [newCodes, setNewCodes] = useState<NewCodes | null>(null)
  if (session === null) return null
  const { id, passwordDue, factorDueInSeconds, impersonateToken } = session
  const isOwn = impersonateToken === undefined
  const codes = newCodes?.owner === id ? newCodes.codes : null

  function goOn(): void {
    sessionStore.writeFactorDue(undefined)
    setNewCodes(null)
  }

  if (isOwn && passwordDue === 'setByStaff') return alone(<ChoosePassword session={session} />)
  if (isOwn && (factorDueInSeconds === 0 || codes !== null))
    return alone(
      <EnrolFactor
        session={session}
        newCodes={codes}
        onAdded={(added) => (added === null ? goOn() : setNewCodes({ owner: id, codes: added }))}
        onDone={goOn}
      />,
    )
  return (
    <>
      <Frame session={session}>
        <Outlet />
      </Frame>
      <ProofHost />
    </>
  )
}

/** In place of every screen. */
function alone(screen: ReactNode): ReactNode {
  return (
    <>
      <Suspense fallback={<PendingPage />}>{screen}</Suspense>
      <ProofHost />
      <Toasts />
    </>
  )
}
