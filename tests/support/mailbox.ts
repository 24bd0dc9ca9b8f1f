/** The mails and SMS that people receive: delivers the outbox to the demo mailbox, as the server does. */
import type { DemoMessage } from '../../src/contract/demoMailbox.ts'
import { openChannel } from '../../src/server/messages/channel.ts'
import { deliverMessages } from '../../src/server/delivery/deliverMessages.ts'
import type { ApiServer } from './apiServer.ts'

/** All messages to one address or phone number, newest first. */
export async function messagesFor(server: ApiServer, recipient: string): Promise<DemoMessage[]> {
  const channel = openChannel(server.context)
  while ((await deliverMessages(server.context, channel)) > 0);
  const messages = await server.client().demoMailbox.getAll()
  return messages.filter((message) => message.recipient === recipient)
}

/** The newest, but for what a sign-in in a new browser sends of its own accord: messages that wait together arrive in any order. */
export async function newestFor(server: ApiServer, recipient: string): Promise<DemoMessage> {
  const messages = await messagesFor(server, recipient)
  const newest = messages.find(({ subject }) => subject?.startsWith('A new sign-in') !== true)
  if (newest === undefined) throw new Error(`nothing for ${recipient}`)
  return newest
}

export function findToken(text: string): string | undefined {
  return /\/(?:validateAccount|changePassword|confirmAddress|restoreAddress)\/([\w-]{43})/.exec(text)?.[1]
}

/** The token in a mailed link. */
export function tokenIn({ text }: { text: string }): string {
  const token = findToken(text)
  if (token === undefined) throw new Error(`no link in: ${text}`)
  return token
}

/** Whether a text holds this word of letters and digits, and not as a part of a longer one: a long log holds any six digits by chance. */
export function holdsWord(text: string, word: string): boolean {
  return new RegExp(`(?<!\\w)${word}(?!\\w)`).test(text)
}

export function codeIn({ text }: { text: string }): string {
  const code = /\b\d{6}\b/.exec(text)?.[0]
  if (code === undefined) throw new Error(`no code in: ${text}`)
  return code
}
