import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import { wilsonInterval } from '../../../../contract/wilsonInterval.ts'
import { useShareText } from '../../../i18n/measures.ts'

/** All that has begun in one line, and the rate of the version before. */
export function Totals({ outcomes: { totals, tests } }: { outcomes: ShownOutcomes }) {
  const { t } = useLingui()
  const shareText = useShareText()
  const { begun, running, succeeded, failed, repaired } = totals
  const { low, high } = wilsonInterval(failed, begun)
  const [rate, lowest, highest] = [failed / begun, low, high].map(shareText)
  const before = tests.find(({ kind }) => kind === 'all')?.before ?? null
  const isBeforeKnown = before !== null && before.outcomes > 0
  const parts = [
    t`${plural(begun, { one: '# begun', other: '# begun' })}`,
    t`${plural(succeeded, { one: '# succeeded', other: '# succeeded' })}`,
    `${t`${plural(failed, { one: '# failed', other: '# failed' })}`} (${t`${rate}, ${lowest} to ${highest}`})`,
    ...(running > 0 ? [t`${plural(running, { one: '# running', other: '# running' })}`] : []),
    ...(repaired > 0 ? [t`${plural(repaired, { one: '# repaired', other: '# repaired' })}`] : []),
  ]
  return (
    <p className="text-pretty tabular-nums">
      {parts.join(' · ')}
      {isBeforeKnown && (
        <span className="text-muted-foreground"> — {t`the version before: ${shareText(before.failures / before.outcomes)}`}</span>
      )}
    </p>
  )
}
