import { expect, it } from 'vitest'
import { ThreadError } from '../../threads/inThread.ts'
import { sanitizeContent } from './sanitizeContent.ts'

const long = `<p>${'a'.repeat(12_000)}</p>`
const sanitizeWith = (reason: 'timeout' | 'memory' | 'broken') =>
  sanitizeContent(long, () => Promise.reject(new ThreadError(reason, 'the thread ended')))

it('sanitises a long text in a thread', async () => {
  await expect(sanitizeContent(`${long}<script>attack()</script>`)).resolves.toBe(long)
})

it.each(['timeout', 'memory'] as const)('calls a text too long whose thread ends by %s', async (reason) => {
  await expect(sanitizeWith(reason)).rejects.toMatchObject({ code: 'text.too.long.error', invalidField: 'content' })
})

it('blames no text for a thread that breaks', async () => {
  await expect(sanitizeWith('broken')).rejects.toMatchObject({ name: 'ThreadError', reason: 'broken' })
})
