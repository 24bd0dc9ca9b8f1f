/** Sends mails to the SMTP server of SMTP_URL. Knows no template and no outbox. */
import { createTransport } from 'nodemailer'
import type { Config } from '../config/readConfig.ts'

export type Mail = {
  readonly channel: 'mail'
  readonly messageId: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 } as const

/**
 * undefined where no server is configured. Resolves when the server has taken the mail, or `refused` where it answered 5xx: it never will.
 * Rejects where trying again may help. Headers are nodemailer's to fold and encode: no value can begin another header.
 */
export function openMailer({ smtpUrl, mailFrom, brand }: Config): ((mail: Mail) => Promise<'taken' | 'refused'>) | undefined {
  if (smtpUrl === undefined) return undefined
  const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  return async ({ messageId, recipient, subject, text, html }) => {
    try {
      await transport.sendMail({
        from: { name: brand.name, address: mailFrom },
        // As an object it is one address, whatever signs are in it.
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        messageId: `<${messageId}@${domain}>`,
        // RFC 3834: no holiday notice answers a machine.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
      return 'taken'
    } catch (error) {
      if (isRefusal(error)) return 'refused'
      throw error
    }
  }
}

/** 5xx to the message or its recipient. A failed sign-in at the server (EAUTH) is 5xx too, and ours to put right. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500
}
