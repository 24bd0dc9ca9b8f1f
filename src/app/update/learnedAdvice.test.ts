import { expect, it } from 'vitest'
import { learnedAdvice } from './learnedAdvice.ts'

const times = [1, 2, 3, 4, 9]

it.each(['device.disconnected.error', 'device.no.reply.error', 'device.bad.checksum.error', 'device.wrong.offset.error'] as const)(
  'says another cable, then support, when %s happens again; the battery comes first where the detector says that it is low',
  (cause) => {
    const advice = (isBatteryLow: boolean) => times.map((count) => learnedAdvice(cause, count, isBatteryLow))
    expect(advice(false)).toEqual([null, 'cable', 'support', 'support', 'support'])
    expect(advice(true)).toEqual([null, 'battery', 'cable', 'support', 'support'])
  },
)

it.each(['device.bad.status.error', 'device.stalled.error', 'device.unknown.message.error', 'device.open.error'] as const)(
  'names neither cable nor battery for %s, which no cable makes',
  (cause) => {
    expect(times.map((count) => learnedAdvice(cause, count, true))).toEqual([null, null, 'support', 'support', 'support'])
  },
)

it('sends nobody to another cable for a fault that no cable has: support comes at once', () => {
  expect(times.map((count) => learnedAdvice('internal.server.error', count, true))).toEqual([
    null,
    'support',
    'support',
    'support',
    'support',
  ])
})

it.each([
  'network.offline.error',
  'device.added.error',
  'device.changed.error',
  'device.in.use.error',
  'device.permission.denied.error',
] as const)('keeps its advice where only the person can end %s', (cause) => {
  expect(times.map((count) => learnedAdvice(cause, count, true))).toEqual([null, null, null, null, null])
})
