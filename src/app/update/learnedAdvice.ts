/** What to try next when the same failure happens again: only what a fact speaks for. Knows no words. */
import type { ErrorCode } from '../../errors.ts'

export type LearnedAdvice = 'cable' | 'battery' | 'support'

/** Frames were lost or damaged, or the connection broke: a cable, a port or an empty battery does that. */
const ofTheLink: ReadonlySet<ErrorCode> = new Set([
  'device.bad.checksum.error',
  'device.disconnected.error',
  'device.no.reply.error',
  'device.wrong.offset.error',
])

/** The detector itself has refused or stopped: the first advice is tried twice. */
const ofTheDetector: ReadonlySet<ErrorCode> = new Set([
  'device.bad.status.error',
  'device.open.error',
  'device.stalled.error',
  'device.unknown.message.error',
])

/** The first advice stays right, however often it is not followed. */
const ofThePerson: ReadonlySet<ErrorCode> = new Set([
  'device.added.error',
  'device.busy.error',
  'device.changed.error',
  'device.forbidden.error',
  'device.handle.lost.error',
  'device.in.use.error',
  'device.jumped.error',
  'device.numbered.reports.error',
  'device.permission.denied.error',
  'device.updating.error',
  'image.too.short.error',
  'network.offline.error',
  'update.interrupted.error',
])

/** Null as long as the advice for this failure alone is right. `isBatteryLow`: as the detector said last; false while it is unknown. */
export function learnedAdvice(cause: ErrorCode, timesInRow: number, isBatteryLow: boolean): LearnedAdvice | null {
  if (timesInRow < 2 || ofThePerson.has(cause)) return null
  if (ofTheDetector.has(cause)) return timesInRow === 2 ? null : 'support'
  if (!ofTheLink.has(cause)) return 'support'
  const tried: readonly LearnedAdvice[] = isBatteryLow ? ['battery', 'cable'] : ['cable']
  return tried[timesInRow - 2] ?? 'support'
}
