import { useEffect } from 'react'
import type { LoginSession } from '../../../contract/authentication.ts'
import { useImpersonation } from '../../session/impersonation.ts'
import { roleOf } from '../../session/session.ts'
import { useAvailableCount } from '../../update/useAvailableCount.ts'
import { showAppBadge } from './appBadge.ts'
import { CountBadge } from './CountBadge.tsx'
import { useUpdatesText } from './useUpdatesText.ts'

/** On how many of the user's own detectors an update is available; also on the icon of the installed app. Load it by UpdatesBadge.tsx. */
export function UpdatesCount({ session }: { session: LoginSession }) {
  const text = useUpdatesText()
  const isViewing = useImpersonation() !== null
  // Most of the staff own nothing, and who views the portal as a customer leaves no more traces than their screens do.
  const isAsking = roleOf(session) === 'ROLE_CUSTOMER' && !isViewing
  const counted = useAvailableCount({ isAsking })
  const count = counted ?? 0
  // Until the list is there, the icon keeps what it was given last.
  const isKnown = counted !== undefined || !isAsking
  useEffect(() => {
    if (isKnown && !isViewing) showAppBadge(count)
  }, [count, isKnown, isViewing])
  return <CountBadge count={count} label={text(count)} />
}
