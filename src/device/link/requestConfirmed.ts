import { type Command, notYetStatus, successStatus } from '../protocol/frames.ts'
import type { Answer, OutgoingRequest, Transport } from './transport.ts'

/**
 * Sends a refused request once more and returns the second answer: the first refusal may be the late reply to an earlier request. Every
 * command is safe to repeat (docs/device-protocol.md, rule 4).
 */
export async function requestConfirmed<C extends Command>(transport: Transport, outgoing: OutgoingRequest<C>): Promise<Answer<C>> {
  const answer = await transport.request(outgoing)
  return isRefusal(answer) ? transport.request(outgoing) : answer
}

function isRefusal(answer: Answer<Command>): boolean {
  return answer.isAnswered && answer.reply.status !== successStatus && answer.reply.status !== notYetStatus
}
