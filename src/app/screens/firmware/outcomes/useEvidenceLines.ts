import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { ChartLine } from '../../../kit/chart/chartLine.ts'
import type { Evidence } from './outcomeEvidence.ts'

export type EvidenceLine = ChartLine<'halting' | 'accepting'>

/** The curves of a release: one without a next step has no evidence for it. */
export function useEvidenceLines(evidence: readonly Evidence[], hasNext: boolean): readonly EvidenceLine[] {
  const { t } = useLingui()
  return useMemo(() => {
    const halting: EvidenceLine = {
      name: 'halting',
      label: t`All updates (halt)`,
      colour: 'var(--destructive)',
      dash: [],
      values: evidence.map((one) => one.halting),
    }
    const accepting: EvidenceLine = {
      name: 'accepting',
      label: t`Updates a day old (next step)`,
      colour: 'var(--success)',
      dash: [6, 3],
      values: evidence.map((one) => one.accepting),
    }
    return hasNext ? [halting, accepting] : [halting]
  }, [evidence, hasNext, t])
}
