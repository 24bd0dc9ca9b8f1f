/** A refusal counts once it is given twice running: the first may be the late answer to a request of an earlier try. Knows no sequence. */
import { type Command, notYetStatus, successStatus } from '../protocol/frames.ts'
import type { Answer, Question, Transport } from './transport.ts'

/** Every command is safe to ask again (device protocol, rule 4). */
export async function askSurely<C extends Command>(transport: Transport, question: Question<C>): Promise<Answer<C>> {
  const answer = await transport.ask(question)
  return isRefusal(answer) ? transport.ask(question) : answer
}

function isRefusal(answer: Answer<Command>): boolean {
  return answer.isAnswered && answer.reply.status !== successStatus && answer.reply.status !== notYetStatus
}
