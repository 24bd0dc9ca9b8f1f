import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toast } from 'sonner'
import { asAppError } from '../../../../errors.ts'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queryOf.ts'
import { useConfirm } from '../../../kit/dialogs/useConfirm.tsx'
import { FailedQuery } from '../../../kit/failures/Failed.tsx'
import { FormFailure } from '../../../kit/failures/FormFailure.tsx'
import { useSignOutLosses } from '../../../layout/account/useSignOutLosses.ts'
import { useImpersonation } from '../../../session/impersonation.ts'
import { loginPath } from '../../../session/screens.ts'
import { signOut } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { groupSessions } from './groupSessions.ts'
import { SessionGroup } from './SessionGroup.tsx'

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
          {own.isError && !own.data && <FailedQuery query={own} />}
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

/** The footer of the sessions: signs out everywhere else, where there are others, or everywhere. */
function SignOutElsewhere({ hasOthers }: { hasOthers: boolean }) {
  const { t } = useLingui()
  const { ask, question } = useConfirm()
  const leaving = useLeaving()
  const findLosses = useSignOutLosses()
  const { isPending, variables } = leaving

  async function leaveOthers(): Promise<void> {
    const description = t`Every other browser and computer will be signed out of your account. You stay signed in here.`
    if (await ask({ title: t`Sign out everywhere else?`, description, action: t`Sign out everywhere else` })) leaving.mutate('elsewhere')
  }
  async function leaveAll(): Promise<void> {
    const { sentences } = await findLosses()
    const everywhere = t`Every browser and computer will be signed out of your account, including this one. You can sign in again right away.`
    const description = [everywhere, ...sentences].join(' ')
    if (await ask({ title: t`Sign out everywhere?`, description, action: t`Sign out everywhere` })) leaving.mutate('everywhere')
  }
  return (
    <>
      {leaving.isError && (
        <CardContent>
          <FormFailure failure={asAppError(leaving.error)} />
        </CardContent>
      )}
      <CardFooter>
        {hasOthers && (
          <Button variant="outline" isBusy={isPending && variables === 'elsewhere'} onClick={() => void leaveOthers()}>
            <Trans>Sign out everywhere else</Trans>
          </Button>
        )}
        <Button variant={hasOthers ? 'ghost' : 'outline'} isBusy={isPending && variables === 'everywhere'} onClick={() => void leaveAll()}>
          <Trans>Sign out everywhere</Trans>
        </Button>
      </CardFooter>
      {question}
    </>
  )
}

/** One mutation for both, so that a failure goes with the next attempt at either. */
function useLeaving() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    meta: { showsItsErrors: true },
    mutationFn: async (where: 'elsewhere' | 'everywhere') => {
      if (where === 'elsewhere') return leaveOthers()
      await api.session.endAll()
      await signOut()
      await navigate({ to: loginPath, search: {}, replace: true })
    },
  })
  async function leaveOthers(): Promise<void> {
    await api.session.endOthers()
    await queryClient.invalidateQueries({ queryKey: api.session.getOwn.queryKey })
    toast.success(t`You are now signed out everywhere else`)
  }
}
