import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo } from 'react'
import { haltAt, leastFailures } from '../../../../contract/haltingRule.ts'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import { importWithRetry } from '../../../browser/lazyModule.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useShareText } from '../../../i18n/measures.ts'
import { AsTable } from '../../../kit/chart/AsTable.tsx'
import { ChartTable } from '../../../kit/chart/ChartTable.tsx'
import { LineSample } from '../../../kit/chart/LineSample.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Evidence, evidenceOf, type NextStep } from './outcomeEvidence.ts'
import { type EvidenceLine, useEvidenceLines } from './useEvidenceLines.ts'
import { useRatioText } from './useRatioText.ts'

const EvidenceChart = lazy(async () => ({ default: (await importWithRetry(() => import('./EvidenceChart.tsx'))).EvidenceChart }))

type OutcomeCurveProps = {
  outcomes: ShownOutcomes
  /** Null if the outcomes lead to none. */
  next: NextStep | null
}

/** How the evidence went: towards the line at which the release halts, and towards the one at which its plan goes on. */
export function OutcomeCurve({ outcomes: { course, tests }, next }: OutcomeCurveProps) {
  const { i18n } = useLingui()
  const shareText = useShareText()
  const expected = tests.find(({ kind }) => kind === 'all')?.expected
  const evidence = useMemo(() => evidenceOf(course, expected ?? 0), [course, expected])
  const lines = useEvidenceLines(evidence, next !== null)
  if (expected === undefined || course.length === 0) return null
  const [rate, limit] = [shareText(expected), i18n.number(haltAt)]
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-prose text-xs text-pretty text-muted-foreground">
        <Trans>
          Up to {rate} of first attempts are expected to fail. The chart says how many times likelier these outcomes are if more do. The
          release is halted at {limit}×, with {leastFailures} failures at least.
        </Trans>
      </p>
      {lines.length > 1 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
          {lines.map(({ name, label, ...look }) => (
            <li key={name} className="flex items-center gap-2">
              <LineSample {...look} />
              <span>{label}</span>
            </li>
          ))}
        </ul>
      )}
      <Suspense fallback={<Skeleton className="h-[280px]" />}>
        <EvidenceChart evidence={evidence} lines={lines} next={next} />
      </Suspense>
      <AsTable>
        <EvidenceTable evidence={evidence} lines={lines} />
      </AsTable>
    </div>
  )
}

/** The numbers of the chart at each time at which they changed, the newest first. */
function EvidenceTable({ evidence, lines }: { evidence: readonly Evidence[]; lines: readonly EvidenceLine[] }) {
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
