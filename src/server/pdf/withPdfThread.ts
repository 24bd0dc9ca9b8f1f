/** Reads and writes PDFs in a worker thread: a large one would keep other requests waiting, or fill the memory. */
import type { Remote } from 'comlink'
import { createSlots } from '../limits/slots.ts'
import { inThread } from '../threads/inThread.ts'
import type { PdfThread } from './pdfThread.ts'

const limits = { timeoutMs: 10_000, heapMaxMb: 256 }

/** One thread at a time of each leaves processors to other requests. Apart: those who fetch certificates keep nobody from uploading a proof. */
const slots = { atOnceMax: 1, waitingMax: 128 }
const [inReadingSlot, inDrawingSlot] = [createSlots(slots), createSlots(slots)]

type Work<Result, Function extends keyof PdfThread> = (thread: Remote<Pick<PdfThread, Function>>) => Promise<Result>

/** Throws ThreadError, or `service.unavailable.error` if too many wait already. */
export function readPdf<Result>(work: Work<Result, 'countPages'>): Promise<Result> {
  return inReadingSlot(() => inThread<PdfThread, Result>('pdf/pdfThread.ts', limits, work))
}

/** Throws what `readPdf` throws. */
export function drawPdf<Result>(work: Work<Result, 'canDraw' | 'drawSheet'>): Promise<Result> {
  return inDrawingSlot(() => inThread<PdfThread, Result>('pdf/pdfThread.ts', limits, work))
}
