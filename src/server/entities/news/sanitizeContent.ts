/** The content of an article as it is stored. Long texts are sanitised in a thread of their own, so that nobody else waits. */
import { hasContent } from '../../../contract/article.ts'
import { newsContentMaxBytes } from '../../../contract/rules.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'
import { inThread, ThreadError } from '../../threads/inThread.ts'
import type { NewsThread } from './newsThread.ts'
import { sanitizeArticle } from './sanitizeArticle.ts'

/** Even odd HTML of this length takes less time than starting a thread. */
const atOnceMaxLength = 12_000
const limits = { timeoutMs: 6_000, heapMaxMb: 256 }

/**
 * Throws `news.content.missing.error` if nothing is left, and `text.too.long.error` for what takes too long or too much memory; both on
 * `content`. A thread that breaks otherwise is no fault of the text: its ThreadError passes through.
 */
export async function sanitizeContent(html: string, sanitizeLong = sanitizeInThread): Promise<string> {
  const clean = html.length <= atOnceMaxLength ? sanitizeArticle(html) : await sanitizeLong(html).catch(refuse)
  // Escaping makes it longer.
  if (Buffer.byteLength(clean) > newsContentMaxBytes) throw refusal('text.too.long.error')
  if (!hasContent(clean)) throw refusal('news.content.missing.error')
  return clean
}

function sanitizeInThread(html: string): Promise<string> {
  return inThread<NewsThread, string>('entities/news/newsThread.ts', limits, (thread) => thread.sanitizeArticle(html))
}

function refuse(error: unknown): never {
  throw error instanceof ThreadError && error.reason !== 'broken' ? refusal('text.too.long.error', error) : error
}

function refusal(code: ErrorCode, cause?: unknown): AppError {
  return new AppError(code, { invalidField: 'content', cause })
}
