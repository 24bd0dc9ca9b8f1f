/** A portal that sends real mails to an SMTP server that the tests read. */
import type { APIRequestContext } from 'playwright/test'
import type { Locale } from '../../src/contract/rules.ts'
import type { BuiltServer } from '../support/builtServer.ts'
import type { ReceivedMail, SmtpServer } from '../support/smtpServer.ts'
import { bearer } from './detector.ts'
import { startJourneyServer } from './journeyServer.ts'
import { mailServer } from './mailServer.ts'
import { expect, test as portalTest } from './portal.ts'

type Fixtures = { smtp: SmtpServer; environment: Record<string, string>; server: BuiltServer }

export const test = portalTest.extend<object, Fixtures>({
  smtp: [mailServer, { scope: 'worker' }],
  // More of what the server is configured with.
  environment: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ smtp, environment }, use) => {
      // A server that sends messages runs in demo mode only if configured explicitly.
      const server = await startJourneyServer({ DEMO: 'true', SMTP_URL: smtp.url, ...environment })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
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
