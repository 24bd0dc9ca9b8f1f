import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfiguration } from '../../api/useConfiguration.ts'
import { formatDate } from '../../i18n/formatDate.ts'
import { ownProfile } from '../../session/ownProfile.ts'
import { AppBanner } from './AppBanner.tsx'

const dayMs = 24 * 60 * 60 * 1000

/** Shown while the free trial of the companion app runs, until the date in the profile (the specification, section 1). */
export function TrialBanner() {
  const { data: profile } = useQuery(ownProfile)
  const appName = useConfiguration()?.brand.appName
  const [now] = useState(() => Date.now())
  const endDate = profile?.freeTrialEndDate ?? null
  if (endDate === null || appName === undefined) return null
  const leftMs = Date.parse(endDate) - now
  if (leftMs <= 0) return null
  const daysLeft = Math.ceil(leftMs / dayMs)
  return (
    <AppBanner>
      <Trans>
        Your free trial of {appName} ends on {formatDate(endDate)}.
      </Trans>{' '}
      <Plural value={daysLeft} one="# day left." other="# days left." />
    </AppBanner>
  )
}
