import { Trans, useLingui } from '@lingui/react/macro'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { ChartTable } from '../../../kit/chart/ChartTable.tsx'
import type { Evidence } from './outcomeEvidence.ts'
import type { EvidenceLine } from './useEvidenceLines.ts'
import { useRatioText } from './useRatioText.ts'

/** The numbers of the chart at each time at which they changed, the newest first. */
export function EvidenceTable({ evidence, lines }: { evidence: readonly Evidence[]; lines: readonly EvidenceLine[] }) {
  const { t, i18n } = useLingui()
  const ratioText = useRatioText()
  const changed = evidence.flatMap((one, place) => (isSame(one, evidence[place - 1]) ? [] : [{ ...one, place }]))
  return (
    <ChartTable
      title={t`Evidence of its outcomes over time`}
      columns={[
        <Trans key="time">Time</Trans>,
        <Trans key="begun">Begun</Trans>,
        <Trans key="failed">Failed</Trans>,
        ...lines.map(({ label }) => label),
      ]}
      rows={changed.toReversed().map(({ at, outcomes, failures, place }) => ({
        key: at,
        name: formatDateTime(at),
        values: [i18n.number(outcomes), i18n.number(failures), ...lines.map(({ values }) => ratioText(values[place] ?? 0))],
      }))}
    />
  )
}

function isSame(one: Evidence, before: Evidence | undefined): boolean {
  return (
    one.outcomes === before?.outcomes &&
    one.failures === before.failures &&
    one.forStep.outcomes === before.forStep.outcomes &&
    one.forStep.failures === before.forStep.failures
  )
}
