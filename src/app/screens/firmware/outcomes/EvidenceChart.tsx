/** The chart of a release's evidence. Loaded lazily, because uPlot is large. */
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { haltAt } from '../../../../contract/haltingRule.ts'
import { evidenceFor } from '../../../../contract/releasePlan.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'
import { useShareText } from '../../../i18n/measures.ts'
import type { ChartLevel } from '../../../kit/chart/chartLine.ts'
import { LineChart } from '../../../kit/chart/LineChart.tsx'
import { type Evidence, evidenceAxis, type NextStep } from './outcomeEvidence.ts'
import { timeNames } from './timeNames.ts'
import type { EvidenceLine } from './useEvidenceLines.ts'
import { useRatioText } from './useRatioText.ts'

type EvidenceChartProps = {
  evidence: readonly Evidence[]
  lines: readonly EvidenceLine[]
  next: NextStep | null
}

const pageLength = 10

export function EvidenceChart({ evidence, lines, next }: EvidenceChartProps) {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const ratioText = useRatioText()
  const levels = useLevels(next)
  const axis = useMemo(() => ({ ...evidenceAxis(lines.flatMap(({ values }) => values)), format: ratioText }), [lines, ratioText])
  const places = useMemo(() => {
    const times = evidence.map(({ at }) => Date.parse(at))
    const [from = 0, to = from] = [times[0], times.at(-1)]
    return {
      titles: evidence.map(({ at }) => formatDateTime(at)),
      namesOf: (most: number) => timeNames({ from, to, count: times.length }, most, locale),
    }
  }, [evidence, locale])
  return (
    <LineChart
      title={t`Evidence of its outcomes over time`}
      {...places}
      lines={lines}
      levels={levels}
      axis={axis}
      pageLength={pageLength}
    />
  )
}

function useLevels(next: NextStep | null): readonly ChartLevel[] {
  const { t } = useLingui()
  const shareText = useShareText()
  const [planned, reached] = [next?.planned ?? null, next?.reached ?? 1]
  const share = shareText(reached)
  return useMemo(() => {
    const halt: ChartLevel = { value: Math.log(haltAt), label: t`halts here`, colour: 'var(--destructive)', side: 'above' }
    if (planned === null) return [halt]
    const label = reached === 1 ? t`goes to everybody here` : t`goes on to ${share} here`
    return [halt, { value: Math.log(evidenceFor(planned)), label, colour: 'var(--success)', side: 'below' }]
  }, [planned, reached, share, t])
}
