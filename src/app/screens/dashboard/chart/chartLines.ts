import type { ChartData, UpdateResult } from '../../../../contract/dashboard.ts'

/** How a result is drawn: by its colour and by the form of its line, for those who do not tell colours apart. */
export type ChartLine = {
  readonly name: UpdateResult
  readonly label: string
  /** A colour of app.css. */
  readonly colour: string
  /** Lengths of dashes and gaps in px; a solid line without. */
  readonly dash: readonly number[]
  /** One for each day. */
  readonly values: readonly number[]
}

const looks: Readonly<Record<UpdateResult, Pick<ChartLine, 'colour' | 'dash'>>> = {
  success: { colour: 'var(--success)', dash: [] },
  error: { colour: 'var(--destructive)', dash: [6, 3] },
  unreported: { colour: 'var(--muted-foreground)', dash: [2, 3] },
}

export function chartLines({ series }: ChartData, labels: Readonly<Record<UpdateResult, string>>): ChartLine[] {
  return series.map(({ name, data }) => ({ name, label: labels[name], ...looks[name], values: data.map(([, number]) => number) }))
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
