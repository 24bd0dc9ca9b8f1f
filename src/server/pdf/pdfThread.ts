import { exposeThread } from '../threads/exposeThread.ts'
import { countPages } from './countPages.ts'
import { canDraw, drawSheet } from './drawSheet.ts'

const api = { countPages, canDraw, drawSheet }
export type PdfThread = typeof api

exposeThread(api)
