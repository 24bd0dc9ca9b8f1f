/** The states of an update, as the worker reports them and the page shows them. Types only. */
import type { ErrorCode } from '../../errors.ts'

/** `succeeded` and `failed` are final. Failures of the detector or its link are states, never exceptions. */
export type UpdateState = RunningUpdateState | UpdateOutcome

export type RunningUpdateState =
  /** Select target and wait target. */
  | { readonly phase: 'loading' }
  /** `fraction` is 0 to 1, or null until the detector has confirmed that it erases. */
  | { readonly phase: 'erasing'; readonly fraction: number | null }
  | {
      readonly phase: 'programming'
      readonly sentBytes: number
      readonly totalBytes: number
      readonly bytesPerSecond: number | null
      readonly remainingMs: number | null
    }
  | { readonly phase: 'completing' }

export type UpdateOutcome = { readonly phase: 'succeeded' } | UpdateFailure

export type UpdateFailure = {
  readonly phase: 'failed'
  readonly errorType: 'REPROGRAMMATION_ERROR' | 'DECONNECTION_ERROR'
  /** Why, for the message on the page and for the report. */
  readonly cause: ErrorCode
  readonly during: RunningUpdateState['phase']
  /** How much of the image the detector had confirmed. */
  readonly sentBytes: number
  readonly totalBytes: number
  /** A message of unknown type arrived: record the failure first, then reload the page. */
  readonly mustReload: boolean
}
