import { codeTo, expect, fillSignIn, test, words } from './accountsPortal.ts'
import { password } from './portal.ts'

const username = 'sms@example.com'
const guessed = 'backoffice@example.com'

test('an SMS code: wrong, right, used twice, skipped', async ({ page, gateway, request, server, expectComplaint }) => {
  expectComplaint('status of 403')
  const already = gateway.received.length
  await page.goto('/login')
  await fillSignIn(page, words.en, username, password)
  await expect(page.getByRole('heading', { name: 'Verification code' })).toBeVisible()
  // Partly hidden: its last two digits are enough to know it by.
  await expect(page.getByText(/\+33 •+\d\d\b/)).toBeVisible()
  await expect(page.getByText(/You can ask for another one in \d+ seconds?\./)).toBeVisible()
  const field = page.getByLabel('Code', { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  const code = await codeTo(gateway, already + 1)

  // Skipped: the last step alone is refused.
  const skipped = await request.post(`${server.url}/backend/api/login`, { data: { username, password } })
  expect([skipped.status(), await skipped.json()]).toEqual([403, expect.objectContaining({ message: 'code.required.error' })])

  await field.fill(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Incorrect verification code.')).toBeVisible()
  await expect(field).toBeFocused()

  // As it is pasted from the telephone, words and all.
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)} is your code`)
  await expect(field).toHaveValue(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/productUpdate\/index$/)

  const again = await request.post(`${server.url}/backend/authentication/checkSmsCode`, { form: { username, password, code } })
  expect([again.status(), await again.json()]).toEqual([403, expect.objectContaining({ message: 'code.expired.error' })])
})

test('a code that has been guessed at too often has expired, and another account can sign in instead', async ({
  page,
  request,
  server,
  gateway,
  expectComplaint,
}) => {
  expectComplaint('status of 403')
  const already = gateway.received.length
  await page.goto('/login')
  await fillSignIn(page, words.en, guessed, password)
  await expect(page.getByRole('heading', { name: 'Verification code' })).toBeVisible()
  const code = await codeTo(gateway, already + 1)
  const wrong = code === '000000' ? '111111' : '000000'
  for (let guess = 0; guess < 5; guess += 1) {
    await request.post(`${server.url}/backend/authentication/checkSmsCode`, { form: { username: guessed, password, code: wrong } })
  }
  await page.getByLabel('Code', { exact: true }).fill(wrong)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This verification code has expired. Please try to login again.')).toBeVisible()

  await page.getByRole('button', { name: 'Sign in to another account' }).click()
  await fillSignIn(page, words.en, 'customer@example.com', password)
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
})
