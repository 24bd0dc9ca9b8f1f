/** Where an update stands, from nothing chosen to its last word. */
import type { Recording } from '../../../../device/recorder/recording.ts'
import type { Stored } from '../../../browser/browserStore.ts'
import type { FailedUpdate, JournalRow, UpdateTarget } from '../../../detector/updateJournal.ts'
import type { Check } from '../checks/checks.ts'

type Running = {
  readonly target: UpdateTarget
  /** Of the whole update, a whole number that never goes back: what the bar, the tab's title and the journal say. */
  readonly percent: number
}

export type FlowState =
  | { readonly step: 'idle' }
  | (Running & { readonly step: 'downloading'; readonly receivedBytes: number; readonly totalBytes: number })
  /** The file is here; everything else is looked at. */
  | (Running & { readonly step: 'checking' })
  | { readonly step: 'refused'; readonly target: UpdateTarget; readonly checks: readonly Check[] }
  /** The detector is at work: app/device.ts tells how far. */
  | (Running & { readonly step: 'updating' })
  | { readonly step: 'asking'; readonly target: UpdateTarget; readonly row: Stored<JournalRow> }
  | { readonly step: 'restarted'; readonly target: UpdateTarget }
  | { readonly step: 'notRestarted'; readonly target: UpdateTarget }
  /** `recording` is of a page before this one; what this page recorded, app/device.ts has. */
  | { readonly step: 'failed'; readonly failure: FailedUpdate; readonly recording: Recording | null }

export type RunningState = Extract<FlowState, Running>

/** The steps that nothing may take the place of. */
export function isRunning(state: FlowState): state is RunningState {
  return state.step === 'downloading' || state.step === 'checking' || state.step === 'updating'
}

export function isBusy(state: FlowState): boolean {
  return isRunning(state) || state.step === 'asking'
}
