import { lazy, Suspense } from 'react'
import type { LoginSession } from '../../../contract/authentication.ts'
import { importWithRetry } from '../../browser/lazyModule.ts'

const UpdatesCount = lazy(async () => ({ default: (await importWithRetry(() => import('./UpdatesCount.tsx'))).UpdatesCount }))

/** The badge of links to the update page. What counts is code of that page, so no other screen waits for it. */
export function UpdatesBadge({ session }: { session: LoginSession }) {
  return (
    <Suspense>
      <UpdatesCount session={session} />
    </Suspense>
  )
}
