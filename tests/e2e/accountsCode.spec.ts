import { codeTo, expect, fillSignIn, test } from './accountsPortal.ts'
import { password } from './portal.ts'
import { words } from './words.ts'

const w = words.en
const username = 'sms@example.com'

const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

test('an SMS code can be wrong, right, used or missing', async ({ page, gateway, request, server, expectComplaint }) => {
  expectComplaint('status of 403')
  const already = gateway.received.length
  await page.goto('/login')
  await fillSignIn(page, w, username, password)
  await expect(page.getByRole('heading', { name: w.verificationCode })).toBeVisible()
  // Partly hidden: the last two digits identify it.
  await expect(page.getByText(/\+33 •+\d\d\b/)).toBeVisible()
  await expect(page.getByText(w.nextCode)).toBeVisible()
  const field = page.getByLabel(w.code, { exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  const code = await codeTo(gateway, already + 1)

  // Without checkSmsCode, the last call alone is refused.
  const skipped = await request.post(`${server.url}/backend/api/login`, { data: { username, password } })
  expect([skipped.status(), await skipped.json()]).toEqual([403, expect.objectContaining({ message: 'code.required.error' })])

  await field.fill(otherThan(code))
  await page.keyboard.press('Enter')
  await expect(page.getByText(w.wrongCode)).toBeVisible()
  await expect(field).toBeFocused()

  // Pasted with the text of the SMS.
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)} is your code`)
  await expect(field).toHaveValue(code)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/productUpdate\/index$/)

  const again = await request.post(`${server.url}/backend/authentication/checkSmsCode`, { form: { username, password, code } })
  expect([again.status(), await again.json()]).toEqual([403, expect.objectContaining({ message: 'code.expired.error' })])
})
