/** Gets to know a detector: hello, target data, accessories (device document, section 4). Knows no USB and no firmware. */
import type { ErrorCode } from '../../errors.ts'
import { askSurely } from '../link/requestConfirmed.ts'
import { type Command, encodeRequest, keptAccessoryTypeId, successStatus } from '../protocol/frames.ts'
import type { Answer, Transport } from '../link/transport.ts'
import type { ConnectOutcome } from '../workerApi.ts'

/**
 * Needs an open link. Stale replies of an earlier page are let pass first. For some seconds after plugging a system may refuse what is
 * sent; the resends of hello last longer than that. The accessories are asked for twice, as specified, and the second answer counts.
 */
export async function connect(transport: Transport): Promise<ConnectOutcome> {
  await transport.drain()

  const hello = await askSurely(transport, { command: 'hello', frame: encodeRequest({ command: 'hello' }) })
  if (!isSuccess(hello)) return { isConnected: false, cause: causeOf(hello) }

  const target = await askSurely(transport, { command: 'readTargetData', frame: encodeRequest({ command: 'readTargetData' }) })
  if (!isSuccess(target)) return { isConnected: false, cause: causeOf(target) }

  const listAccessories = { command: 'listAccessories', frame: encodeRequest({ command: 'listAccessories' }) } as const
  const first = await askSurely(transport, listAccessories)
  if (!isSuccess(first)) return { isConnected: false, cause: causeOf(first) }
  const second = await askSurely(transport, listAccessories)
  if (!isSuccess(second)) return { isConnected: false, cause: causeOf(second) }

  const accessories = second.reply.slots.filter(({ accessoryTypeId }) => accessoryTypeId === keptAccessoryTypeId)
  return { isConnected: true, identity: target.reply.identity, accessories }
}

function isSuccess<C extends Command>(answer: Answer<C>): answer is Extract<Answer<C>, { isAnswered: true }> {
  return answer.isAnswered && answer.reply.status === successStatus
}

function causeOf(answer: Answer<Command>): ErrorCode {
  return answer.isAnswered ? 'device.bad.status.error' : answer.cause
}
