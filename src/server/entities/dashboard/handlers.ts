import type { contract } from '../../../contract/contract.ts'
import type { HandlersOf } from '../../call.ts'
import { findProductChoices } from '../product/productChoices.ts'
import { findCardData } from './cardData.ts'
import { findDetectorsWithoutFirmware } from './detectorsWithoutFirmware.ts'
import { type LocalDays, localDays, quarterMs } from './localDays.ts'
import { findUpdateFigures } from './updateFigures.ts'
import { findUpdatesByDay } from './updatesByDay.ts'

export const dashboard: HandlersOf<typeof contract.dashboard> = {
  getCardData: ({ db, now }) => findCardData(db, now),

  getProducts: ({ db }) => findProductChoices(db),

  async getChartData({ body, db, now }) {
    const { days, bounds } = daysOf(body, now)
    const numbers = await findUpdatesByDay(db, body.productId, bounds)
    const { success } = body
    const results = success === undefined ? (['success', 'error', 'unreported'] as const) : ([success ? 'success' : 'error'] as const)
    const series = results.map((name) => ({
      name,
      data: days.map((_, index): [number, number] => [(bounds[index] ?? 0) * quarterMs, numbers[index]?.[name] ?? 0]),
    }))
    return { series, days: [...days] }
  },

  getUpdateFigures({ body, db, now }) {
    const { bounds } = daysOf(body, now)
    return findUpdateFigures(db, body.productId, { from: bounds.at(0) ?? 0, to: bounds.at(-1) ?? 0 })
  },

  getDetectorsWithoutFirmware: ({ db }) => findDetectorsWithoutFirmware(db),
}

type Period = { readonly startDateTimestamp: number; readonly endDateTimestamp: number; readonly timeZone: string }

function daysOf({ startDateTimestamp, endDateTimestamp, timeZone }: Period, now: Date): LocalDays {
  return localDays(new Date(startDateTimestamp), new Date(Math.min(endDateTimestamp, now.getTime())), timeZone)
}
