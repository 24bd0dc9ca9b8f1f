/** A portal that sends real mails and SMS to an SMTP server and a gateway that the tests read. */
import type { Page } from 'playwright/test'
import { type ReceivedSms, type SmsGateway, startSmsGateway } from '../support/smsGateway.ts'
import { expect, test as mailTest } from './mailPortal.ts'
import type { Words } from './words.ts'

export const test = mailTest.extend<object, { gateway: SmsGateway }>({
  gateway: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the destructured argument
    async ({}, use) => {
      const gateway = await startSmsGateway()
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ environment, gateway }, use) => {
      await use({
        ...environment,
        SMS_URL: gateway.url,
        // A second account with SMS codes, because each gets at most one code a minute.
        SMS_CODE: 'staff',
        BRAND_SITE_URL: 'https://site.example.com/',
        BRAND_DATA_POLICY_URL: 'https://site.example.com/data',
      })
    },
    { scope: 'worker' },
  ],
})
export { expect }

/** The code in the `count`th SMS since the server started. */
export async function codeTo(gateway: SmsGateway, count: number): Promise<string> {
  await expect.poll(() => gateway.received.length).toBeGreaterThanOrEqual(count)
  const sms: ReceivedSms | undefined = gateway.received[count - 1]
  return /\b\d{6}\b/.exec(sms?.text ?? '')?.[0] ?? ''
}

export async function fillSignIn(page: Page, w: Words, username: string, password: string): Promise<void> {
  await page.getByLabel(w.email, { exact: true }).fill(username)
  await page.getByLabel(w.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: w.signIn, exact: true }).click()
}
