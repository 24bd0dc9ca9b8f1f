import type { Recording } from '../../../device/recorder/recording.ts'
import type { UpdateState } from '../../../device/update/updateState.ts'
import type { Stored } from '../../browser/browserStore.ts'
import type { FailedUpdate, JournalRow, UpdateTarget } from '../../detector/updateJournal.ts'
import type { Check } from '../checks/checks.ts'

type Running = {
  readonly target: UpdateTarget
  /** Percentage of the whole update as an integer that never decreases. Shown in the bar and the tab's title, and stored in the journal. */
  readonly percent: number
}

export type FlowState =
  | { readonly step: 'idle' }
  | (Running & { readonly step: 'downloading'; readonly receivedBytes: number; readonly totalBytes: number })
  /** The file has been downloaded; the other checks run. */
  | (Running & { readonly step: 'checking' })
  | { readonly step: 'refused'; readonly target: UpdateTarget; readonly checks: readonly Check[] }
  /** The detector is being updated. `link` is what it reported last; null before its first report. */
  | (Running & { readonly step: 'updating'; readonly link: UpdateState | null })
  | { readonly step: 'asking'; readonly target: UpdateTarget; readonly row: Stored<JournalRow> }
  | { readonly step: 'restarted'; readonly target: UpdateTarget }
  | { readonly step: 'notRestarted'; readonly target: UpdateTarget }
  /** `recording` comes from an earlier page; app/detector has the one of this page. */
  | { readonly step: 'failed'; readonly failure: FailedUpdate; readonly recording: Recording | null }

export type RunningState = Extract<FlowState, Running>

/** Steps that must not be replaced by another update. */
export function isRunning(state: FlowState): state is RunningState {
  return state.step === 'downloading' || state.step === 'checking' || state.step === 'updating'
}

export function isBusy(state: FlowState): boolean {
  return isRunning(state) || state.step === 'asking'
}
