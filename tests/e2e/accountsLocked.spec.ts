/** Strangers who guess a password, while its owner uses a known browser. */
import { fillSignIn } from './accountsPortal.ts'
import { expect, password, signInByForm, test } from './portal.ts'
import { signOut } from './staff.ts'
import { words } from './words.ts'

const w = words.en
const username = 'customer@example.com'

test('the owner can sign in with a known browser while strangers keep the account locked', async ({
  page,
  context,
  openElsewhere,
  request,
  expectComplaint,
}) => {
  expectComplaint('status of 403')
  await signInByForm(page, 'customer', /\/productUpdate\/index$/)
  await signOut(page)
  const cookies = await context.cookies()
  expect(cookies).toEqual([expect.objectContaining({ httpOnly: true, sameSite: 'Strict', path: '/backend' })])
  expect(JSON.stringify(cookies)).not.toContain('customer')
  expect(await page.evaluate(() => document.cookie)).toBe('')

  // Without the browser's cookies.
  for (let guess = 0; guess < 6; guess += 1) {
    await request.post('/backend/api/login', { data: { username, password: `guess ${guess}` } })
  }
  const stranger = await openElsewhere()
  await stranger.goto('/login')
  await fillSignIn(stranger, w, username, password)
  await expect(stranger.getByRole('alert')).toContainText('locked')

  await fillSignIn(page, w, username, password)
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
})
