import type { ChartData, UpdateResult } from '../../../../contract/dashboard.ts'
import type { ChartLine } from '../../../kit/chart/chartLine.ts'

/** A result, with one value for each day. */
export type UpdateLine = ChartLine<UpdateResult>

const looks: Readonly<Record<UpdateResult, Pick<UpdateLine, 'colour' | 'dash'>>> = {
  success: { colour: 'var(--success)', dash: [] },
  error: { colour: 'var(--destructive)', dash: [6, 3] },
  unreported: { colour: 'var(--muted-foreground)', dash: [2, 3] },
}

export function chartLines({ series }: ChartData, labels: Readonly<Record<UpdateResult, string>>): UpdateLine[] {
  return series.map(({ name, data }) => {
    const ground = `color-mix(in oklab, ${looks[name].colour} var(--chart-ground, 10%), transparent)`
    return { name, label: labels[name], ...looks[name], ground, values: data.map(([, number]) => number) }
  })
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
