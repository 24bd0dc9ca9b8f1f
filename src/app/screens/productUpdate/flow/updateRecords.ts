/** The server's record of an update and its report, written down here first: a server that is gone hears of both later. */
import type { FirmwareAfterFailure, UpdateErrorType } from '../../../../contract/rules.ts'
import type { ErrorCode } from '../../../../errors.ts'
import type { Outbox } from '../../../outbox.ts'
import type { UpdateTarget } from '../../../updateJournal.ts'

/** How long the server may take before the update goes on without it. */
export const recordPatienceMs = 5_000

export type RecordPorts = {
  readonly outbox: Pick<Outbox, 'add' | 'flush' | 'stateOf' | 'outcomeOf' | 'release'>
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
}

export type UpdateResult =
  | { readonly success: true }
  | { readonly success: false; readonly errorType: UpdateErrorType; readonly firmwareAfter: FirmwareAfterFailure }

export function createUpdateRecords({ outbox, now, sleep }: RecordPorts) {
  return {
    /** Opens the record. A server that is gone does not stop the update; one that refuses does. */
    async open({ userProductId, firmwareId }: UpdateTarget): Promise<{ entry: number; refusedAs: ErrorCode | null }> {
      const payload = { userProductId, firmwareId, date: now().toISOString() }
      const entry = await outbox.add({ call: 'productUpdate.create', payload, isNeededLater: true })
      await Promise.race([outbox.flush(), sleep(recordPatienceMs)])
      const result = await outbox.stateOf(entry)
      if (result.status !== 'refused') return { entry, refusedAs: null }
      await outbox.release(entry)
      return { entry, refusedAs: result.code }
    },

    /** The detector has no firmware from now on: other computers should know while this one is at work. */
    async eraseBegan(record: number): Promise<void> {
      await outbox.add({ call: 'productUpdate.erase', payload: null, needs: record, isAside: true })
      await outbox.flush()
    },

    /** Writes the report down and sends it when that is possible. Resolves once it is written down, with the sending under way. */
    async report(record: number, result: UpdateResult): Promise<{ report: number; sending: Promise<void> }> {
      const report = await outbox.add({ call: 'productUpdate.report', payload: result, needs: record })
      return { report, sending: outbox.flush() }
    },
  }
}
