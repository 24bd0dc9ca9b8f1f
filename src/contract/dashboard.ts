/** The figures that staff start from (the specification, sections 2, 3 and 7), and what stands beside them, an addition. */
import * as v from 'valibot'
import { choice, idsOf } from './crud.ts'
import { endpoint, staff } from './endpoint.ts'
import { booleanText, id, idText, instant } from './fields.ts'
import { chartDaysMax, updateErrorTypes } from './rules.ts'

const cardData = v.object({
  nbUsers: v.number(),
  nbFirmwares: v.number(),
  nbBetaTesters: v.number(),
  /** Users with a running subscription of the companion app; a trial is none. */
  nbSubscriptions: v.number(),
  /** When anybody's companion app was last synchronised; null if none ever was. */
  lastUpdate: v.nullable(instant),
  /** Addition: what the numbers have gained since `cardChangeDays` ago. */
  changes: v.object({ nbUsers: v.number(), nbFirmwares: v.number(), nbBetaTesters: v.number(), nbSubscriptions: v.number() }),
})
export type CardData = v.InferOutput<typeof cardData>

const day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/))

/** `success`: it succeeded. `error`: it failed. `unreported`: its result has not arrived yet. */
const updateResults = ['success', 'error', 'unreported'] as const
export type UpdateResult = (typeof updateResults)[number]

const chartData = v.object({
  /** One number for each day, beside the time at which it begins. A filter by `success` leaves one series. */
  series: v.array(v.object({ name: v.picklist(updateResults), data: v.array(v.tuple([v.pipe(v.number(), v.safeInteger()), v.number()])) })),
  /** Addition: the calendar days of the numbers, "2026-11-21". */
  days: v.array(day),
})
export type ChartData = v.InferOutput<typeof chartData>

const figures = v.object({
  /** Versions by how often they were installed or failed to be, `topMax` at most. All languages of a version count together. */
  versions: v.array(v.object({ product: choice, versionName: v.string(), successes: v.number(), errors: v.number() })),
  /** All types, also those that did not occur. */
  errors: v.array(v.object({ type: v.picklist(updateErrorTypes), number: v.number() })),
  /** Products by their updates of any result, `topMax` at most; a chosen product changes nothing. */
  products: v.array(v.object({ product: choice, number: v.number() })),
})
export type UpdateFigures = v.InferOutput<typeof figures>

const listedDetectors = {
  total: v.number(),
  /** The latest, `topMax` at most. */
  detectors: v.array(v.object({ id, serialNumberFormatted: v.string(), product: choice, user: choice, since: instant })),
}
const withoutFirmware = v.object({
  ...listedDetectors,
  /** Erased by an update whose result is unknown, and silent for `silentAfterMs`. `since`: when it was last heard of. */
  silent: v.object(listedDetectors),
})
export type DetectorsWithoutFirmware = v.InferOutput<typeof withoutFirmware>

/** 0, or an empty text, stands for all products. */
const productId = v.optional(
  v.union([
    v.pipe(
      v.picklist(['', '0']),
      v.transform(() => 0),
    ),
    idText,
  ]),
  '0',
)

/** In ms since 1970. */
const timestamp = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

/** Addition: the time zone whose days are meant, "Europe/Paris"; UTC without it. Offsets are refused: they know no summer time. */
const timeZone = v.optional(
  v.pipe(v.string(), v.description('A time zone that Unicode knows.'), v.maxLength(64), v.regex(/^[A-Za-z][\w+/-]*$/), v.check(isTimeZone)),
  'UTC',
)

/** The days on which the two times lie, both included; what lies ahead is left out. At most `chartDaysMax`. */
const periodMeaning = `The period has at most ${chartDaysMax} days and does not end before it begins.`
const period = { productId, startDateTimestamp: timestamp, endDateTimestamp: timestamp, timeZone }
export const dashboard = {
  getCardData: endpoint({
    method: 'GET',
    path: '/dashboard/getCardData',
    audience: staff,
    isReadOnly: true,
    body: 'none',
    response: cardData,
  }),

  /** The products to choose from, by name. */
  getProducts: endpoint({
    method: 'GET',
    path: '/dashboard/getProducts',
    audience: staff,
    isReadOnly: true,
    body: 'none',
    response: v.array(choice),
  }),

  /** Product updates by the day on which they began. */
  getChartData: endpoint({
    method: 'POST',
    path: '/dashboard/getChartData',
    audience: staff,
    body: 'form',
    request: v.pipe(
      v.strictObject({ ...period, success: v.optional(booleanText) }),
      v.description(periodMeaning),
      v.check((asked) => isPeriod(asked)),
    ),
    response: chartData,
  }),

  /** Addition: the same updates by version, error and product. */
  getUpdateFigures: endpoint({
    method: 'POST',
    path: '/dashboard/getUpdateFigures',
    audience: staff,
    body: 'form',
    request: v.pipe(
      v.strictObject(period),
      v.description(periodMeaning),
      v.check((asked) => isPeriod(asked)),
    ),
    response: figures,
  }),

  /** Addition: the detectors that have no firmware now, because an update of them has failed; and those of which it can only be feared. */
  getDetectorsWithoutFirmware: endpoint({
    method: 'GET',
    path: '/dashboard/getDetectorsWithoutFirmware',
    audience: staff,
    isReadOnly: true,
    body: 'none',
    response: withoutFirmware,
    people: ({ detectors, silent }: DetectorsWithoutFirmware) => idsOf([...detectors, ...silent.detectors].map(({ user }) => user)),
  }),
}

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function isPeriod({ startDateTimestamp: start, endDateTimestamp: end }: { startDateTimestamp: number; endDateTimestamp: number }): boolean {
  return start <= end && end - start <= chartDaysMax * 24 * 60 * 60 * 1000
}
