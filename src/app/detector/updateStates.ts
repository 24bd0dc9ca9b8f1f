import type { UpdateFailure, UpdateState } from '../../device/update/updateState.ts'
import type { ErrorCode } from '../../errors.ts'

/** The end of an update that failed before anything was sent to the detector. */
export function notStarted(cause: ErrorCode, image: Uint8Array): UpdateFailure {
  const errorType = cause === 'device.disconnected.error' ? 'DECONNECTION_ERROR' : 'REPROGRAMMATION_ERROR'
  return { phase: 'failed', errorType, cause, during: 'loading', sentBytes: 0, totalBytes: image.length, mustReload: false }
}

/** Whether a state tells more than progress: a new phase, or that the erase has begun. What an update leaves on a detector depends on these. */
export function isMilestone(state: UpdateState, before: UpdateState | null): boolean {
  if (state.phase !== before?.phase) return true
  return state.phase === 'erasing' && before.phase === 'erasing' && before.fraction === null && state.fraction !== null
}
