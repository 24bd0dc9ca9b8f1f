import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { accountDetectorsMax, leastFailures } from '../../../../contract/haltingRule.ts'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import { useCountText } from './useCountText.ts'

/** Which count it is, and what it leaves out. */
export function CountNotes({ outcomes: { round, uncounted } }: { outcomes: ShownOutcomes }) {
  const count = useCountText()(round)
  const uncountedText = useUncountedText()
  if (round === 1 && uncounted.begun + uncounted.failed === 0) return null
  return (
    <p className="text-xs text-pretty text-muted-foreground tabular-nums">
      {round > 1 && (
        <>
          <Trans>{count}, since it was offered again.</Trans>{' '}
        </>
      )}
      {uncountedText(uncounted)}
    </p>
  )
}

function useUncountedText(): (uncounted: ShownOutcomes['uncounted']) => string | null {
  const { t } = useLingui()
  return ({ begun, failed }) => {
    const detectors = t`${plural(begun, {
      one: `# detector, as only the first ${accountDetectorsMax} of an account count`,
      other: `# detectors, as only the first ${accountDetectorsMax} of an account count`,
    })}`
    const failures = t`${plural(failed, {
      one: `# failure, as each of the first ${leastFailures} comes from another account`,
      other: `# failures, as each of the first ${leastFailures} comes from another account`,
    })}`
    const parts = [...(begun > 0 ? [detectors] : []), ...(failed > 0 ? [failures] : [])].join(t`; `)
    return parts === '' ? null : t`Not counted: ${parts}.`
  }
}
