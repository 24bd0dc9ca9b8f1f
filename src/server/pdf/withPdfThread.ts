/** Draws PDFs in a worker thread: other requests would wait for one. */
import type { Remote } from 'comlink'
import { signalOfRequest } from '../config/requestScope.ts'
import { createTurns } from '../limits/turns.ts'
import { inThread } from '../threads/inThread.ts'
import type { PdfThread } from './pdfThread.ts'

const limits = { timeoutMs: 10_000, heapMaxMb: 256 }

/** One thread at a time leaves processors to other requests. */
const inTurn = createTurns({ atOnceMax: 1, ofOneMax: 1, waitingMax: 128 })

/** When it is the account's turn, unless its client has gone. Throws ThreadError, or `service.unavailable.error` if too many wait. */
export function drawPdf<Result>(account: number, work: (thread: Remote<PdfThread>) => Promise<Result>): Promise<Result> {
  return inTurn(account, () => inThread<PdfThread, Result>('pdf/pdfThread.ts', limits, work), signalOfRequest())
}
