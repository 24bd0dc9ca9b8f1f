/**
 * One bar for the whole update. Knows how long each part usually takes, so that the bar moves evenly; knows no words.
 * The parts: the file's download, erasing, programming.
 */
import type { UpdateFailure, UpdateState } from '../../../../device/update/updateState.ts'
import type { FlowState } from './flowState.ts'

export type Phase = 'loading' | 'erasing' | 'programming'

export type Progress = {
  readonly phase: Phase
  /** Of the whole update, 0 to 1; 0 means that nothing has been done yet. */
  readonly fraction: number
  /** Of the phase: bytes downloaded or confirmed by the detector; null where the phase has no bytes. */
  readonly doneBytes: number | null
  readonly totalBytes: number | null
  readonly bytesPerSecond: number | null
  readonly remainingMs: number | null
}

/** Where each part of the bar ends. */
const downloadEnd = 0.08
const eraseEnd = 0.2

/** What a full-speed USB link carries: one 48-byte chunk per 2 ms round trip. */
const usualBytesPerSecond = 24_000
/** Flash memory of this kind is erased at about this rate. */
const eraseBytesPerSecond = 100_000
/** The detector's pauses, the download on a usual line, and the wait before programming (section 4: 1 s). */
const fixedMs = 5_000

/** How long an update of this size usually takes, in milliseconds. */
export function expectedDurationMs(imageBytes: number): number {
  return fixedMs + (imageBytes / usualBytesPerSecond + imageBytes / eraseBytesPerSecond) * 1000
}

const noBytes = { doneBytes: null, totalBytes: null, bytesPerSecond: null, remainingMs: null }

/** What the page shows of a running update, or null while none runs. `link` is what app/device.ts tells. */
export function progressOf(flow: FlowState, link: UpdateState | null): Progress | null {
  if (flow.step === 'downloading') {
    const { receivedBytes, totalBytes } = flow
    const bytes = { doneBytes: receivedBytes, totalBytes, bytesPerSecond: null, remainingMs: null }
    return { phase: 'loading', fraction: downloadedFraction(receivedBytes, totalBytes), ...bytes }
  }
  if (flow.step === 'checking') return linkProgress(null)
  return flow.step === 'updating' ? linkProgress(link) : null
}

/** Of an update whose file is here. */
export function linkProgress(link: UpdateState | null): Progress {
  switch (link?.phase) {
    case 'erasing':
      return { phase: 'erasing', fraction: downloadEnd + (eraseEnd - downloadEnd) * (link.fraction ?? 0), ...noBytes }
    case 'programming': {
      const { sentBytes, totalBytes, bytesPerSecond, remainingMs } = link
      const fraction = programmedFraction(sentBytes, totalBytes)
      return { phase: 'programming', fraction, doneBytes: sentBytes, totalBytes, bytesPerSecond, remainingMs }
    }
    case 'completing':
    case 'succeeded':
      return { phase: 'programming', fraction: 1, ...noBytes }
    case 'failed':
      return failedAt(link)
    case 'loading':
    case undefined:
      return { phase: 'loading', fraction: downloadEnd, ...noBytes }
  }
}

function failedAt({ during, sentBytes, totalBytes }: UpdateFailure): Progress {
  switch (during) {
    case 'loading':
    case 'erasing':
      return { phase: during, fraction: downloadEnd, ...noBytes }
    case 'programming':
      return { phase: during, fraction: programmedFraction(sentBytes, totalBytes), ...noBytes }
    case 'completing':
      return { phase: 'programming', fraction: 1, ...noBytes }
  }
}

function programmedFraction(sentBytes: number, totalBytes: number): number {
  return eraseEnd + (1 - eraseEnd) * share(sentBytes, totalBytes)
}

/** Of the whole bar, with so much of the file here. */
export function downloadedFraction(receivedBytes: number, totalBytes: number): number {
  return downloadEnd * share(receivedBytes, totalBytes)
}

function share(done: number, total: number): number {
  return total > 0 ? Math.min(done / total, 1) : 0
}
