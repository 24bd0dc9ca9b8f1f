/** Expired links and codes: the server is stopped, its database rows made an hour older, and started again. */
import { sql } from 'drizzle-orm'
import { locales } from '../../src/contract/rules.ts'
import { rateLimits, mailedTokens, smsCodes } from '../../src/server/db/tables.ts'
import type { BuiltServer } from '../support/builtServer.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { codeTo, expect, fillSignIn, test } from './accountsPortal.ts'
import { linkIn, mailTo } from './mailPortal.ts'
import { password } from './portal.ts'
import { readIn, words } from './words.ts'

const codeAccounts = { en: 'sms@example.com', fr: 'admin@example.com' } as const
const hourMs = 60 * 60 * 1000

/** Longer than a code and a password link are valid; a validation link is made a day older. */
async function letAnHourPass(server: BuiltServer): Promise<void> {
  await server.stop()
  await inDatabase(server, async (db) => {
    const earlier = sql`interval '1 hour'`
    await db.update(mailedTokens).set({ expiresAt: sql`${mailedTokens.expiresAt} - ${earlier} - interval '1 day'` })
    await db.update(smsCodes).set({ expiresAt: sql`${smsCodes.expiresAt} - ${earlier}` })
    await db.delete(rateLimits)
  })
  await server.start()
}

test('expired links and codes are reported in both languages, and new ones can be requested', async ({
  openElsewhere,
  server,
  smtp,
  gateway,
  request,
}) => {
  const readers = []
  for (const locale of locales) {
    const w = words[locale]
    const username = `slow.${locale}@example.org`
    const person = { firstname: 'Zoé', lastname: 'Étienne', phonePrefix: '+33', phoneNumber: '06 39 98 00 01', country: 'FR' }
    const form = { ...person, username, password: 'sept-chaises-vertes', isNewsletter: 'false', locale }
    const registered = await request.post(`${server.url}/backend/register/register`, { form })
    expect(registered.status(), await registered.text()).toBe(200)
    const validation = linkIn(await mailTo(smtp, username))
    await request.post(`${server.url}/backend/forgotPassword/resetPassword`, { form: { username } })
    const reset = linkIn(await mailTo(smtp, username, 2))

    const page = await openElsewhere()
    await readIn(page, locale)
    await page.clock.install()
    const already = gateway.received.length
    await page.goto('/login')
    await fillSignIn(page, w, codeAccounts[locale], password)
    await expect(page.getByText(w.nextCode)).toBeVisible()
    readers.push({ w, page, username, validation, reset, code: await codeTo(gateway, already + 1) })
  }

  await letAnHourPass(server)
  for (const { w, page, username, validation, reset, code } of readers) {
    await page.clock.fastForward(hourMs)
    await page.getByLabel(w.code, { exact: true }).fill(code)
    await page.keyboard.press('Enter')
    await expect(page.getByText(w.expiredCode)).toBeVisible()
    const already = gateway.received.length
    await page.getByRole('button', { name: w.anotherCode }).click()
    await expect(page.getByText(w.nextCode)).toBeVisible()
    await page.getByLabel(w.code, { exact: true }).fill(await codeTo(gateway, already + 1))
    await page.keyboard.press('Enter')
    // By its label: behind the tutorial, which opens for users without updates, it has no role.
    await expect(page.getByLabel(w.account)).toBeVisible()

    const fresh = await openElsewhere()
    await readIn(fresh, w === words.fr ? 'fr' : 'en')
    await fresh.goto(validation)
    await expect(fresh.getByRole('alert')).toContainText(w.notValid)
    await fresh.goto(reset)
    await expect(fresh.getByRole('alert')).toContainText(w.usedLink)
    await expect(fresh.getByRole('textbox')).toHaveCount(0)
    await fresh.getByRole('link', { name: w.backToSignIn }).click()
    await fillSignIn(fresh, w, username, 'sept-chaises-vertes')
    await fresh.getByRole('button', { name: w.resend }).click()
    await expect(fresh.getByText(w.resent)).toBeVisible()
    await fresh.goto(linkIn(await mailTo(smtp, username, 3)))
    await expect(fresh.getByText(w.validated)).toBeVisible()
  }
})
