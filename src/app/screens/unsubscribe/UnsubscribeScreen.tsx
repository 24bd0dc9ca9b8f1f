import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { asAppError } from '../../../errors.ts'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queryOf.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { activateLocale, activatePreferredLocale } from '../../i18n/i18n.ts'
import { Failed } from '../../kit/failures/Failed.tsx'
import { FormFailure } from '../../kit/failures/FormFailure.tsx'
import { ProfileOrSignInLink } from '../../kit/pages/ProfileOrSignInLink.tsx'
import { Succeeded } from '../../kit/pages/Succeeded.tsx'
import { usePageTitle } from '../../kit/pages/usePageTitle.ts'
import { Entrance } from '../../layout/Entrance.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Opened by the link in mails about updates, in their language. Only its button changes something: mail programs open links by themselves. */
export function UnsubscribeScreen() {
  const { t } = useLingui()
  const { token } = useParams({ from: '/unsubscribe/$token' })
  const check = useQuery({
    ...queryOf(api.updateMails.check, { body: { token } }),
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: 0,
  })
  const switchingOff = useMutation({
    mutationFn: () => api.updateMails.switchOff({ params: { token }, body: { 'List-Unsubscribe': 'One-Click' } }),
    meta: { showsItsErrors: true },
  })
  const locale = check.data?.locale
  useEffect(() => {
    // Without its texts the page stays in the language that it has.
    if (locale === undefined) return undefined
    void activateLocale(locale).catch(() => undefined)
    // The rest of the portal is in the reader's own language.
    return () => void activatePreferredLocale(sessionStore.readOwn()?.locale)
  }, [locale])
  const title = t`Emails about updates`
  usePageTitle(title)
  const isOff = switchingOff.isSuccess || check.data?.isOn === false
  return (
    <Entrance title={title}>
      {check.isPending && <Skeleton className="h-24 w-full" />}
      {check.isError && <LinkFailure error={check.error} onRetry={() => void check.refetch()} isRetrying={check.isFetching} />}
      {isOff && <SwitchedOff />}
      {check.data !== undefined && !isOff && (
        <div className="flex flex-col items-start gap-5">
          <p className="text-pretty">
            <Trans>
              We write to you when there is new firmware for your detector, when an update seems unfinished, and before the time to extend a
              warranty runs out. Emails about your account, your proofs of purchase and withdrawn firmware are not affected.
            </Trans>
          </p>
          {switchingOff.isError && (
            <LinkFailure error={switchingOff.error} onRetry={() => switchingOff.mutate()} isRetrying={switchingOff.isPending} />
          )}
          <Button isBusy={switchingOff.isPending} onClick={() => switchingOff.mutate()}>
            <Trans>Stop these emails</Trans>
          </Button>
        </div>
      )}
      <ProfileOrSignInLink />
    </Entrance>
  )
}

function SwitchedOff() {
  return (
    <Succeeded title={<Trans>You will not receive these emails any more</Trans>}>
      <p>
        <Trans>You can switch them on again in your profile.</Trans>
      </p>
    </Succeeded>
  )
}

type LinkFailureProps = { error: unknown; onRetry: () => void; isRetrying: boolean }

function LinkFailure({ error, onRetry, isRetrying }: LinkFailureProps) {
  const failure = asAppError(error)
  if (failure.code === 'mail.link.invalid.error') return <FormFailure failure={failure} />
  return <Failed error={error} onRetry={onRetry} isRetrying={isRetrying} hasToasts={false} />
}
