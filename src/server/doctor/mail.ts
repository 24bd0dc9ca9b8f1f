/** Whether the mail server lets us in. Sends nothing unless an address is given. */
import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Config } from '../config/readConfig.ts'
import { openMailer } from '../messages/mail.ts'
import { renderMail } from '../messages/renderMail.ts'
import { fault, ok, reasonOf, warning } from './finding.ts'

const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 10_000 } as const

export async function checkMail(config: Config, testAddress: string | undefined) {
  const { smtpUrl, isDemo } = config
  if (smtpUrl === undefined)
    return isDemo
      ? ok('There is no SMTP_URL: mails of the demo go to its mailbox.')
      : fault('There is no SMTP_URL: mails wait until there is one.', 'Set SMTP_URL to your mail server.')
  const { hostname, port, protocol } = new URL(smtpUrl)
  const place = `${hostname}${port === '' ? '' : `:${port}`}`
  const failure = await tryToEnter(smtpUrl, {})
  if (failure !== undefined)
    return fault(`The mail server ${place} does not let us in: ${failure}.`, 'Correct SMTP_URL, or the mail server.')
  // Without TLS the password and the links in mails can be read on their way.
  const isEncrypted = protocol === 'smtps:' || (await tryToEnter(smtpUrl, { requireTLS: true })) === undefined
  const sent = testAddress === undefined ? 'Nothing was sent.' : await sendTest(config, testAddress)
  if (sent === undefined)
    return fault(
      `The mail server ${place} refuses a mail from ${config.mailFrom} to ${String(testAddress)}.`,
      'Correct MAIL_FROM, or the address.',
    )
  if (!isEncrypted && !isLocal(hostname))
    return warning(`The mail server ${place} lets us in, but without TLS. ${sent}`, 'Use a mail server that speaks TLS.')
  return ok(`The mail server ${place} lets us in${isEncrypted ? ', with TLS' : ''}. ${sent}`)
}

/** Connects, greets and authenticates. Returns why that failed. */
async function tryToEnter(url: string, options: { requireTLS?: true }): Promise<string | undefined> {
  const transport = createTransport({ url, ...timeouts, ...options, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.verify()
    return undefined
  } catch (error) {
    return reasonOf(error)
  } finally {
    transport.close()
  }
}

/** Returns undefined if it was refused. */
async function sendTest(config: Config, recipient: string): Promise<string | undefined> {
  const mail = renderMail({
    subject: `${config.brand.name}: test`,
    paragraphs: ['This mail was asked for by "npm run doctor". Mails of the portal arrive.'],
    button: 'Open the portal',
    link: config.publicUrl,
    footnote: 'There is nothing to do.',
    brand: config.brand.name,
    locale: 'en',
  })
  const answer = await openMailer(config)?.({ channel: 'mail', messageId: randomUUID(), recipient, ...mail })
  return answer === 'taken' ? `A test mail to ${recipient} was taken.` : undefined
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
