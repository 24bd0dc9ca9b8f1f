/** Rules that are newer than the data apply to what is typed, and do not block changes of other fields. */
import { eq } from 'drizzle-orm'
import { users } from '../../src/server/db/tables.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { expect, signIn, test } from './portal.ts'

/** Reads as "Eve bin.exe". */
const turned = 'Eve \u202Eexe.nib'

const w = {
  firstname: 'First name',
  phone: 'Phone number',
  save: 'Save',
  unusable: 'This text contains an invisible character that cannot be saved',
  badPhone: 'Invalid phone number format',
} as const

let oldUserId = 0

test.beforeAll(async ({ server }) => {
  await server.stop()
  const old = { lastname: turned, phoneNumber: '12', country: '' }
  const isCustomer = eq(users.username, 'customer@example.com')
  const [row] = await inDatabase(server, (db) => db.update(users).set(old).where(isCustomer).returning())
  oldUserId = row?.id ?? 0
  await server.start()
})

test('a user whose stored name and number break today’s rules can change something else', async ({ page }) => {
  await signIn(page, 'customer')
  await page.goto('/profile')
  const lastname = page.getByLabel('Last name', { exact: true })
  await expect(lastname).toHaveValue(turned)
  await page.getByLabel('Distributor (optional)').fill('Shop')
  await page.getByRole('button', { name: w.save, exact: true }).click()
  await expect(page.getByText('Your profile has been saved')).toBeVisible()

  // A typed value is validated before it is sent.
  await lastname.fill(`${turned}!`)
  await page.getByLabel(w.phone).fill('13')
  await page.getByRole('button', { name: w.save, exact: true }).click()
  await expect(lastname).toHaveAccessibleDescription(new RegExp(w.unusable))
  await expect(lastname).toBeFocused()
  await expect(page.getByLabel(w.phone)).toHaveAccessibleDescription(new RegExp(w.badPhone))
  await lastname.fill(turned)
  await page.getByLabel(w.phone).fill('12')
  await expect(page.getByText(w.unusable)).toHaveCount(0)
  await expect(page.getByText(w.badPhone)).toHaveCount(0)
})

test('staff can change something else of such a user', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto(`/user/edit/${oldUserId}`)
  await page.getByLabel(w.firstname, { exact: true }).fill(turned)
  await page.getByRole('button', { name: w.save, exact: true }).click()
  await expect(page.getByLabel(w.firstname, { exact: true })).toHaveAccessibleDescription(new RegExp(w.unusable))
  await page.getByLabel(w.firstname, { exact: true }).fill('Ann')
  await page.getByRole('button', { name: w.save, exact: true }).click()
  await expect(page.getByText('User modified')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Ann ${turned}`)
})
