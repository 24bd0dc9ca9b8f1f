/**
 * The progress of the whole update in one bar: download, erasing, programming. It knows how long each part usually takes, so that the bar moves
 * evenly. Knows no interface texts.
 */
import type { UpdateFailure, UpdateState } from '../../../device/update/updateState.ts'
import type { RunningState } from './flowState.ts'

export type Phase = 'loading' | 'erasing' | 'programming'

export type Progress = {
  readonly phase: Phase
  /** Of the whole update, 0 to 1. 0 means that nothing has been done yet. */
  readonly fraction: number
  /** Bytes downloaded, or confirmed by the detector, in this phase; null for a phase without bytes. */
  readonly doneBytes: number | null
  readonly totalBytes: number | null
  readonly bytesPerSecond: number | null
  readonly remainingMs: number | null
}

/** Where each part of the bar ends. */
const downloadEnd = 0.08
const eraseEnd = 0.2

/** The speed of a full-speed USB link: one 48-byte chunk per 2 ms round trip. */
const usualBytesPerSecond = 24_000
/** The usual erase speed of this flash memory. */
const eraseBytesPerSecond = 100_000
/** The detector's pauses, a usual download, and the 1 s wait before programming (the specification, section 4). */
const fixedMs = 5_000

/** Estimated duration of an update in milliseconds. */
export function expectedDurationMs(imageBytes: number): number {
  return fixedMs + (imageBytes / usualBytesPerSecond + imageBytes / eraseBytesPerSecond) * 1000
}

const noBytes = { doneBytes: null, totalBytes: null, bytesPerSecond: null, remainingMs: null }

/** The progress to show. */
export function progressOf(flow: RunningState): Progress {
  if (flow.step === 'downloading') {
    const { receivedBytes, totalBytes } = flow
    const bytes = { doneBytes: receivedBytes, totalBytes, bytesPerSecond: null, remainingMs: null }
    return { phase: 'loading', fraction: downloadedFraction(receivedBytes, totalBytes), ...bytes }
  }
  return linkProgress('link' in flow ? flow.link : null)
}

/** The progress after the download. */
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

/** The download's share of the whole bar, 0 to `downloadEnd`. */
export function downloadedFraction(receivedBytes: number, totalBytes: number): number {
  return downloadEnd * share(receivedBytes, totalBytes)
}

function share(done: number, total: number): number {
  return total > 0 ? Math.min(done / total, 1) : 0
}
