/** Draws PDFs in a worker thread: other requests would wait for one. */
import type { Remote } from 'comlink'
import { createSlots } from '../limits/slots.ts'
import { inThread } from '../threads/inThread.ts'
import type { PdfThread } from './pdfThread.ts'

const limits = { timeoutMs: 10_000, heapMaxMb: 256 }

/** One thread at a time leaves processors to other requests. */
const inSlot = createSlots({ atOnceMax: 1, waitingMax: 128 })

/** Throws ThreadError, or `service.unavailable.error` if too many wait already. */
export function drawPdf<Result>(work: (thread: Remote<PdfThread>) => Promise<Result>): Promise<Result> {
  return inSlot(() => inThread<PdfThread, Result>('pdf/pdfThread.ts', limits, work))
}
