/** The way of staff to what is their own. The menu of customers: menus.spec.tsx. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { openApp, sessionOf } from '../../../../tests/component/render.tsx'
import { textsOf } from '../../../../tests/component/textsOf.ts'
import { addDraft, hasDrafts } from '../../offline/formDrafts.ts'

it.each([
  ['admin', []],
  ['marketing', []],
  ['backoffice', ['Add a customer']],
] as const)('staff reach their profile, their password, the maker’s site and the way out (%s) [T49]', async (person, others) => {
  const { address } = await openApp('/user/index', { as: person, calls: callsOfAllScreens() })
  await page.getByRole('button', { name: /^Your account/ }).click()
  await expect.element(page.getByRole('menuitem').first()).toBeVisible()
  // Only some browsers can install the app.
  const offered = textsOf(page.getByRole('menuitem')).filter((entry) => entry !== 'Install the app')
  expect(offered).toEqual(['Profile', ...others, 'Change password', 'Keyboard shortcuts', 'News for customers', 'Our website', 'Sign out'])
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect.poll(address).toBe('/profile')
  const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
  await expect.element(shortcuts.getByRole('link', { name: 'Our website' })).toHaveAttribute('href', 'https://site.example.com/')
  await shortcuts.getByRole('link', { name: 'Product updates' }).click()
  await expect.poll(address).toBe('/productUpdate/index')
})

const w = { account: /^Your account/, signOut: 'Sign out', title: 'Sign out and delete unsaved text?', cancel: 'Cancel' } as const

it('signing out with text that was not saved asks first, then deletes it [T793]', async () => {
  await openApp('/profile', { as: 'marketing', calls: [callsOfAllScreens(), { authentication: { logout: () => ({}) } }] })
  const owner = sessionOf('marketing').id
  const draft = { form: 'product 3', values: { name: 'Half' }, before: { name: 'Whole' }, version: 1, changedAt: new Date().toISOString() }
  await addDraft({ ...draft, owner })
  const leave = async () => {
    await page.getByRole('button', { name: w.account }).click()
    await page.getByRole('menuitem', { name: w.signOut }).click()
  }
  await leave()
  const question = page.getByRole('alertdialog', { name: w.title })
  await expect.element(question).toBeVisible()
  await expectNoAxeFindings('question')
  await question.getByRole('button', { name: w.cancel }).click()
  expect(await hasDrafts(owner)).toBe(true)
  await leave()
  await question.getByRole('button', { name: w.signOut }).click()
  await expect.poll(() => hasDrafts(owner)).toBe(false)
  await expect.element(question).not.toBeInTheDocument()
})
