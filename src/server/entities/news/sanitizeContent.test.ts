import { expect, it } from 'vitest'
import { AppError } from '../../../errors.ts'
import { FileError } from '../../sandbox/createSandbox.ts'
import { sanitizeContent } from './sanitizeContent.ts'

const long = `<p>${'a'.repeat(12_000)}</p>`
const sanitizeWith = (failure: Error) =>
  sanitizeContent(long, 1, async () => {
    throw failure
  })

it('sanitises a long text in the sandbox', async () => {
  await expect(sanitizeContent(`${long}<script>attack()</script>`, 1)).resolves.toBe(long)
})

it.each(['time', 'memory'] as const)('calls a text too long that takes too much %s', async (verdict) => {
  const tooLong = { code: 'text.too.long.error', invalidField: 'content' }
  await expect(sanitizeWith(new FileError(verdict, 'sanitizeArticle'))).rejects.toMatchObject(tooLong)
})

it('blames no text for a sandbox that is busy', async () => {
  const busy = new AppError('service.unavailable.error')
  await expect(sanitizeWith(busy)).rejects.toBe(busy)
})
