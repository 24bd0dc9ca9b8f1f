import type { UpdateFailure } from '../device/workerApi.ts'
import type { ErrorCode } from '../errors.ts'

/** How an update ended before the detector was asked anything. */
export function notStarted(cause: ErrorCode, image: Uint8Array): UpdateFailure {
  const errorType = cause === 'device.disconnected.error' ? 'DECONNECTION_ERROR' : 'REPROGRAMMATION_ERROR'
  return { phase: 'failed', errorType, cause, during: 'loading', sentBytes: 0, totalBytes: image.length, mustReload: false }
}
