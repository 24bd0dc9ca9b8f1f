/** Greets a detector and reads its identity and coils; sends disconnect (device document, section 4). Knows no USB and no firmware. */
import type { ErrorCode } from '../../errors.ts'
import type { DetectorAccessory, DetectorIdentity } from '../detector.ts'
import { requestConfirmed } from '../link/requestConfirmed.ts'
import type { Answer, Transport } from '../link/transport.ts'
import { coilTypeId, type Command, encodeRequest, successStatus } from '../protocol/frames.ts'
import { isImpossibleIdentity } from '../protocol/impossibleIdentity.ts'

export type ConnectOutcome =
  | { readonly isConnected: true; readonly identity: DetectorIdentity; readonly accessories: readonly DetectorAccessory[] }
  | { readonly isConnected: false; readonly cause: ErrorCode }

/** A detector that is there and idle answers long before. */
const maxQuickResends = 1
/** A detector that restarts at once need not answer disconnect, and the person should not wait for it. */
const maxDisconnectResends = 1

/**
 * Needs an open link. First discards replies to requests of an earlier page. After plugging in, an operating system may refuse sends for up to
 * 3 s (WICG/webhid #111): the resends of hello take longer than that, unless it `isQuick`, to ask whether anybody is there. Sends nothing to a
 * detector that somebody else is updating. Accessories are requested twice, as specified; the second reply counts.
 */
export async function connect(transport: Transport, isQuick = false): Promise<ConnectOutcome> {
  await transport.drain()
  const busyError = await transport.listen(0)
  if (busyError !== null) return { isConnected: false, cause: busyError }

  const frame = encodeRequest({ command: 'hello' })
  const hello = await requestConfirmed(transport, { command: 'hello', frame, ...(isQuick && { maxResends: maxQuickResends }) })
  if (!isSuccess(hello)) return { isConnected: false, cause: causeOf(hello) }

  const target = await requestConfirmed(transport, { command: 'readTargetData', frame: encodeRequest({ command: 'readTargetData' }) })
  if (!isSuccess(target)) return { isConnected: false, cause: causeOf(target) }
  if (isImpossibleIdentity(target.reply.identity)) return { isConnected: false, cause: 'device.not.understood.error' }

  const listAccessories = { command: 'listAccessories', frame: encodeRequest({ command: 'listAccessories' }) } as const
  const first = await requestConfirmed(transport, listAccessories)
  if (!isSuccess(first)) return { isConnected: false, cause: causeOf(first) }
  const second = await requestConfirmed(transport, listAccessories)
  if (!isSuccess(second)) return { isConnected: false, cause: causeOf(second) }

  const accessories = second.reply.slots.filter(({ accessoryTypeId }) => accessoryTypeId === coilTypeId)
  return { isConnected: true, identity: target.reply.identity, accessories }
}

/** Sends disconnect, unless that would end somebody else's update, and closes the link; never fails. */
export async function disconnect(transport: Transport): Promise<void> {
  const cause = await transport.listen(0)
  const frame = encodeRequest({ command: 'disconnect' })
  if (cause === null) await transport.request({ command: 'disconnect', frame, maxResends: maxDisconnectResends })
  transport.close()
}

function isSuccess<C extends Command>(answer: Answer<C>): answer is Extract<Answer<C>, { isAnswered: true }> {
  return answer.isAnswered && answer.reply.status === successStatus
}

function causeOf(answer: Answer<Command>): ErrorCode {
  return answer.isAnswered ? 'device.bad.status.error' : answer.cause
}
