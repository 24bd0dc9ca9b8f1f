/** A line of a chart: told by its colour and by the form of its line, for those who do not tell colours apart. */
export type ChartLine<Name extends string = string> = {
  readonly name: Name
  readonly label: string
  /** A colour of app.css. */
  readonly colour: string
  /** Of the ground beneath it; nothing without. */
  readonly ground?: string
  /** Lengths of dashes and gaps in px; a solid line without. */
  readonly dash: readonly number[]
  /** One for each place from left to right. */
  readonly values: readonly number[]
}

/**
 * The values of a line whose last place is still unfinished, in two lines: up to the place before, and from there to the last one, which is
 * drawn dashed. null where a line has nothing. A single place has nothing before it.
 */
export function splitBeforeLast(values: readonly number[]): readonly [finished: (number | null)[], unfinished: (number | null)[]] {
  const last = values.length - 1
  return [values.map((value, place) => (place < last ? value : null)), values.map((value, place) => (place < last - 1 ? null : value))]
}

/** A value that is marked from side to side, with its name beside it. */
export type ChartLevel = {
  readonly value: number
  readonly label: string
  readonly colour: string
  /** On which side of it the name stands. */
  readonly side: 'above' | 'below'
}

/** The axis of the values. */
export type ValueAxis = {
  readonly range: readonly [low: number, high: number]
  /** The values that are named; whole numbers where it is left out. */
  readonly at?: readonly number[]
  readonly format: (value: number) => string
}

/** A name on the axis of places; it may stand between two. */
export type PlaceName = { readonly place: number; readonly name: string }
