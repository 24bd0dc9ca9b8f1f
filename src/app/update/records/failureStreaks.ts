/** How often updates have failed in the same way in a row, for each detector on this computer. Knows no advice. */
import * as v from 'valibot'
import type { StoredText } from '../../browser/storedItem.ts'
import type { FailedUpdate } from '../../detector/updateJournal.ts'
import { createStoredRecord } from './storedRecord.ts'

const streaksSchema = v.pipe(
  v.object({
    /** The user's id. */
    owner: v.number(),
    /** By serial number. */
    detectors: v.record(
      v.string(),
      v.object({
        cause: v.string(),
        errorType: v.nullable(v.string()),
        timesInRow: v.pipe(v.number(), v.integer(), v.minValue(1)),
        /** Of the latest failure, ISO 8601: a page that shows it again after a reload does not count it again. */
        failedAt: v.string(),
      }),
    ),
  }),
  v.readonly(),
)
type Streaks = v.InferOutput<typeof streaksSchema>

export function createFailureStreaks(stored: StoredText, owner: () => number | null) {
  const streaks = createStoredRecord(streaksSchema, stored, owner)
  const detectors = (): Streaks['detectors'] => streaks.get()?.detectors ?? {}

  /** If the storage is full, the advice does not learn. */
  function write(next: Streaks['detectors']): void {
    const person = owner()
    if (person !== null) streaks.set(Object.keys(next).length === 0 ? null : { owner: person, detectors: next })
  }

  return {
    store: streaks.store,

    /** Counts a failure. Another one than before begins at one again. */
    add({ target: { serialNumber }, cause, errorType, failedAt }: FailedUpdate): void {
      const before = detectors()[serialNumber]
      if (before?.failedAt === failedAt) return
      const isSame = before?.cause === cause && before.errorType === errorType
      const timesInRow = isSame ? before.timesInRow + 1 : 1
      write({ ...detectors(), [serialNumber]: { cause, errorType, timesInRow, failedAt } })
    },

    /** The whole firmware is on the detector: what failed before is over. */
    end({ serialNumber }: FailedUpdate['target']): void {
      const { [serialNumber]: ended, ...others } = detectors()
      if (ended !== undefined) write(others)
    },

    /** How often this failure has happened in a row; 1 if it is not the latest of its detector. */
    timesInRow({ target: { serialNumber }, failedAt }: FailedUpdate): number {
      const streak = detectors()[serialNumber]
      return streak?.failedAt === failedAt ? streak.timesInRow : 1
    },
  }
}
