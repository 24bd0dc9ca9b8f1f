import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { importWithRetry } from '../browser/lazyModule.ts'
import { Toasts } from '../kit/pages/Toasts.tsx'
import { useSession } from '../session/session.ts'
import { Frame } from './Frame.tsx'
import { PendingPage } from './Pending.tsx'

const ChoosePassword = lazy(async () => ({
  default: (await importWithRetry(() => import('./passwords/ChoosePassword.tsx'))).ChoosePassword,
}))

/** The frame of all screens for signed-in users. Renders nothing between a sign-out and the guard's redirect. */
export function Shell() {
  const session = useSession()
  if (session === null) return null
  const { passwordDue, impersonateToken } = session
  if (passwordDue === 'setByStaff' && impersonateToken === undefined)
    return (
      <>
        <Suspense fallback={<PendingPage />}>
          <ChoosePassword session={session} />
        </Suspense>
        <Toasts />
      </>
    )
  return (
    <Frame session={session}>
      <Outlet />
    </Frame>
  )
}
