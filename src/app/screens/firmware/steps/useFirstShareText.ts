import { useLingui } from '@lingui/react/macro'
import type { ReleaseAudience, ShownRelease } from '../../../../contract/shownRelease.ts'
import { defaultPlan } from '../../../../contract/releasePlan.ts'
import { useShareText } from '../../../i18n/measures.ts'
import { useListText } from '../conditions/conditionWords.ts'
import { useAudienceText, useNobodyText } from './useAudienceText.ts'

type First = {
  readonly release: Pick<ShownRelease, 'versionName' | 'requirements' | 'holds'>
  readonly audience: ReleaseAudience
  /** From 0 to 1. */
  readonly share: number
}

/** Whom the first step of a plan reaches, and how it goes on. */
export function useFirstShareText(): (first: First) => string {
  const { t } = useLingui()
  const audienceText = useAudienceText()
  const nobodyText = useNobodyText()
  const shareText = useShareText()
  const targetText = useTargetText()
  const listText = useListText()
  return ({ release, audience, share }) => {
    const isNobody = audience.customers === 0
    const people = audienceText(audience, 'staged')
    if (share >= 1) {
      const reached = isNobody
        ? nobodyText(release, 'staged')
        : t`It will be offered to ${people} at once, which is everyone: too few of them update for smaller steps.`
      return `${reached} ${t`It is then released as updates succeed, a day later at the earliest.`}`
    }
    const reached = isNobody
      ? nobodyText(release, 'staged', share)
      : t`It will be offered to ${people} first, about ${shareText(share)} of all detectors.`
    const later = listText(defaultPlan.filter((planned) => planned > share).map(targetText))
    return `${reached} ${t`It then grows to ${later} as updates succeed, at most one step a day.`}`
  }
}

/** "30%", "everyone": what a plan leads to. */
export function useTargetText(): (share: number) => string {
  const { t } = useLingui()
  const shareText = useShareText()
  return (share) => (share >= 1 ? t({ context: 'a share', message: 'everyone' }) : shareText(share))
}
