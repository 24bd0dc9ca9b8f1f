import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { readableContact } from '../../../contract/contactLink.ts'
import { AppError, asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { useContact } from '../../api/useConfiguration.ts'
import { Failed } from '../../kit/failures/Failed.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { Succeeded } from '../../kit/pages/Succeeded.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { ProfileOrSignInLink } from '../../kit/pages/ProfileOrSignInLink.tsx'
import { Entrance } from '../../layout/Entrance.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RestoreAddressForm } from './RestoreAddressForm.tsx'

/**
 * Restores an old address and phone by a mailed link. Checks the link first, which does not use it up, then shows a form whose button
 * undoes the change.
 */
export function RestoreAddressScreen() {
  const { t } = useLingui()
  const { token } = useParams({ from: '/restoreAddress/$token' })
  const [outcome, setOutcome] = useState<AppError | { readonly username: string } | null>(null)
  const check = useQuery({
    ...queryOf(api.contact.checkRestore, { body: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: 0,
    // Used up afterwards.
    enabled: outcome === null,
  })
  usePageTitle(t`Recover your account`)

  function tryAgain() {
    setOutcome(null)
    void check.refetch()
  }

  const restored = outcome instanceof AppError ? null : outcome
  const failure = outcome instanceof AppError ? outcome : outcome === null && check.isError ? asAppError(check.error) : null
  const username = check.data?.username ?? ''
  return (
    <Entrance
      title={<Trans>Recover your account</Trans>}
      introduction={
        outcome === null && check.isSuccess ? (
          <Trans>
            You will sign in with <span className="font-medium wrap-anywhere text-foreground">{username}</span> again, and get your previous
            phone number back. Everyone who is signed in to your account will be signed out.
          </Trans>
        ) : undefined
      }
    >
      {failure !== null ? (
        <NotRestored failure={failure} onRetry={tryAgain} isRetrying={check.isFetching} />
      ) : restored !== null ? (
        <Restored username={restored.username} />
      ) : check.data === undefined ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <RestoreAddressForm token={token} username={username} minLength={check.data.passwordMinLength} onOutcome={setOutcome} />
      )}
      <ProfileOrSignInLink />
    </Entrance>
  )
}

function Restored({ username }: { username: string }) {
  return (
    <Succeeded title={<Trans>You have recovered your account</Trans>}>
      <p>
        <Trans>
          Sign in with <span className="font-medium wrap-anywhere">{username}</span> and your new password.
        </Trans>
      </p>
    </Succeeded>
  )
}

function NotRestored({ failure, onRetry, isRetrying }: { failure: AppError; onRetry: () => void; isRetrying: boolean }) {
  const contact = readableContact(useContact())
  if (failure.code !== 'contact.link.invalid.error')
    return <Failed error={failure} onRetry={onRetry} isRetrying={isRetrying} hasToasts={false} />
  return (
    <FormFailure failure={failure}>
      {contact !== null && (
        <p className="wrap-anywhere text-muted-foreground">
          <Trans>If someone else has changed your account, contact us: {contact}</Trans>
        </p>
      )}
    </FormFailure>
  )
}
