/** How the last update of this computer ended. The page shows it until the next thing happens, also after a reload. Knows no detector. */
import * as v from 'valibot'
import type { StoredText } from '../../browser/storedItem.ts'
import type { AskingRow } from '../../detector/updateJournal.ts'
import { createStoredRecord } from './storedRecord.ts'

const lastEndSchema = v.pipe(
  v.object({
    /** The user's id. */
    owner: v.number(),
    /** Of the `UpdateTarget`. */
    target: v.object({
      userProductId: v.number(),
      productName: v.string(),
      versionName: v.string(),
      language: v.string(),
      before: v.nullable(v.object({ versionName: v.string(), language: v.string() })),
      next: v.optional(v.string()),
    }),
    changeLog: v.nullable(v.string()),
    /** What the person answered. */
    hasRestarted: v.boolean(),
    /** When the last byte was on the detector, not when the person answered. ISO 8601. */
    at: v.pipe(v.string(), v.isoTimestamp()),
    /** From its record to the last byte. */
    tookMs: v.number(),
  }),
  v.readonly(),
)

export type LastEnd = v.InferOutput<typeof lastEndSchema>

export type LastEnds = ReturnType<typeof createLastEnd>

/** If the storage is full, the page remembers no end. */
export function createLastEnd(stored: StoredText, owner: () => number | null) {
  return createStoredRecord(lastEndSchema, stored, owner)
}

/** Of an update whose restart question is answered. */
export function endOfUpdate({ owner, target, firmware, stage }: AskingRow, hasRestarted: boolean): LastEnd {
  const { userProductId, productName, versionName, language, before, next } = target
  const { tookMs, endedAt: at } = stage
  const shown = { userProductId, productName, versionName, language, before, next }
  return { owner, target: shown, changeLog: firmware.changeLog, hasRestarted, at, tookMs }
}

/** Whether the detector had the same firmware before. */
export function isReinstall({ before, versionName, language }: LastEnd['target']): boolean {
  return before?.versionName === versionName && before.language === language
}
