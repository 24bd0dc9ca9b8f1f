/** Sends mails to the SMTP server of SMTP_URL. Knows no template and no outbox. */
import { createTransport } from 'nodemailer'
import type { Config } from '../config/readConfig.ts'
import { contentIdOf, type MailDrawing, pictureOf } from './mailDrawing.ts'

export type Mail = {
  readonly channel: 'mail'
  readonly messageId: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Its picture goes with the mail. */
  readonly drawing?: MailDrawing | undefined
  /** Where one click switches such mails off; undefined for those that nobody can switch off. */
  readonly switchOffLink?: string | undefined
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 } as const

/**
 * Returns undefined if no server is configured. The function resolves to `taken` when the server has accepted the mail, or `refused` for a
 * permanent error (5xx). It rejects if a retry may help. Nodemailer folds and encodes headers, so that no value can start another header.
 */
export function openMailer({ smtpUrl, mailFrom, brand }: Config): ((mail: Mail) => Promise<'taken' | 'refused'>) | undefined {
  if (smtpUrl === undefined) return undefined
  const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  return async ({ messageId, recipient, subject, text, html, drawing, switchOffLink }) => {
    try {
      await transport.sendMail({
        from: { name: brand.name, address: mailFrom },
        // An object is treated as a single address, whatever characters it contains.
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        attachments: picturesOf(drawing),
        messageId: `<${messageId}@${domain}>`,
        // RFC 3834: prevents automatic replies such as vacation notices.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...listHeaders(switchOffLink) },
      })
      return 'taken'
    } catch (error) {
      if (isRefusal(error)) return 'refused'
      throw error
    }
  }
}

/** As a part that the HTML names by its content id, because mails load nothing from the network. */
function picturesOf(drawing: MailDrawing | undefined) {
  if (drawing === undefined) return []
  const contentDisposition = 'inline' as const
  return [
    { content: pictureOf(drawing), filename: `${drawing}.png`, contentType: 'image/png', cid: contentIdOf(drawing), contentDisposition },
  ]
}

/** RFC 2369 and 8058: mail programs show a button, which needs no sign-in. One click is for https only (RFC 8058, 3.1). */
function listHeaders(link: string | undefined): Record<string, string> {
  if (link === undefined) return {}
  const oneClick = link.startsWith('https:') ? { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
  return { 'List-Unsubscribe': `<${link}>`, ...oneClick }
}

/** 5xx for the message or its recipient. A failed login to the mail server (EAUTH) is 5xx too, but our configuration can fix it. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500
}
