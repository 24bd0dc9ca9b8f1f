/** The way of staff to what is their own. The menu of customers: menus.spec.tsx. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { callsOfAllScreens } from '../../../tests/component/everyScreen.ts'
import { openApp } from '../../../tests/component/render.tsx'

it.each([
  ['admin', []],
  ['marketing', []],
  ['backoffice', ['Add a customer']],
] as const)('staff reach their profile, their password, the maker’s site and the way out (%s) [T49]', async (person, others) => {
  const { address } = await openApp('/user/index', { as: person, calls: callsOfAllScreens() })
  await page.getByRole('button', { name: /^Your account/ }).click()
  await expect.element(page.getByRole('menuitem').first()).toBeVisible()
  const entries = page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent)
  // Only some browsers can install the app.
  const offered = entries.filter((entry) => entry !== 'Install the app')
  expect(offered).toEqual(['Profile', ...others, 'Change password', 'Keyboard shortcuts', 'Our website', 'Sign out'])
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect.poll(address).toBe('/profile')
  const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect.element(shortcuts.getByRole('link', { name: 'Our website' })).toHaveAttribute('href', 'https://site.example.com/')
  await shortcuts.getByRole('link', { name: 'Product updates' }).click()
  await expect.poll(address).toBe('/productUpdate/index')
})
