/** What must be remembered of an update when the page is closed in the middle of it. Rows of app/browserStore.ts; knows no screen. */
import type { ErrorCode } from '../errors.ts'
import type { OfferedFirmware } from '../contract/firmware.ts'
import type { UpdateErrorType } from '../contract/rules.ts'
import type { Recording, UpdateFailure } from '../device/workerApi.ts'
import { openRows, type Rows } from './browserStore.ts'

/** What is being installed on which detector, in the words the page shows. */
export type UpdateTarget = {
  readonly userProductId: number
  readonly firmwareId: number
  readonly versionName: string
  readonly productName: string
  readonly serialNumber: string
  readonly serialNumberFormatted: string
  readonly productTypeId: number
  /** The whole firmware file, as published. */
  readonly file: { readonly sizeBytes: number; readonly sha256: string }
}

/** Why an update ended early. `errorType` is null where it ended before there was a record to report on. */
export type FailedUpdate = {
  readonly target: UpdateTarget
  readonly cause: ErrorCode
  readonly errorType: UpdateErrorType | null
  readonly during: 'download' | 'record' | UpdateFailure['during']
  readonly sentBytes: number
  readonly totalBytes: number
  /** ISO 8601. */
  readonly failedAt: string
}

/** How far an update had come. */
export type UpdatePlace = {
  readonly during: UpdateFailure['during']
  /** Of the whole bar, as the person saw it. */
  readonly percent: number
  /** Of the image. */
  readonly sentBytes: number
  readonly totalBytes: number
}

export type JournalRow = {
  /** The user's id: another user of the same computer is never asked. */
  readonly owner: number
  readonly target: UpdateTarget
  /** What it takes to start again, without asking the server. */
  readonly firmware: OfferedFirmware
  /** The outbox entry that opened the record. */
  readonly record: number
  readonly stage:
    /** How far it was at the last note of it; null before the first. */
    | { readonly name: 'running'; readonly place: UpdatePlace | null }
    /** The detector has its firmware; whether it restarted has not been answered. */
    | { readonly name: 'asking' }
    /** Reported already, not shown yet: the page had to be loaded again, and the worker with its recording. */
    | { readonly name: 'failed'; readonly failure: FailedUpdate; readonly recording: Recording | null }
    /** Reported and shown. The detector waits in update mode until somebody finishes it. */
    | { readonly name: 'stopped'; readonly place: UpdatePlace }
}

/** From the erase on a detector without its whole new firmware does not start (device protocol, rule 5). */
export function needsFinishing({ during }: Pick<UpdatePlace, 'during'>): boolean {
  return during !== 'loading'
}

export const updateJournal = openRows<JournalRow>('updateJournal')

/** Leaves nothing of a user who signs out: no question may come back whose record is no longer known here. */
export async function forgetUpdatesOf(owner: number | null, journal: Rows<JournalRow> = updateJournal): Promise<void> {
  for (const row of await journal.all()) {
    if (row.owner === owner) await journal.delete(row.sequence)
  }
}
