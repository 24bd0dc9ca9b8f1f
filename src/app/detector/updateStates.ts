/** What the page makes of an update's states. Knows no detector. */
import type { UpdateFailure, UpdateState } from '../../device/workerApi.ts'
import type { ErrorCode } from '../../errors.ts'

/** How an update ended before the detector was asked anything. */
export function notStarted(cause: ErrorCode, image: Uint8Array): UpdateFailure {
  const errorType = cause === 'device.disconnected.error' ? 'DECONNECTION_ERROR' : 'REPROGRAMMATION_ERROR'
  return { phase: 'failed', errorType, cause, during: 'loading', sentBytes: 0, totalBytes: image.length, mustReload: false }
}

/** Whether a state says more than how far it is: another phase, or that the detector erases. What an update leaves follows from these. */
export function isNews(state: UpdateState, before: UpdateState | null): boolean {
  if (state.phase !== before?.phase) return true
  return state.phase === 'erasing' && before.phase === 'erasing' && before.fraction === null && state.fraction !== null
}
