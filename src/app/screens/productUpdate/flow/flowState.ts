/** Where an update stands, from nothing chosen to its last word. */
import type { Recording } from '../../../../device/workerApi.ts'
import type { Kept } from '../../../browserStore.ts'
import type { FailedUpdate, JournalRow, UpdateTarget } from '../../../updateJournal.ts'
import type { Check } from '../checks/checks.ts'

export type FlowState =
  | { readonly step: 'idle' }
  | { readonly step: 'downloading'; readonly target: UpdateTarget; readonly receivedBytes: number; readonly totalBytes: number }
  /** The file is here; everything else is looked at. */
  | { readonly step: 'checking'; readonly target: UpdateTarget }
  | { readonly step: 'refused'; readonly target: UpdateTarget; readonly checks: readonly Check[] }
  /** The detector is at work: app/device.ts tells how far. */
  | { readonly step: 'updating'; readonly target: UpdateTarget }
  | { readonly step: 'asking'; readonly target: UpdateTarget; readonly row: Kept<JournalRow> }
  | { readonly step: 'restarted'; readonly target: UpdateTarget }
  | { readonly step: 'notRestarted'; readonly target: UpdateTarget }
  /** `recording` is of a page before this one; what this page recorded, app/device.ts has. */
  | { readonly step: 'failed'; readonly failure: FailedUpdate; readonly recording: Recording | null }

/** The steps that nothing may take the place of. */
export function isRunning({ step }: FlowState): boolean {
  return step === 'downloading' || step === 'checking' || step === 'updating'
}

export function isBusy(state: FlowState): boolean {
  return isRunning(state) || state.step === 'asking'
}
