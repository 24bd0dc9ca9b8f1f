/** The server's record of an update and its report, written down here first: a server that is gone hears of both later. */
import type { FirmwareAfterFailure, UpdateErrorType } from '../../../../contract/rules.ts'
import type { ErrorCode } from '../../../../errors.ts'
import type { Outbox } from '../../../outbox/outbox.ts'
import type { UpdateTarget } from '../../../detector/updateJournal.ts'

/** How long the server may take before the update goes on without it. */
export const recordTimeoutMs = 5_000

export type RecordPorts = {
  readonly outbox: Pick<Outbox, 'add' | 'flush' | 'stateOf' | 'outcomeOf' | 'release'>
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
}

export type UpdateResult =
  | { readonly success: true }
  | { readonly success: false; readonly errorType: UpdateErrorType; readonly firmwareAfter: FirmwareAfterFailure }

/** The outbox entry that opened a record, and whose it is. */
export type UpdateRecord = { readonly entry: number; readonly owner: number }

export function createUpdateRecords({ outbox, now, sleep }: RecordPorts) {
  /** The outbox entries of what was noted, by record. */
  const notes = new Map<number, number[]>()

  return {
    /** Writes the new record down; `refusal` sends it. */
    async open({ userProductId, firmwareId }: UpdateTarget, owner: number): Promise<number> {
      const payload = { userProductId, firmwareId, date: now().toISOString() }
      return outbox.add({ call: 'productUpdate.create', payload, isNeededLater: true, owner })
    },

    /** Why the server refuses the record; null where it takes it, or is gone, which does not stop the update. */
    async refusal(entry: number): Promise<ErrorCode | null> {
      await Promise.race([outbox.flush(), sleep(recordTimeoutMs)])
      const result = await outbox.stateOf(entry)
      if (result.status !== 'refused') return null
      await outbox.release(entry)
      return result.code
    },

    /** Tells other computers what is on the detector while this one is at work: nothing from the erase on, unknown once all is written. */
    async note(record: UpdateRecord, firmwareAfter: 'none' | 'unknown'): Promise<void> {
      const { entry, owner } = record
      const note = await outbox.add({ call: 'productUpdate.note', payload: { firmwareAfter }, needs: entry, isAside: true, owner })
      notes.set(entry, [...(notes.get(entry) ?? []), note])
      await outbox.flush()
    },

    /** Writes the report down and sends it when that is possible. Resolves once it is written down, with the sending under way. */
    async report({ entry, owner }: UpdateRecord, result: UpdateResult): Promise<{ report: number; sending: Promise<void> }> {
      // The end says all of it: notes that have not been sent by now need not be.
      for (const note of notes.get(entry) ?? []) await outbox.release(note)
      const report = await outbox.add({ call: 'productUpdate.report', payload: result, needs: entry, owner })
      return { report, sending: outbox.flush() }
    },
  }
}
