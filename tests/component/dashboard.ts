/** Answers of the dashboard's calls: the updates of each asked day, made of its date. */
import type { CardData, ChartData, DetectorsWithoutFirmware, UpdateFigures } from '../../src/contract/dashboard.ts'
import type { FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'

export const cardData: CardData = {
  nbUsers: 1_234,
  nbFirmwares: 15,
  nbBetaTesters: 7,
  nbSubscriptions: 89,
  lastUpdate: '2026-03-05T09:00:00.000Z',
  changes: { nbUsers: 12, nbFirmwares: 0, nbBetaTesters: -2, nbSubscriptions: -3 },
}

const master = { id: 2, tostring: 'WS6 Master' }
const small = { id: 3, tostring: 'WSAII' }

const figures: UpdateFigures = {
  versions: [
    { product: master, versionName: '5.2', successes: 996, errors: 4 },
    { product: small, versionName: '2.0', successes: 5, errors: 5 },
  ],
  errors: [
    { type: 'DECONNECTION_ERROR', number: 6 },
    { type: 'REPROGRAMMATION_ERROR', number: 3 },
    { type: 'REBOOT_ERROR', number: 0 },
  ],
  products: [
    { product: master, number: 1_000 },
    { product: small, number: 10 },
  ],
}

export const noFigures: UpdateFigures = { versions: [], errors: figures.errors.map(({ type }) => ({ type, number: 0 })), products: [] }

/** No detector without a firmware, and none silent. */
export function noneMissing(): DetectorsWithoutFirmware {
  const none = { total: 0, detectors: [] }
  return { ...none, silent: none }
}

const withoutFirmware: DetectorsWithoutFirmware = {
  total: 12,
  detectors: [
    {
      id: 1,
      serialNumberFormatted: '0A 1B 2C 3D 4E',
      product: master,
      user: { id: 4, tostring: 'Marc Delaunay (marc.delaunay.de.saint-germain-en-laye@example.com)' },
      since: '2026-03-05T09:00:00.000Z',
    },
  ],
  silent: {
    total: 1,
    detectors: [
      {
        id: 2,
        serialNumberFormatted: '1A 1B 2C 3D 4E',
        product: small,
        user: { id: 5, tostring: 'Amélie Blanchard' },
        since: '2026-03-06T09:00:00.000Z',
      },
    ],
  },
}

type Asked = { readonly startDateTimestamp: number; readonly endDateTimestamp: number; readonly success?: boolean | undefined }

/** 10 successes, 3 failures and 1 update without a result on a day whose date ends in 3, and so on. No updates on Sundays. */
export function chartOf({ startDateTimestamp, endDateTimestamp, success }: Asked): ChartData {
  const days: string[] = []
  for (const day = new Date(startDateTimestamp); day.getTime() <= endDateTimestamp; day.setDate(day.getDate() + 1))
    days.push([day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-'))
  const names = success === undefined ? (['success', 'error', 'unreported'] as const) : ([success ? 'success' : 'error'] as const)
  return { days, series: names.map((name) => ({ name, data: days.map((day) => [Date.parse(day), numbersOf(day)[name]]) })) }
}

export function withoutUpdates({ days, series }: ChartData): ChartData {
  return { days, series: series.map(({ name, data }) => ({ name, data: data.map(([time]) => [time, 0]) })) }
}

function numbersOf(day: string) {
  const isSunday = new Date(`${day}T00:00:00Z`).getUTCDay() === 0
  return isSunday ? { success: 0, error: 0, unreported: 0 } : { success: 10, error: Number(day.at(-1)), unreported: 1 }
}

export const dashboardCalls = {
  getCardData: () => cardData,
  getProducts: () => [master, small],
  getChartData: ({ body }) => chartOf(body),
  getUpdateFigures: () => figures,
  getDetectorsWithoutFirmware: () => withoutFirmware,
} satisfies FakeCalls['dashboard']

/** The mouse may rest on a link, whose list is then fetched ahead. */
export const linkedLists: FakeCalls = { user: fakeTable(() => []), firmware: fakeTable(() => []) }
