import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '../../../contract/session.ts'
import { asAppError } from '../../../errors.ts'
import { loginPath } from '../../session/screens.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { formatDateTime } from '../../i18n/formatDate.ts'
import { Confirm } from '../../kit/dialogs/Confirm.tsx'
import { Failed } from '../../kit/failures/Failed.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { useImpersonation } from '../../session/impersonation.ts'
import { signOut } from '../../session/session.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The user's sessions, which can be ended one by one or all at once. */
export function SessionList() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isReadOnly = useImpersonation() !== null
  const [isAsking, setIsAsking] = useState(false)
  const sessions = useQuery({ ...queryOf(api.session.getOwn), staleTime: 0 })
  const leaving = useMutation({
    mutationFn: async () => {
      await api.session.endAll()
      await signOut()
      await navigate({ to: loginPath, search: {}, replace: true })
    },
  })
  return (
    <Card>
      <CardHeader>
        <CardTitle>
          <Trans>Where you are signed in</Trans>
        </CardTitle>
        <CardDescription>
          <Trans>If you do not recognise one of these, sign it out and change your password.</Trans>
        </CardDescription>
      </CardHeader>
      <CardContent>
        {sessions.isPending && <Skeleton className="h-24 w-full" />}
        {sessions.isError && !sessions.data && (
          <Failed error={sessions.error} onRetry={() => void sessions.refetch()} isRetrying={sessions.isFetching} />
        )}
        <ul className="flex flex-col divide-y">
          {sessions.data?.map((session) => (
            <Row key={session.id} session={session} mayEnd={!isReadOnly && !session.isCurrent} />
          ))}
        </ul>
        {leaving.isError && <FormFailure failure={asAppError(leaving.error)} />}
      </CardContent>
      {!isReadOnly && (
        <CardFooter>
          <Button variant="outline" isBusy={leaving.isPending} onClick={() => setIsAsking(true)}>
            <Trans>Sign out everywhere</Trans>
          </Button>
        </CardFooter>
      )}
      <Confirm
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => leaving.mutate()}
        title={<Trans>Sign out everywhere?</Trans>}
        description={t`Every browser and computer will be signed out of your account, including this one. You can sign in again right away.`}
        action={<Trans>Sign out everywhere</Trans>}
      />
    </Card>
  )
}

function Row({ session, mayEnd }: { session: Session; mayEnd: boolean }) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { id, browser, system, startedAt, lastUsedAt, isCurrent } = session
  const name = browser === null ? t`Unknown browser` : system === null ? browser : t`${browser} on ${system}`
  const ending = useMutation({
    mutationFn: () => api.session.end({ params: { id } }),
    // Whether or not it had ended before, the list shows what is left.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['session'] }),
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name}
          {isCurrent && (
            <Badge variant="success">
              <Trans>This browser</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted-foreground">
          <Trans>
            Since {formatDateTime(startedAt)}, last used {formatDateTime(lastUsedAt)}
          </Trans>
        </p>
      </div>
      {mayEnd && (
        <Button
          variant="outline"
          size="sm"
          isBusy={ending.isPending}
          onClick={() => ending.mutate()}
          aria-label={t`Sign out ${name}, signed in since ${formatDateTime(startedAt)}`}
        >
          <Trans context="another browser">Sign out</Trans>
        </Button>
      )}
    </li>
  )
}
