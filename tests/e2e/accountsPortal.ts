/** A portal that sends real mails and SMS to an SMTP server and a gateway that the tests read. */
import type { Page } from 'playwright/test'
import type { BuiltServer } from '../support/builtServer.ts'
import { type ReceivedSms, type SmsGateway, startSmsGateway } from '../support/smsGateway.ts'
import type { ReceivedMail, SmtpServer } from '../support/smtpServer.ts'
import { startJourneyServer } from './journeyServer.ts'
import { mailServer } from './mailServer.ts'
import { expect, test as portalTest } from './portal.ts'
import type { Words } from './words.ts'

export const test = portalTest.extend<object, { smtp: SmtpServer; gateway: SmsGateway; server: BuiltServer }>({
  smtp: [mailServer, { scope: 'worker' }],
  gateway: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the destructured argument
    async ({}, use) => {
      const gateway = await startSmsGateway()
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ smtp, gateway }, use) => {
      const server = await startJourneyServer({
        // A server that sends messages runs in demo mode only if configured explicitly.
        DEMO: 'true',
        SMTP_URL: smtp.url,
        SMS_URL: gateway.url,
        // A second account with SMS codes, because each gets at most one code a minute.
        SMS_CODE: 'staff',
        BRAND_SITE_URL: 'https://site.example.com/',
        BRAND_DATA_POLICY_URL: 'https://site.example.com/data',
      })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})
export { expect }

/** Waits for the `count`th mail to an address, optionally with a subject. */
export async function mailTo(smtp: SmtpServer, address: string, count = 1, about?: string): Promise<ReceivedMail> {
  const isMeant = ({ recipients, subject }: ReceivedMail) => recipients.includes(address) && (about === undefined || subject === about)
  const all = () => smtp.received.filter(isMeant)
  await expect.poll(() => all().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  const mail = all()[count - 1]
  if (mail === undefined) throw new Error(`no mail to ${address}`)
  return mail
}

export function linkIn({ text = '' }: ReceivedMail): string {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error(`no link in: ${text}`)
  return link
}

/** The code in the `count`th SMS since the server started. */
export async function codeTo(gateway: SmsGateway, count: number): Promise<string> {
  await expect.poll(() => gateway.received.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  const sms: ReceivedSms | undefined = gateway.received[count - 1]
  return /\b\d{6}\b/.exec(sms?.text ?? '')?.[0] ?? ''
}

export async function fillSignIn(page: Page, w: Words, username: string, password: string): Promise<void> {
  await page.getByLabel(w.email, { exact: true }).fill(username)
  await page.getByLabel(w.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: w.signIn, exact: true }).click()
}

export async function signOutByMenu(page: Page, w: Words): Promise<void> {
  await page.getByRole('button', { name: w.account }).click()
  await page.getByRole('menuitem', { name: w.signOut }).click()
  await expect(page.getByRole('button', { name: w.signIn, exact: true })).toBeVisible()
}
