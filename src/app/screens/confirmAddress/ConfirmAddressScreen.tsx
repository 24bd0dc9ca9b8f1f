import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { asAppError, type ErrorCode } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { Failed } from '../../kit/failures/Failed.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { Succeeded } from '../../kit/pages/Succeeded.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { ProfileOrSignInLink } from '../../kit/pages/ProfileOrSignInLink.tsx'
import { Entrance } from '../../layout/Entrance.tsx'
import { followUsername } from '../../session/ownProfile.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/**
 * Opened by the link mailed to a new address, which it confirms at once. Loading the page does not use up the link: only its script does,
 * by a POST.
 */
export function ConfirmAddressScreen() {
  const { t } = useLingui()
  const { token } = useParams({ from: '/confirmAddress/$token' })
  const request = { body: { token } }
  // A query instead of a mutation, so that it is called once, however often the page renders.
  const confirmation = useQuery({
    ...queryOf(api.contact.confirmUsername, request),
    // Without the signal, so that it is not aborted when the user leaves the page.
    queryFn: () => api.contact.confirmUsername(request),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data: account } = confirmation
  useEffect(() => {
    if (account !== undefined) followUsername(account)
  }, [account])
  const title = t`Your new email address`
  usePageTitle(title)
  return (
    <Entrance title={title}>
      {confirmation.isPending && <Skeleton className="h-24 w-full" />}
      {account !== undefined && <Confirmed username={account.username} />}
      {confirmation.isError && (
        <NotConfirmed error={confirmation.error} onRetry={() => void confirmation.refetch()} isRetrying={confirmation.isFetching} />
      )}
      <ProfileOrSignInLink />
    </Entrance>
  )
}

function Confirmed({ username }: { username: string }) {
  return (
    <Succeeded title={<Trans>Your email address has been changed</Trans>}>
      <p>
        <Trans>
          From now on you sign in with <span className="font-medium wrap-anywhere">{username}</span>. Your password stays the same.
        </Trans>
      </p>
    </Succeeded>
  )
}

const refusals: ReadonlySet<ErrorCode> = new Set(['contact.link.invalid.error', 'email.already.exists.error'])

function NotConfirmed({ error, onRetry, isRetrying }: { error: unknown; onRetry: () => void; isRetrying: boolean }) {
  const failure = asAppError(error)
  if (!refusals.has(failure.code)) return <Failed error={error} onRetry={onRetry} isRetrying={isRetrying} hasToasts={false} />
  return (
    <FormFailure failure={failure}>
      <p className="text-muted-foreground">
        {failure.code === 'email.already.exists.error' ? (
          <Trans>Another account now uses this address. Keep signing in with your previous address.</Trans>
        ) : (
          <Trans>If you still want to change your address, request a new link on your profile page.</Trans>
        )}
      </p>
    </FormFailure>
  )
}
