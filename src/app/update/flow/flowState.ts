import type { Recording } from '../../../device/recorder/recording.ts'
import type { UpdateState } from '../../../device/update/updateState.ts'
import type { Stored } from '../../browser/rows/browserStore.ts'
import type { AskingRow, FailedUpdate, JournalRow, Stage, UpdateTarget } from '../../detector/updateJournal.ts'
import type { Check } from '../checks/checks.ts'

type Running = {
  readonly target: UpdateTarget
  /** Percentage of the whole update as an integer that never decreases. Shown in the bar and the tab's title, and stored in the journal. */
  readonly percent: number
}
type Downloading = Running & { readonly step: 'downloading'; readonly receivedBytes: number; readonly totalBytes: number }
/** The file has been downloaded. `checking`: the other checks run. `openingRecord`: the server creates the record; nothing has been sent to the detector. */
type Preparing = Running & { readonly step: 'checking' | 'openingRecord' }
/**
 * `updating`: the detector is being updated. `ending`: its outcome is being stored. `link` is what the detector reported last; null before its
 * first report.
 */
type OnDetector = Running & { readonly step: 'updating' | 'ending'; readonly link: UpdateState | null }

/** The detector has left as the update began, and has to be chosen once more: the record stays open, and nothing has been erased. */
type Jumped = Running & { readonly step: 'jumped'; readonly row: RunningRow }

/** An update under way, as its dialog shows it. */
export type RunningState = Downloading | Preparing | OnDetector

/** A row of the journal during its update. */
export type RunningRow = Stored<JournalRow> & { readonly stage: Stage<'running'> }

export type FlowState =
  | { readonly step: 'idle' }
  | Downloading
  | Preparing
  | (OnDetector & { readonly row: RunningRow })
  | Jumped
  | { readonly step: 'refused'; readonly target: UpdateTarget; readonly checks: readonly Check[] }
  | { readonly step: 'asking'; readonly target: UpdateTarget; readonly row: AskingRow }
  | { readonly step: 'restarted' | 'notRestarted'; readonly target: UpdateTarget }
  /** `recording` comes from an earlier page; app/detector has the one of this page. */
  | { readonly step: 'failed'; readonly failure: FailedUpdate; readonly recording: Recording | null }

/** Steps that must not be replaced by another update. */
export function isRunning(state: FlowState): state is Extract<FlowState, Running> {
  return 'percent' in state
}

export function isBusy(state: FlowState): boolean {
  return isRunning(state) || state.step === 'asking'
}
