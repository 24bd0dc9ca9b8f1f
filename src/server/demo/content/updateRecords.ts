/** Two years of updates: who installs what and when, and how often it fails. */
import type { UpdateErrorType } from '../../../contract/rules.ts'
import type { productUpdates } from '../../db/tables.ts'
import { addDays } from './days.ts'
import type { SeededRandom } from './seededRandom.ts'

type NewProductUpdate = typeof productUpdates.$inferInsert

/** An update takes about three minutes from start to report. */
const updateDays = 3 / (24 * 60)

/** Most failures are a pulled cable; few are a detector that does not restart. */
const failures: readonly UpdateErrorType[] = [
  'DECONNECTION_ERROR',
  'DECONNECTION_ERROR',
  'DECONNECTION_ERROR',
  'REPROGRAMMATION_ERROR',
  'REPROGRAMMATION_ERROR',
  'REBOOT_ERROR',
]

/** `releases`: for the detector's model in its owner's language, oldest first. */
export function demoUpdates(
  random: SeededRandom,
  detector: { id: number; createdAt: Date },
  releases: readonly { id: number; releaseDate: Date }[],
  now: Date,
): NewProductUpdate[] {
  return releases.flatMap(({ id, releaseDate }) => {
    if (random.chance(0.2)) return []
    const earliest = releaseDate > detector.createdAt ? releaseDate : detector.createdAt
    // Many customers update in the first days, some months later. Some install the same release again.
    const first = addDays(earliest, 120 * random.fraction() ** 3)
    const again = Array.from({ length: random.integer(0, 2) }, () => addDays(first, 200 * random.fraction()))
    return [first, ...again].flatMap((date) => attempts(random, detector.id, id, date, now))
  })
}

/** If the last update took two attempts, leaves the second one out: the detector has no firmware until somebody helps its owner. */
export function withoutRetry(updates: readonly NewProductUpdate[]): NewProductUpdate[] {
  const inOrder = updates.toSorted((one, other) => Number(one.date) - Number(other.date))
  const failed = inOrder.at(-2)
  if (failed?.errorType !== 'DECONNECTION_ERROR' && failed?.errorType !== 'REPROGRAMMATION_ERROR') return inOrder
  return [...inOrder.slice(0, -2), { ...failed, firmwareAfter: 'none' }]
}

/** Retries until the update succeeds. */
function attempts(random: SeededRandom, userProductId: number, firmwareId: number, start: Date, now: Date): NewProductUpdate[] {
  const records: NewProductUpdate[] = []
  let date = start
  while (date < now && random.chance(0.06)) {
    records.push(updateRecord(userProductId, firmwareId, date, random.pick(failures)))
    date = addDays(date, 0.005 + 0.3 * random.fraction() ** 4)
  }
  if (addDays(date, updateDays) < now) records.push(updateRecord(userProductId, firmwareId, date, null))
  return records
}

export function updateRecord(userProductId: number, firmwareId: number, date: Date, errorType: UpdateErrorType | null): NewProductUpdate {
  return { userProductId, firmwareId, date, success: errorType === null, errorType, reportedAt: addDays(date, updateDays) }
}
