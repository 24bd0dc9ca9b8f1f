import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'

export type Recall = NonNullable<ShownRelease['recall']>

/** How many detectors still have a withdrawn release, of the most that had it on one of the days, and how many owners know by mail. */
export function useRecallText(): { readonly left: (recall: Recall) => string; readonly told: (recall: Recall) => string | null } {
  const { t, i18n } = useLingui()
  return {
    left({ left, days }) {
      const most = mostOf(days)
      if (left === 0) return t`No detector has it any more.`
      if (left >= most) return t`${plural(left, { one: '# detector still has it.', other: '# detectors still have it.' })}`
      return t`${plural(left, {
        one: `# of ${i18n.number(most)} detectors still has it.`,
        other: `# of ${i18n.number(most)} detectors still have it.`,
      })}`
    },
    told({ told, left }) {
      if (told === 0) return left === 0 ? null : t`No owner has been told by mail yet.`
      return t`${plural(told, { one: '# owner was told by mail.', other: '# owners were told by mail.' })}`
    },
  }
}

/** A detector that was offline may report later that it has the release: the first day is not always the highest. */
export function mostOf(days: Recall['days']): number {
  return Math.max(0, ...days.map(({ left }) => left))
}
