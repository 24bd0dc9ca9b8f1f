/** A portal that sends real mails to an SMTP server that the tests read. */
import type { APIRequestContext } from 'playwright/test'
import type { Locale } from '../../src/contract/rules.ts'
import { type ReceivedMail, type SmtpServer, startSmtpServer } from '../support/smtpServer.ts'
import { bearer } from './detector.ts'
import { expect, test as portalTest } from './portal.ts'

/** A fixture of a worker. */
// oxlint-disable-next-line no-empty-pattern -- Playwright wants the destructured argument
export async function mailServer({}, use: (smtp: SmtpServer) => Promise<void>): Promise<void> {
  const smtp = await startSmtpServer()
  await use(smtp)
  await smtp.stop()
}

export const test = portalTest.extend<object, { smtp: SmtpServer }>({
  smtp: [mailServer, { scope: 'worker' }],
  // A server that sends messages runs in demo mode only if configured explicitly.
  environment: [async ({ smtp }, use) => use({ DEMO: 'true', SMTP_URL: smtp.url }), { scope: 'worker' }],
})
export { expect }

/** Waits for the `count`th mail to an address, optionally with a subject and with words in its text. */
export async function mailTo(smtp: SmtpServer, address: string, count = 1, about?: string, part = ''): Promise<ReceivedMail> {
  const isMeant = ({ recipients, subject, text }: ReceivedMail) =>
    recipients.includes(address) && (about === undefined || subject === about) && text?.includes(part)
  const all = () => smtp.received.filter(isMeant)
  await expect.poll(() => all().length).toBeGreaterThanOrEqual(count)
  const mail = all()[count - 1]
  if (mail === undefined) throw new Error(`no mail to ${address}`)
  return mail
}

export function linkIn({ text = '' }: ReceivedMail): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error(`no link in: ${text}`)
  return link
}

/** Sets the language of an account of the demo, in which it gets its mails. */
export async function readMailsIn(request: APIRequestContext, account: string, locale: Locale): Promise<void> {
  const saved = await request.post('/backend/locale/setLocale', { headers: await bearer(request, account), form: { locale } })
  expect(saved.ok(), await saved.text()).toBe(true)
}
