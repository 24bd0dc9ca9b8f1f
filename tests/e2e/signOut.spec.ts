/** Signing out while the page still downloads: remaining files are not requested. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fillSignIn } from './accountsPortal.ts'
import { expect, password, signInByForm, test } from './portal.ts'
import { signOut } from './staff.ts'
import { words } from './words.ts'

test('signing out during downloads leaves no request to be refused', async ({ page }) => {
  const w = words.en
  const answers: number[] = []
  // Each file takes longer than signing out waits, and signing out takes long enough for the next file to start.
  await page.route('**/backend/image/*', async (route) => {
    await sleep(2_500)
    await route.continue()
  })
  page.on('response', (answer) => {
    if (/\/backend\/(?:file|image)\//.test(answer.url())) answers.push(answer.status())
  })
  await page.route('**/backend/authentication/logout', async (route) => {
    const answer = await route.fetch()
    await sleep(2_800)
    await route.fulfill({ response: answer })
  })
  const isFetching = page.waitForRequest('**/backend/image/*')
  await signInByForm(page, 'customer', /\/productUpdate\/index$/)
  await isFetching
  await signOut(page)
  expect(answers.length).toBeGreaterThan(0)
  expect(answers.filter((status) => status >= 400)).toEqual([])
  await fillSignIn(page, w, 'customer@example.com', password)
  await expect(page).toHaveURL(/\/productUpdate\/index$/)
})
