import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { streamWithin } from './streamWithin.ts'

const minuteMs = 60_000
const asFailure = (cause: unknown) => new Error('the bucket broke off', { cause })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function silentBody(): Readable {
  return new Readable({ read: () => undefined })
}

it('gives up a sender that goes silent', async () => {
  const body = silentBody()
  const reader = streamWithin(body, asFailure).getReader()
  body.push(Buffer.from('half'))
  await expect(reader.read()).resolves.toMatchObject({ done: false })
  const rest = reader.read().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(await rest).toEqual(new Error('the bucket broke off'))
  expect(body.destroyed).toBe(true)
})

it('waits for a slow reader as long as it takes', async () => {
  const body = silentBody()
  const reader = streamWithin(body, asFailure).getReader()
  body.push(Buffer.from('half'))
  await reader.read()
  await vi.advanceTimersByTimeAsync(60 * minuteMs)
  body.push(Buffer.from('rest'))
  body.push(null)
  await expect(reader.read()).resolves.toEqual({ done: false, value: Buffer.from('rest') })
  await expect(reader.read()).resolves.toMatchObject({ done: true })
})

it('throws a failure of the sender at the next read', async () => {
  const body = silentBody()
  const reader = streamWithin(body, asFailure).getReader()
  body.destroy(new Error('ECONNRESET'))
  await vi.advanceTimersByTimeAsync(1)
  await expect(reader.read()).rejects.toThrow('the bucket broke off')
})
