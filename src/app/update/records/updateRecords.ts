/** The server's record and report of an update. Both go through the outbox, so they reach the server even if it is away now. */
import type { BrowserFamily, FirmwareAfterFailure, UpdateErrorType } from '../../../contract/rules.ts'
import type { ErrorCode } from '../../../errors.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { UpdateTarget } from '../../detector/updateJournal.ts'

/** How long the update waits for the server before it continues without it. */
export const recordTimeoutMs = 5_000

export type RecordPorts = {
  readonly outbox: Pick<Outbox, 'add' | 'flush' | 'awaitAnswer' | 'stateOf' | 'outcomeOf' | 'release'>
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
}

export type UpdateResult =
  | { readonly success: true }
  | { readonly success: false; readonly errorType: UpdateErrorType; readonly firmwareAfter: FirmwareAfterFailure }

/** The outbox entry that creates the record, and its user. */
export type UpdateRecord = { readonly entry: number; readonly owner: number }

export function createUpdateRecords({ outbox, now, sleep }: RecordPorts) {
  /** Outbox entries of notes, by record. */
  const notes = new Map<number, number[]>()

  return {
    /** Adds the record to the outbox; `refusal` sends it. */
    async open(
      { userProductId, firmwareId, wasErased }: UpdateTarget,
      { owner, isSimulated, browser }: { readonly owner: number; readonly isSimulated: boolean; readonly browser: BrowserFamily },
    ): Promise<number> {
      const date = now().toISOString()
      const payload = { userProductId, firmwareId, date, ...(wasErased && { isErased: true }), isSimulated, browser }
      return outbox.add({ call: 'productUpdate.create', payload, isNeededLater: true, awaitedMs: recordTimeoutMs, owner })
    },

    /**
     * Why the server refuses the start, before anything is sent to the detector. Null when it accepts it, or is away or slow: the update then
     * continues, and the server accepts the record of what has begun (docs/decisions.md, "A start and a late record").
     */
    async refusal(entry: number): Promise<ErrorCode | null> {
      const result = await outbox.awaitAnswer(entry, sleep(recordTimeoutMs))
      if (result.status !== 'refused') return null
      await outbox.release(entry)
      return result.code
    },

    /** Whether nothing has begun: the server refused the record, or it was released after that, and its page was closed meanwhile. */
    async isRefused(entry: number): Promise<boolean> {
      return (await outbox.stateOf(entry)).status === 'refused'
    },

    release: outbox.release,

    /** Tells the user's other computers what is on the detector during the update: no firmware after the erase, unknown after the last byte. */
    async note(record: UpdateRecord, firmwareAfter: 'none' | 'unknown'): Promise<void> {
      const { entry, owner } = record
      const note = await outbox.add({ call: 'productUpdate.note', payload: { firmwareAfter }, needs: entry, isAside: true, owner })
      notes.set(entry, [...(notes.get(entry) ?? []), note])
      await outbox.flush()
    },

    /** Adds the report to the outbox. Resolves when it is stored; `sending` resolves when it was sent. */
    async report({ entry, owner }: UpdateRecord, result: UpdateResult): Promise<{ report: number; sending: Promise<void> }> {
      // The report includes what unsent notes would say.
      for (const note of notes.get(entry) ?? []) await outbox.release(note)
      const report = await outbox.add({ call: 'productUpdate.report', payload: result, needs: entry, owner })
      return { report, sending: outbox.flush() }
    },
  }
}
