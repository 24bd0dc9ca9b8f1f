import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReleasePlan, ShownTestFound } from '../../../../contract/shownRelease.ts'
import { useShareText } from '../../../i18n/measures.ts'
import { useFoundText } from '../../../i18n/useFoundText.ts'
import { useTargetText } from '../steps/useFirstShareText.ts'
import { useNearText, useSinceText } from './useNearText.ts'

/** How far a release is offered. `isHalted`: as it was then. */
export function useSharedText(): (plan: ReleasePlan, isHalted: boolean) => string {
  const { t } = useLingui()
  const shareText = useShareText()
  const sinceText = useSinceText()
  return ({ share, since }, isHalted) => {
    const part = shareText(share)
    if (isHalted) {
      return share >= 1
        ? t`It was offered to all detectors. Once it is offered again, it goes on from there, and its updates are counted anew.`
        : t`It was offered to ${part} of the detectors. Once it is offered again, it goes on from there, and its updates are counted anew.`
    }
    if (since === null) return share >= 1 ? t`Offered to all detectors.` : t`Offered to ${part} of the detectors.`
    return share >= 1 ? t`Offered to all detectors ${sinceText(since)}.` : t`Offered to ${part} of the detectors ${sinceText(since)}.`
  }
}

/** How it goes on, and what that waits for; null while it is paused. */
export function useNextText(): (plan: ReleasePlan) => string | null {
  const { t } = useLingui()
  const targetText = useTargetText()
  const nearText = useNearText()
  return ({ share, shares, next, pause }) => {
    if (pause !== null) return null
    if (next === null && share >= 1) return t`It stays staged until you offer it to everyone.`
    if (shares.length === 0) return t`It grows by hand only.`
    if (next === null) return t`Its plan ends here: it grows by hand only.`
    const { outcomes, notBefore } = next
    // All detectors are in its share: what is left is the release itself.
    const target = share >= 1 ? t({ context: 'the next step', message: 'released' }) : targetText(next.share)
    const updates = t`${plural(outcomes, { one: '# more update without a failure', other: '# more updates without a failure' })}`
    if (notBefore === null) return outcomes === 0 ? t`Next: ${target}, within a minute.` : t`Next: ${target}, after ${updates}.`
    const earliest = nearText(notBefore)
    return outcomes === 0
      ? t`Next: ${target}, ${earliest} at the earliest.`
      : t`Next: ${target}, after ${updates}, and ${earliest} at the earliest.`
  }
}

/** What fails in a build or a browser, and that the firmware is not the cause. */
export function useFaultText(): (test: ShownTestFound) => string {
  const { t } = useLingui()
  const foundText = useFoundText()
  return (test) => {
    const whose =
      test.kind === 'browser' ? t`That is the browser’s fault, not the firmware’s.` : t`That is the portal’s fault, not the firmware’s.`
    return `${foundText(test)} ${whose}`
  }
}
