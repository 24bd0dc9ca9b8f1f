/** Sends messages by the configured channels. In demo mode, messages without a channel go to the demo mailbox. */
import type { Config } from '../config/readConfig.ts'
import { demoMessages } from '../db/tables.ts'
import type { ServerContext } from '../serverContext.ts'
import { type Mail, openMailer } from './mail.ts'
import { openSmsGateway, type Sms } from './sms.ts'

export type Message = Mail | Sms

/** Sends a message. Resolves to `taken` or `refused` (permanently) by the other side. Rejects if a retry may help. */
export type Channel = (message: Message) => Promise<'taken' | 'refused'>

export function openChannel(context: Pick<ServerContext, 'db' | 'config' | 'clock'>): Channel {
  const sendMail = openMailer(context.config)
  const sendSms = openSmsGateway(context.config)
  return async (message) => {
    const answer = message.channel === 'mail' ? await sendMail?.(message) : await sendSms?.(message)
    if (answer !== undefined) return answer
    if (!context.config.isDemo)
      throw Object.assign(new Error('no channel'), { code: message.channel === 'mail' ? 'no SMTP_URL' : 'no SMS_URL' })
    return putInDemoMailbox(context, message)
  }
}

/** Whether any messages go to the demo mailbox. */
export function hasDemoMailbox({ isDemo, smtpUrl, sms }: Config): boolean {
  return isDemo && (smtpUrl === undefined || sms === undefined)
}

async function putInDemoMailbox({ db, clock }: Pick<ServerContext, 'db' | 'clock'>, message: Message): Promise<'taken'> {
  await db
    .insert(demoMessages)
    .values({ ...message, sentAt: clock() })
    .onConflictDoNothing()
  return 'taken'
}
