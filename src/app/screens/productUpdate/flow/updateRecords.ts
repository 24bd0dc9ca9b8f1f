/** The server's record of an update and its report, written down here first: a server that is gone hears of both later. */
import type { UpdateErrorType } from '../../../../contract/rules.ts'
import type { ErrorCode } from '../../../../errors.ts'
import type { Outbox } from '../../../outbox.ts'
import type { UpdateTarget } from '../../../updateJournal.ts'

/** How long the server may take before the update goes on without it. */
export const recordPatienceMs = 5_000

export type RecordPorts = {
  readonly outbox: Pick<Outbox, 'add' | 'flush' | 'stateOf' | 'release'>
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
}

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

    /** Writes the report down and sends it when that is possible. Resolves once it is written down, with the sending under way. */
    async report(record: number, errorType: UpdateErrorType | null): Promise<{ sending: Promise<void> }> {
      const payload = errorType === null ? { success: true } : { success: false, errorType }
      await outbox.add({ call: 'productUpdate.report', payload, needs: record })
      return { sending: outbox.flush() }
    },
  }
}
