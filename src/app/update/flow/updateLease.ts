/**
 * Tells the server every 15 seconds that this page's update runs (docs/decisions.md, "An update is a lease"). Best effort: whatever happens
 * here, the update goes on. Knows no HTTP, no detector and no clock.
 */
import { renewEveryMs } from '../../../contract/openUpdate.ts'
import type { FlowState } from './flowState.ts'

export type LeasePorts = {
  /** The server's id of the record that an outbox entry creates; null while it has not been sent. */
  readonly recordId: (entry: number) => Promise<number | null>
  readonly renew: (id: number, percent: number) => Promise<unknown>
  /** Calls `run` once after `delayMs`. Returns a function that cancels it. */
  readonly schedule: (delayMs: number, run: () => void) => () => void
}

type Running = { readonly record: number; readonly percent: number }

/** Returns a function to call with each state of the flow. */
export function createUpdateLease({ recordId, renew, schedule }: LeasePorts): (state: FlowState) => void {
  let running: Running | null = null
  let cancel: (() => void) | null = null

  function wait(): void {
    cancel = schedule(renewEveryMs, () => {
      wait()
      if (running !== null) void renewOnce(running).catch(() => {})
    })
  }

  async function renewOnce({ record, percent }: Running): Promise<void> {
    const id = await recordId(record)
    if (id !== null) await renew(id, percent)
  }

  return (state) => {
    const before = running
    running = state.step === 'updating' || state.step === 'jumped' ? { record: state.row.record, percent: state.percent } : null
    if (before === null && running !== null) wait()
    if (running === null) cancel?.()
  }
}
