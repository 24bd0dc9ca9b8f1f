/**
 * A portal that is no demo, so that staff need a second factor: on `localhost`, because passkeys work on no IP address, with an empty database
 * and a mail server. And what people hold: the authenticator that Chromium simulates.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import type { CDPSession, Locator, Page } from 'playwright/test'
import { signIns } from '../../src/server/db/tables.ts'
import { type BuiltServer, startBuiltServer } from '../support/builtServer.ts'
import { freePort } from '../support/freePort.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { createDatabase } from '../support/postgres.ts'
import type { SmtpServer } from '../support/smtpServer.ts'
import { preparedServer } from './journeyServer.ts'
import { mailServer } from './mailPortal.ts'
import { expect, test as portalTest } from './portal.ts'

const chosenPassword = 'seven-green-chairs'

export const test = portalTest.extend<object, { smtp: SmtpServer; server: BuiltServer }>({
  smtp: [mailServer, { scope: 'worker' }],
  server: [
    async ({ smtp }, use) => {
      const port = String(await freePort())
      const server = await startBuiltServer({
        DEMO: 'false',
        PORT: port,
        PUBLIC_URL: `http://localhost:${port}`,
        DATABASE_URL: await createDatabase(preparedServer(), `factors_${crypto.randomUUID()}`),
        SMTP_URL: smtp.url,
        BRAND_CONTACT_URL: 'https://support.example.com/',
        DRAIN_SECONDS: '0',
      })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.url.replace('127.0.0.1', 'localhost'))
  },
})
export { expect }

/** By the operator's command; an address of their own for each test. */
export async function addAdministrator({ databaseUrl, dataDir }: BuiltServer, firstname: string): Promise<string> {
  const address = `${firstname.toLowerCase()}@example.com`
  const variables = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'false', ADMIN_PASSWORD: chosenPassword }
  await promisify(execFile)(process.execPath, ['dist/server/createAdmin.js', address, '--firstname', firstname], {
    env: { ...process.env, ...variables },
  })
  return address
}

/** As if `minutes` had passed since everybody's last proof, for the server. */
export async function ageProofs(server: BuiltServer, minutes: number): Promise<void> {
  const earlier = sql`${signIns.provedAt} - ${minutes}::integer * interval '1 minute'`
  await inDatabase(server, (db) => db.update(signIns).set({ provedAt: earlier }))
}

export async function typePassword(page: Page, address: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(address)
  await page.getByLabel('Password', { exact: true }).fill(chosenPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

type Authenticator = {
  /** While its person does not touch it, no request is answered: not even one that is under way when they do. */
  readonly touch: (isTouched: boolean) => Promise<void>
  /** How many passkeys it holds. */
  readonly count: () => Promise<number>
}

type Kind = { readonly verifies?: boolean; readonly remembers?: boolean }

/** At first nobody touches it. `verifies`: it asks for a fingerprint or a PIN. `remembers`: it keeps the account's name, so it signs in alone. */
export async function plugIn(page: Page, { verifies = true, remembers = true }: Kind = {}): Promise<Authenticator> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: verifies ? 'internal' : 'usb',
      hasResidentKey: remembers,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: false,
    },
  })
  return {
    touch: (enabled) => devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }).then(() => undefined),
    count: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

/** Signs in for the first time, and adds a passkey. Nobody touches its authenticator afterwards: it would sign in by itself. */
export async function enrol(page: Page, address: string, kind: Kind = {}): Promise<Authenticator> {
  const key = await plugIn(page, kind)
  await page.goto('/login')
  await typePassword(page, address)
  await key.touch(true)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await key.touch(false)
  await expect(heading(page)).toHaveText('Dashboard')
  return key
}

export function heading(page: Page): Locator {
  return page.getByRole('heading', { level: 1 })
}
