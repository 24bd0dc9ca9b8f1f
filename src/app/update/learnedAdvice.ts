/** What to try next when the same failure happens again. Knows no words. */
import type { ErrorCode } from '../../errors.ts'

export type LearnedAdvice = 'cable' | 'battery' | 'support'

/** A cable, a port or an empty battery can be the reason. */
const ofTheLink: ReadonlySet<ErrorCode> = new Set([
  'device.bad.checksum.error',
  'device.bad.status.error',
  'device.disconnected.error',
  'device.no.reply.error',
  'device.open.error',
  'device.stalled.error',
  'device.unknown.message.error',
  'device.wrong.offset.error',
])

/** The first advice stays right, however often it is not followed. */
const ofThePerson: ReadonlySet<ErrorCode> = new Set([
  'device.added.error',
  'device.changed.error',
  'device.in.use.error',
  'device.permission.denied.error',
  'device.updating.error',
  'image.too.short.error',
  'network.offline.error',
  'update.interrupted.error',
])

/** Null as long as the advice for this failure alone is right. */
export function learnedAdvice(cause: ErrorCode, timesInRow: number): LearnedAdvice | null {
  if (timesInRow < 2 || ofThePerson.has(cause)) return null
  if (!ofTheLink.has(cause) || timesInRow > 3) return 'support'
  return timesInRow === 2 ? 'cable' : 'battery'
}
