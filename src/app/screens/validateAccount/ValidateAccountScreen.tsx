import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { BackToSignIn } from '../../kit/pages/BackToSignIn.tsx'
import { Failed } from '../../kit/failures/Failed.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { Succeeded } from '../../kit/pages/Succeeded.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { Entrance } from '../../layout/Entrance.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Opened by the mailed link, which it uses at once. Loading the page does not use up the link: only its script does, by a POST. */
export function ValidateAccountScreen() {
  const { t } = useLingui()
  const { token, userId } = useParams({ from: '/validateAccount/$token/{-$userId}' })
  const request = { body: { token, ...(Number(userId) > 0 && { userId: Number(userId) }) } }
  // A query instead of a mutation, so that it is called once, however often the page renders.
  const validation = useQuery({
    ...queryOf(api.authentication.validateAccount, request),
    // Without the signal, so that it is not aborted when the user leaves the page.
    queryFn: () => api.authentication.validateAccount(request),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const title = t`Your account`
  usePageTitle(title)
  return (
    <Entrance title={title}>
      {validation.isPending && <Skeleton className="h-24 w-full" />}
      {validation.isSuccess && <Validated />}
      {validation.isError && (
        <NotValidated error={validation.error} onRetry={() => void validation.refetch()} isRetrying={validation.isFetching} />
      )}
      <BackToSignIn username={validation.data?.username} />
    </Entrance>
  )
}

function Validated() {
  return (
    <Succeeded title={<Trans>Your account is validated</Trans>}>
      <Trans>You can now sign in.</Trans>
    </Succeeded>
  )
}

function NotValidated({ error, onRetry, isRetrying }: { error: unknown; onRetry: () => void; isRetrying: boolean }) {
  const failure = asAppError(error)
  if (failure.code !== 'ValidateAccount.error') return <Failed error={error} onRetry={onRetry} isRetrying={isRetrying} hasToasts={false} />
  return (
    <FormFailure failure={failure}>
      <p className="text-muted-foreground">
        <Trans>
          The link may have been used already, or be more than a day old. If your account is validated, sign in. If not, you can request
          another email on the sign-in page.
        </Trans>
      </p>
    </FormFailure>
  )
}
