/**
 * The update as states and events: what each event changes, and what an error means in each state. An event that does not fit its state changes
 * nothing. Pure: updateFlow.ts runs the effects. The detector's own phases are in docs/device-protocol.md.
 */
import { firmwareTrailerBytes, type FirmwareAfterFailure } from '../../../contract/rules.ts'
import type { Recording } from '../../../device/recorder/recording.ts'
import type { UpdateFailure, UpdateOutcome, UpdateState } from '../../../device/update/updateState.ts'
import type { ErrorCode } from '../../../errors.ts'
import { type AskingRow, type FailedUpdate, leftBy, type UpdatePlace, type UpdateTarget } from '../../detector/updateJournal.ts'
import { type Check, isRefused, isRisky } from '../checks/checks.ts'
import { type FlowState, isBusy, isRunning, type RunningRow } from './flowState.ts'
import { downloadedFraction, linkProgress } from './updateProgress.ts'

export type FlowEvent =
  | { readonly name: 'started'; readonly target: UpdateTarget }
  /** More of the file has come. */
  | { readonly name: 'received'; readonly receivedBytes: number }
  | { readonly name: 'downloaded' }
  | { readonly name: 'checked'; readonly checks: readonly Check[]; readonly isRiskAccepted: boolean }
  /** The server has the record, or is away; the journal has the row. */
  | { readonly name: 'recorded'; readonly row: RunningRow }
  /** The detector reports how far it is. */
  | { readonly name: 'linkChanged'; readonly link: UpdateState }
  | { readonly name: 'jumped' | 'cameBack' }
  | { readonly name: 'ended'; readonly outcome: UpdateOutcome }
  /** All bytes are on the detector, from now or from an earlier visit. */
  | { readonly name: 'asked'; readonly row: AskingRow }
  | { readonly name: 'answered'; readonly hasRestarted: boolean }
  | { readonly name: 'answeredElsewhere' }
  /** A failure is stored, now or by an earlier visit. */
  | { readonly name: 'failed'; readonly failure: FailedUpdate; readonly recording: Recording | null }
  /** An effect has thrown. `failedAt` is ISO 8601. */
  | { readonly name: 'threw'; readonly cause: ErrorCode; readonly isCancelled: boolean; readonly failedAt: string }
  | { readonly name: 'closed' }
  | { readonly name: 'userChanged' }

export function nextFlowState(state: FlowState, event: FlowEvent): FlowState {
  switch (event.name) {
    case 'started':
      return isBusy(state) ? state : downloading(event.target, 0, 0)
    case 'received':
      return state.step === 'downloading' ? downloading(state.target, state.percent, event.receivedBytes) : state
    case 'downloaded':
      return state.step === 'downloading' ? { step: 'checking', target: state.target, percent: reached(state.percent, null) } : state
    case 'checked': {
      if (state.step !== 'checking') return state
      const { checks, isRiskAccepted } = event
      return isRefused(checks) || (isRisky(checks) && !isRiskAccepted)
        ? { step: 'refused', target: state.target, checks }
        : { ...state, step: 'openingRecord' }
    }
    case 'recorded':
      return state.step === 'openingRecord' ? { ...state, step: 'updating', link: null, row: event.row } : state
    case 'linkChanged': {
      if (state.step !== 'updating') return state
      const { link } = event
      const percent = reached(state.percent, link)
      return { ...state, percent, link, row: withNote(state.row, link, percent) }
    }
    case 'jumped':
      return state.step === 'updating' ? { step: 'jumped', target: state.target, percent: state.percent, row: state.row } : state
    case 'cameBack':
      return state.step === 'jumped' ? { ...state, step: 'updating', link: null } : state
    case 'ended': {
      if (state.step !== 'updating' && state.step !== 'jumped') return state
      const { outcome } = event
      const percent = outcome.phase === 'failed' ? reached(state.percent, outcome) : state.percent
      return { link: null, ...state, step: 'ending', row: withPlace(state.row, { ...placeOf(state.row), percent }) }
    }
    case 'asked':
      return state.step === 'ending' || state.step === 'idle' ? { step: 'asking', target: event.row.target, row: event.row } : state
    case 'answered':
      return state.step === 'asking' ? { step: event.hasRestarted ? 'restarted' : 'notRestarted', target: state.target } : state
    case 'answeredElsewhere':
      return state.step === 'asking' ? { step: 'idle' } : state
    case 'failed':
      return state.step === 'ending' || state.step === 'idle'
        ? { step: 'failed', failure: event.failure, recording: event.recording }
        : state
    case 'threw':
      return afterError(state, event)
    case 'closed':
      return isBusy(state) ? state : { step: 'idle' }
    case 'userChanged':
      return isRunning(state) ? state : { step: 'idle' }
  }
}

/** What an error means: before the detector was touched, nothing has changed on it; while the outcome is stored, the error is only shown. */
function afterError(state: FlowState, { cause, isCancelled, failedAt }: Extract<FlowEvent, { name: 'threw' }>): FlowState {
  switch (state.step) {
    case 'downloading':
      return isCancelled ? { step: 'idle' } : failedEarly(state.target, { cause, during: 'download', failedAt })
    case 'checking':
    case 'openingRecord':
      return failedEarly(state.target, { cause, during: 'record', failedAt })
    case 'ending': {
      const { target, row } = state
      const { errorType, sentBytes, totalBytes } = thrownOnDetector(cause, target)
      const place = placeOf(row)
      const how = { during: place.during, percent: place.percent, sentBytes, totalBytes }
      return {
        step: 'failed',
        failure: { ...how, target, errorType, cause, firmwareAfter: leftBy(place, target), failedAt },
        recording: null,
      }
    }
    // In `updating`, the flow ends the update by `thrownOnDetector`. The answer to a question is shown although it could not be stored.
    default:
      return state
  }
}

function failedEarly(target: UpdateTarget, how: Pick<FailedUpdate, 'cause' | 'during' | 'failedAt'>): FlowState {
  const nothing = { errorType: null, percent: null, sentBytes: 0, totalBytes: target.file.sizeBytes, firmwareAfter: 'unchanged' } as const
  return { step: 'failed', failure: { ...nothing, ...how, target }, recording: null }
}

/** The failure of an update whose detector could not be used, or whose worker has crashed. */
export function thrownOnDetector(cause: ErrorCode, { file }: UpdateTarget): UpdateFailure {
  const nothing = { sentBytes: 0, totalBytes: file.sizeBytes - firmwareTrailerBytes, mustReload: false }
  return { phase: 'failed', errorType: 'REPROGRAMMATION_ERROR', cause, during: 'loading', ...nothing }
}

const phases = ['loading', 'erasing', 'programming', 'completing'] as const satisfies readonly UpdatePlace['during'][]

/** Where a failed update stopped: the later of the two phases, and the bytes that the detector confirmed. And what that leaves on the detector. */
export function endOf(
  row: RunningRow,
  failure: UpdateFailure,
): { readonly place: UpdatePlace; readonly firmwareAfter: FirmwareAfterFailure } {
  const { cause, during, sentBytes, totalBytes } = failure
  const before = placeOf(row)
  const isLater = phases.indexOf(during) > phases.indexOf(before.during)
  const later = { during, hasErased: hasErased(row) || during === 'programming' || during === 'completing' }
  const place = { ...before, sentBytes, totalBytes, ...(isLater && later) }
  // What somebody else has made of it since, nobody here knows.
  const isOthers = cause === 'device.busy.error' && place.during !== 'loading'
  return { place, firmwareAfter: isOthers ? 'unknown' : leftBy(place, row.target) }
}

/** Whether the detector has confirmed the erase. */
export function hasErased(row: RunningRow): boolean {
  return placeOf(row).hasErased
}

function downloading(target: UpdateTarget, percent: number, receivedBytes: number): FlowState {
  const totalBytes = target.file.sizeBytes
  const fraction = downloadedFraction(receivedBytes, totalBytes)
  return { step: 'downloading', target, percent: higher(percent, fraction), receivedBytes, totalBytes }
}

function reached(percent: number, link: UpdateState | null): number {
  return higher(percent, linkProgress(link).fraction)
}

function higher(percent: number, fraction: number): number {
  return Math.max(percent, Math.floor(fraction * 100))
}

function placeOf({ stage }: RunningRow): UpdatePlace {
  return stage.place ?? { during: 'loading', percent: 0, hasErased: false, sentBytes: 0, totalBytes: 0 }
}

function withPlace(row: RunningRow, place: UpdatePlace): RunningRow {
  return { ...row, stage: { name: 'running', place } }
}

/** The same row until the phase, the percentage or the erase changes: each other row is a note for the next visit, in case this page ends. */
function withNote(row: RunningRow, link: UpdateState, percent: number): RunningRow {
  if (link.phase === 'succeeded' || link.phase === 'failed') return row
  const { place } = row.stage
  const { phase: during } = link
  const isErased = hasErased(row) || during === 'programming' || (link.phase === 'erasing' && link.fraction !== null)
  if (place?.during === during && place.percent === percent && place.hasErased === isErased) return row
  const { sentBytes, totalBytes } = link.phase === 'programming' ? link : { sentBytes: 0, totalBytes: 0 }
  return withPlace(row, { during, percent, hasErased: isErased, sentBytes, totalBytes })
}
