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

it('logs of a driver that repeats the parameters, or a row, neither', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    params: ['ada@example.com'],
    detail: 'Key (username)=(ada@example.com)',
  })
  log.warn({ err: new DrizzleQueryError('select $1', [], cause) }, 'cleanup failed')
  expect(JSON.parse(lines.join(''))).toMatchObject({ err: { message: 'duplicate key', code: '23505', stack: expect.any(String) } })
  expect(lines.join('')).not.toContain('ada@example.com')
})
