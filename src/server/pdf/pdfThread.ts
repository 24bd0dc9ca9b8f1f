import { exposeThread } from '../threads/exposeThread.ts'
import { canDraw, drawSheet } from './drawSheet.ts'

const api = { canDraw, drawSheet }
export type PdfThread = typeof api

exposeThread(api)
