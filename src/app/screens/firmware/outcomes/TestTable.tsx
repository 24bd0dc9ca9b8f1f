import { Trans, useLingui } from '@lingui/react/macro'
import { haltingLogRatio, isOfPortal, limitOf, ratesAt, testKinds } from '../../../../contract/haltingRule.ts'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import { wilsonInterval } from '../../../../contract/wilsonInterval.ts'
import { useShareText } from '../../../i18n/measures.ts'
import { ChartTable } from '../../../kit/chart/ChartTable.tsx'
import type { ShownTest } from './outcomeVerdict.ts'
import { useRatioText } from './useRatioText.ts'
import { useTestName } from './useTestName.ts'

/** What is watched of a release, and how close each is to its limit. */
export function TestTable({ tests }: Pick<ShownOutcomes, 'tests'>) {
  const { t } = useLingui()
  const testName = useTestName()
  return (
    <ChartTable
      title={t`What is watched`}
      className="max-h-none! max-sm:-ml-6"
      columns={[<Trans key="part">Part</Trans>, <Trans key="failed">Failed</Trans>, <Trans key="evidence">Evidence</Trans>]}
      rows={tests.toSorted(byKind).map((test) => ({
        key: `${test.kind} ${test.name}`,
        name: testName(test),
        values: [<Rate key="rate" test={test} />, <Limit key="limit" test={test} />],
      }))}
    />
  )
}

/** The firmware's before the portal's. */
function byKind(one: ShownTest, other: ShownTest): number {
  return testKinds.indexOf(one.kind) - testKinds.indexOf(other.kind) || one.place - other.place
}

/** Of none that has begun there is no rate. */
function Rate({ test: { failures, outcomes } }: { test: ShownTest }) {
  const { i18n } = useLingui()
  const shareText = useShareText()
  const { low, high } = wilsonInterval(failures, outcomes)
  const [failed, begun] = [i18n.number(failures), i18n.number(outcomes)]
  const [rate, lowest, highest] = [failures / outcomes, low, high].map(shareText)
  return (
    <>
      <Trans>
        {failed} of {begun}
      </Trans>
      {outcomes > 0 && (
        <span className="block text-xs text-muted-foreground sm:whitespace-nowrap">
          <Trans>
            {rate}, {lowest} to {highest}
          </Trans>
        </span>
      )}
    </>
  )
}

/** A build or a browser is the portal's: it pauses the plan, and halts nothing. */
function Limit({ test }: { test: ShownTest }) {
  const ratioText = useRatioText()
  const limit = ratioText(Math.log(limitOf(test.kind, test.place)))
  return (
    <>
      <span className="sm:whitespace-nowrap">{ratioText(haltingLogRatio(ratesAt(test.expected), test))}</span>
      <span className="block text-xs text-muted-foreground sm:whitespace-nowrap">
        {isOfPortal(test.kind) ? <Trans>pauses at {limit}</Trans> : <Trans>halts at {limit}</Trans>}
      </span>
    </>
  )
}
