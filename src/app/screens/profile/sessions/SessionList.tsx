import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { Failed } from '../../../kit/failures/Failed.tsx'
import { useImpersonation } from '../../../session/impersonation.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { groupSessions } from './groupSessions.ts'
import { SessionGroup } from './SessionGroup.tsx'
import { SignOutElsewhere } from './SignOutElsewhere.tsx'

/** The user's sessions by browser, which can be ended one by one, everywhere else or everywhere. */
export function SessionList() {
  const isReadOnly = useImpersonation() !== null
  const own = useQuery({ ...queryOf(api.session.getOwn), staleTime: 0 })
  const sessions = own.data ?? []
  return (
    <section aria-labelledby="sessions-title">
      <Card>
        <CardHeader>
          <CardTitle id="sessions-title">
            <Trans>Where you are signed in</Trans>
          </CardTitle>
          <CardDescription>
            <Trans>If you do not recognise one of these, sign it out and change your password.</Trans>
          </CardDescription>
        </CardHeader>
        <CardContent>
          {own.isPending && <Skeleton className="h-24 w-full" />}
          {own.isError && !own.data && <Failed error={own.error} onRetry={() => void own.refetch()} isRetrying={own.isFetching} />}
          <ul className="flex flex-col divide-y">
            {groupSessions(sessions).map((group) => (
              <SessionGroup key={group.key} sessions={group.sessions} isReadOnly={isReadOnly} />
            ))}
          </ul>
        </CardContent>
        {!isReadOnly && <SignOutElsewhere hasOthers={sessions.some(({ isCurrent }) => !isCurrent)} />}
      </Card>
    </section>
  )
}
