/** A thread of its own for long articles. */
import { exposeThread } from '../../threads/exposeThread.ts'
import { sanitizeArticle } from './sanitizeArticle.ts'

const api = { sanitizeArticle }
export type NewsThread = typeof api

exposeThread(api)
