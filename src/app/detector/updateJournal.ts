/** What must be remembered of an update when the page is closed in the middle of it. Rows of app/browserStore.ts; knows no screen. */
import type { ErrorCode } from '../../errors.ts'
import type { OfferedFirmware } from '../../contract/firmware.ts'
import type { FirmwareAfterFailure, FirmwareState, UpdateErrorType } from '../../contract/rules.ts'
import type { Recording, UpdateFailure } from '../../device/workerApi.ts'
import { openRows, type Rows } from '../browser/browserStore.ts'

/** What is being installed on which detector, in the words the page shows. */
export type UpdateTarget = {
  readonly userProductId: number
  readonly firmwareId: number
  readonly versionName: string
  /** Absent in rows of an earlier version of the app, as `before` is. */
  readonly language?: string
  /** What it replaces; null where nobody knows. */
  readonly before?: { readonly versionName: string; readonly language: string } | null
  /** An update before this one had erased it, and none has succeeded since. */
  readonly wasErased?: boolean
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
  /** What it left on the detector. */
  readonly firmwareAfter: FirmwareAfterFailure
  /** Of the whole bar, as the person saw it; null where it ended before the detector was asked anything. */
  readonly percent: number | null
  readonly sentBytes: number
  readonly totalBytes: number
  /** ISO 8601. */
  readonly failedAt: string
}

/** Of an update that ends before the detector was asked anything. */
export function earlyEnd(totalBytes: number) {
  return { errorType: null, percent: null, sentBytes: 0, totalBytes, firmwareAfter: 'unchanged' } as const
}

/** How far an update had come. */
export type UpdatePlace = {
  readonly during: UpdateFailure['during']
  /** Of the whole bar, as the person saw it. */
  readonly percent: number
  /** The detector has said that it erases. Absent in rows of an earlier version of the app. */
  readonly hasErased?: boolean
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
    /** Its record is being opened; the detector has not been asked anything. */
    | { readonly name: 'opening' }
    /** How far it was at the last note of it; null before the first. */
    | { readonly name: 'running'; readonly place: UpdatePlace | null }
    /** The detector has its firmware; whether it restarted has not been answered. */
    | { readonly name: 'asking' }
    /** Reported already, not shown yet: the page had to be loaded again, and the worker with its recording. */
    | { readonly name: 'failed'; readonly failure: FailedUpdate; readonly recording: Recording | null; readonly report: number }
    /** Reported by the outbox entry `report`, and shown. What the detector has, until the server knows it too. */
    | { readonly name: 'ended'; readonly firmwareState: FirmwareState; readonly place: UpdatePlace | null; readonly report: number }
    /** Of an earlier version of the app: reported and shown. */
    | { readonly name: 'stopped'; readonly place: UpdatePlace }
}

/**
 * What an update that stopped there has left. From the erase on a detector without its whole new firmware does not start (device protocol,
 * rule 5); an erase that was asked for and never answered may have begun or not.
 */
export function firmwareAfter({
  during,
  hasErased = during !== 'loading',
}: Pick<UpdatePlace, 'during' | 'hasErased'>): FirmwareAfterFailure {
  if (during === 'completing') return 'unknown'
  if (hasErased) return 'none'
  return during === 'loading' ? 'unchanged' : 'unknown'
}

/** As `firmwareAfter`, null where nobody knows where it stopped. A detector that had no firmware before has none until one succeeds. */
export function leftBy(place: UpdatePlace | null, { wasErased = false }: UpdateTarget): FirmwareAfterFailure {
  const after = place === null ? 'unknown' : firmwareAfter(place)
  return after === 'unknown' && place?.during !== 'completing' && wasErased ? 'none' : after
}

export const updateJournal = openRows<JournalRow>('updateJournal')

/** Leaves nothing of a user who signs out: no question may come back whose record is no longer known here. */
export async function forgetUpdatesOf(owner: number | null, journal: Rows<JournalRow> = updateJournal): Promise<void> {
  for (const row of await journal.all()) {
    if (row.owner === owner) await journal.delete(row.sequence)
  }
}
