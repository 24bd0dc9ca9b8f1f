import { onTestFinished } from 'vitest'
import { serverGaps } from '../../src/app/api/api.ts'
import { publishedNews } from '../../src/contract/publishedNews.ts'
import { AppError } from '../../src/errors.ts'

/** For the rest of the test the page knows that its server is from before 0.2.0: it has refused a call of that version. */
export function meetOlderServer(): void {
  onTestFinished(() => serverGaps.store.setState((known) => ({ ...known, refusals: {} })))
  serverGaps.noteRefusal(publishedNews.getPage, new AppError('resource.not.found', { requestId: 'abc-123' }))
}
