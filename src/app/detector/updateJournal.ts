/** What the browser remembers of an update if its page is closed while it runs. Knows no screen. */
import type { ErrorCode } from '../../errors.ts'
import type { OfferedFirmware } from '../../contract/firmware.ts'
import type { FirmwareAfterFailure, FirmwareState, UpdateErrorType } from '../../contract/rules.ts'
import type { Recording } from '../../device/recorder/recording.ts'
import type { UpdateFailure } from '../../device/update/updateState.ts'
import { openRows, type Rows, type Stored } from '../browser/rows/browserStore.ts'
import { createStoredItem } from '../browser/storedItem.ts'

/** What is being installed on which detector, as the page shows it. */
export type UpdateTarget = {
  readonly userProductId: number
  readonly firmwareId: number
  readonly versionName: string
  readonly language: string
  /** The firmware that it replaces; null if unknown. */
  readonly before: { readonly versionName: string; readonly language: string; readonly isRecalled?: true } | null
  /** An earlier update erased the detector, and none has succeeded since. */
  readonly wasErased: boolean
  /** The version that is to be installed after it, if it is a stepping stone. */
  readonly next?: string
  readonly productName: string
  readonly serialNumber: string
  readonly serialNumberFormatted: string
  readonly productTypeId: number
  /** The whole firmware file, as published. */
  readonly file: { readonly sizeBytes: number; readonly sha256: string }
}

/** Why an update failed. `errorType` is null if it failed before the server had a record of it. */
export type FailedUpdate = {
  readonly target: UpdateTarget
  readonly cause: ErrorCode
  readonly errorType: UpdateErrorType | null
  readonly during: 'download' | 'record' | UpdateFailure['during']
  /** The firmware on the detector afterwards. */
  readonly firmwareAfter: FirmwareAfterFailure
  /** The progress bar as the person saw it; null if nothing had been sent to the detector. */
  readonly percent: number | null
  readonly sentBytes: number
  readonly totalBytes: number
  /** ISO 8601. */
  readonly failedAt: string
}

/** How far an update was. */
export type UpdatePlace = {
  readonly during: UpdateFailure['during']
  /** The progress bar as the person saw it. */
  readonly percent: number
  /** The detector has confirmed that it erases. */
  readonly hasErased: boolean
  /** Of the image. */
  readonly sentBytes: number
  readonly totalBytes: number
}

export type JournalRow = {
  /** The user's id: the app never asks another user of this computer. */
  readonly owner: number
  readonly target: UpdateTarget
  /** Enough to start again without the server. */
  readonly firmware: OfferedFirmware
  /** The outbox entry that created the record. */
  readonly record: number
  readonly stage:
    /** The record is being created; nothing has been sent to the detector. */
    | { readonly name: 'opening' }
    /** How far it was when the app last noted it; null before the first note. */
    | { readonly name: 'running'; readonly place: UpdatePlace | null }
    /** The firmware is on the detector since `endedAt` (ISO 8601); the person has not yet answered whether it restarted. */
    | { readonly name: 'asking'; readonly tookMs: number; readonly endedAt: string }
    /** Reported but not yet shown, because the page had to reload. The recording is here because the worker's is lost with the page. */
    | { readonly name: 'failed'; readonly failure: FailedUpdate; readonly recording: Recording | null; readonly report: number }
    /** Reported by the outbox entry `report`, and shown. `firmwareState` counts until the server has the report. */
    | { readonly name: 'ended'; readonly firmwareState: FirmwareState; readonly place: UpdatePlace | null; readonly report: number }
}

export type Stage<N extends JournalRow['stage']['name']> = Extract<JournalRow['stage'], { name: N }>

/** A row whose restart question is open. */
export type AskingRow = Stored<JournalRow> & { readonly stage: Stage<'asking'> }

/**
 * The firmware on the detector after an update stopped at this place. Once the erase has begun, the detector cannot start until its new
 * firmware is complete (docs/device-protocol.md, rule 5). If no reply to the erase came, it is unknown whether it has begun.
 */
function firmwareAfter({ during, hasErased }: UpdatePlace): FirmwareAfterFailure {
  if (during === 'completing') return 'unknown'
  if (hasErased) return 'none'
  return during === 'loading' ? 'unchanged' : 'unknown'
}

/** Like `firmwareAfter`; `place` is null if it is unknown. A detector that had no firmware before has none until an update succeeds. */
export function leftBy(place: UpdatePlace | null, { wasErased }: UpdateTarget): FirmwareAfterFailure {
  const after = place === null ? 'unknown' : firmwareAfter(place)
  return after === 'unknown' && place?.during !== 'completing' && wasErased ? 'none' : after
}

export const updateJournal = openRows<JournalRow>('updateJournal')

/** The `LastEnd` of this computer (update/records/lastEnd.ts). */
export const lastEndItem = createStoredItem('fieldport.lastEnd')

/** The failure streaks of this computer (update/records/failureStreaks.ts). */
export const failureStreaksItem = createStoredItem('fieldport.failureStreaks')

/** Deletes the rows of a user who signs out: the outbox entries that they refer to are deleted too. */
export async function forgetUpdatesOf(owner: number | null, journal: Rows<JournalRow> = updateJournal): Promise<void> {
  for (const row of await journal.all()) {
    if (row.owner === owner) await journal.delete(row.sequence)
  }
}
