import { expect, it } from 'vitest'
import { learnedAdvice } from './learnedAdvice.ts'

const times = [1, 2, 3, 4, 9]

it.each(['device.disconnected.error', 'device.no.reply.error', 'device.bad.status.error', 'device.stalled.error'] as const)(
  'says another cable, then the battery, then support, each time that %s happens again',
  (cause) => {
    expect(times.map((count) => learnedAdvice(cause, count))).toEqual([null, 'cable', 'battery', 'support', 'support'])
  },
)

it('sends nobody to another cable for a fault that no cable has: support comes at once', () => {
  expect(times.map((count) => learnedAdvice('internal.server.error', count))).toEqual([null, 'support', 'support', 'support', 'support'])
})

it.each([
  'network.offline.error',
  'device.added.error',
  'device.changed.error',
  'device.in.use.error',
  'device.permission.denied.error',
] as const)('keeps its advice where only the person can end %s', (cause) => {
  expect(times.map((count) => learnedAdvice(cause, count))).toEqual([null, null, null, null, null])
})
