import { type ReactNode, Suspense } from 'react'
import type { LoginSession } from '../../contract/authentication.ts'
import { PersistedQueries } from '../offline/PersistedQueries.tsx'
import { ProfileFirst } from './banners/ProfileFirst.tsx'
import { PendingPage } from './Pending.tsx'

/** Banners and screen, once what they begin with is there. The header and the menu around them need only the session. */
export function LoadedFirst({ session: { id, impersonateToken }, children }: { session: LoginSession; children: ReactNode }) {
  return (
    <Suspense fallback={<PendingPage />}>
      <PersistedQueries owner={impersonateToken === undefined ? id : null}>
        <ProfileFirst owner={id}>{children}</ProfileFirst>
      </PersistedQueries>
    </Suspense>
  )
}
