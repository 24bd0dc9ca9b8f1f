import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { X } from 'lucide-react'
import { useState } from 'react'
import { freeTrialDays } from '../../../contract/rules.ts'
import { useConfiguration } from '../../api/useConfiguration.ts'
import { createStoredItem } from '../../browser/storedItem.ts'
import { useImpersonation } from '../../session/impersonation.ts'
import { ownProfile } from '../../session/ownProfile.ts'
import { Button } from '../../ui/button.tsx'
import { AppBanner } from './AppBanner.tsx'

const closedAdvert = createStoredItem('fieldport.closedTrialAdvert')

/**
 * Advertises the companion app's free trial to customers (the specification, section 1) who neither have one nor a subscription, until they
 * close it. An administrator who views the portal as a customer cannot close it: this browser would keep that.
 */
export function TrialAdvert() {
  const { t } = useLingui()
  const { data: profile } = useQuery(ownProfile)
  const brand = useConfiguration()?.brand
  const [now] = useState(() => Date.now())
  const isReadOnly = useImpersonation() !== null
  const isClosed = useSelector(closedAdvert, (text) => text !== null)
  if (profile === undefined || brand === undefined || isClosed) return null
  const { freeTrialEndDate, hasSubscription } = profile
  if (hasSubscription || (freeTrialEndDate !== null && Date.parse(freeTrialEndDate) > now)) return null
  const { appName, siteUrl } = brand
  return (
    <AppBanner
      action={
        !isReadOnly && (
          <Button variant="ghost" size="icon-sm" className="-my-1.5" aria-label={t`Close`} onClick={() => closedAdvert.set('true')}>
            <X aria-hidden />
          </Button>
        )
      }
    >
      <Trans>
        Try {appName} free for {freeTrialDays} days.
      </Trans>{' '}
      {siteUrl !== null && (
        <a href={siteUrl} target="_blank" rel="noreferrer" className="font-medium text-primary underline underline-offset-2">
          <Trans>Learn more</Trans>
        </a>
      )}
    </AppBanner>
  )
}
