/** The content of an article as it is stored. Long texts are sanitised in the sandbox, so that nobody else waits. */
import { hasContent } from '../../../contract/article.ts'
import { newsContentMaxBytes } from '../../../contract/rules.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'
import { sanitizeArticle } from '../../html/sanitizeArticle.ts'
import { FileError } from '../../sandbox/createSandbox.ts'
import { inSandbox } from '../../sandbox/inSandbox.ts'

/** Even odd HTML of this length takes some milliseconds. */
const atOnceMaxLength = 12_000

/**
 * Throws `news.content.missing.error` if nothing is left, and `text.too.long.error` for what takes too long or too much memory; both on
 * `content`. Any other failure of the sandbox is no fault of the text, and passes through.
 */
export async function sanitizeContent(html: string, account: number, sanitizeLong = inSandbox): Promise<string> {
  const isLong = html.length > atOnceMaxLength
  const clean = isLong ? await sanitizeLong(account, 'sanitizeArticle', () => [html]).catch(refuse) : sanitizeArticle(html)
  // Escaping makes it longer.
  if (Buffer.byteLength(clean) > newsContentMaxBytes) throw refusal('text.too.long.error')
  if (!hasContent(clean)) throw refusal('news.content.missing.error')
  return clean
}

function refuse(error: unknown): never {
  throw error instanceof FileError && error.verdict !== 'refused' ? refusal('text.too.long.error', error) : error
}

function refusal(code: ErrorCode, cause?: unknown): AppError {
  return new AppError(code, { invalidField: 'content', cause })
}
