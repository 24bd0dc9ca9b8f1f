import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { freeTrialDays } from '../../contract/rules.ts'
import { formatDate } from '../i18n/formatDate.ts'
import { ownProfile } from '../session/ownProfile.ts'
import { useConfiguration } from '../api/useConfiguration.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Advertises the free trial of the companion app until the date in the profile (the specification, section 1). */
export function TrialBanner() {
  const { t } = useLingui()
  const { data: profile } = useQuery(ownProfile)
  const appName = useConfiguration()?.brand.appName
  const [now] = useState(() => Date.now())
  const endDate = profile?.freeTrialEndDate ?? null
  if (endDate === null || appName === undefined) return null
  const leftMs = Date.parse(endDate) - now
  if (leftMs <= 0) return null
  const daysLeft = Math.ceil(leftMs / dayMs)
  return (
    <aside
      aria-label={t`Free trial`}
      className="flex items-start justify-center gap-3 border-b bg-accent/60 px-4 py-2 text-sm text-accent-foreground"
    >
      <Sparkles aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="text-pretty">
        <Trans>
          Try {appName} free for {freeTrialDays} days. Your trial ends on {formatDate(endDate)}.
        </Trans>{' '}
        <Plural value={daysLeft} one="# day left." other="# days left." />
      </p>
    </aside>
  )
}
