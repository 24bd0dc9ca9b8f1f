import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useMemo } from 'react'
import { haltAt, leastFailures } from '../../../../contract/haltingRule.ts'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import { importWithRetry } from '../../../browser/lazyModule.ts'
import { useShareText } from '../../../i18n/measures.ts'
import { AsTable } from '../../../kit/chart/AsTable.tsx'
import { LineSample } from '../../../kit/chart/LineSample.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EvidenceTable } from './EvidenceTable.tsx'
import { evidenceOf, type NextStep } from './outcomeEvidence.ts'
import { useEvidenceLines } from './useEvidenceLines.ts'

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
              {label}
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
