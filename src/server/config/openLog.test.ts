import { DrizzleQueryError } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openLog } from './openLog.ts'

it('logs of a failed query why it failed, and none of its parameters', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const cause = new Error('the connection was closed')
  log.warn({ err: new DrizzleQueryError('select $1', ['ada@example.com'], cause) }, 'cleanup failed')
  expect(JSON.parse(lines.join(''))).toMatchObject({ err: { message: cause.message, stack: expect.any(String) }, msg: 'cleanup failed' })
  expect(lines.join('')).not.toContain('ada@example.com')
})
