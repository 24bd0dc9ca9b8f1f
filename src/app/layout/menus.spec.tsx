/** The menu entries of each role. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { profile } from '../../../tests/component/answers.ts'
import { createCustomer } from '../../../tests/component/customer.ts'
import { callsOfAllScreens } from '../../../tests/component/everyScreen.ts'
import { held } from '../../../tests/component/fakeApi.ts'
import { drawn } from '../../../tests/component/frames.ts'
import { openApp } from '../../../tests/component/render.tsx'
import { textsOf } from '../../../tests/component/textsOf.ts'
import { words } from '../../../tests/e2e/words.ts'
import type { ShownUser } from '../../contract/userStaff.ts'

/** The sidebar entries whose screens exist: those of section 2 in its order, then our additions. */
const sidebar = {
  admin: [
    '/',
    '/user/index',
    '/product/index',
    '/firmware/index',
    '/betaGroup/index',
    '/productUpdate/index',
    '/warrantyCode/index',
    '/news/index',
    '/rallyZone/index',
    '/proofCheck/index',
    '/activity/index',
    '/securityEvent/index',
  ],
  backoffice: [
    '/',
    '/user/index',
    '/product/index',
    '/firmware/index',
    '/betaGroup/index',
    '/productUpdate/index',
    '/warrantyCode/index',
    '/proofCheck/index',
  ],
  marketing: ['/', '/user/index', '/productUpdate/index', '/warrantyCode/index', '/news/index'],
} as const

const links = () => page.getByRole('navigation', { name: /^(?:Main menu|Menu principal)$/ }).getByRole('link')
const addresses = () =>
  links()
    .elements()
    .map((link) => link.getAttribute('href'))

describe.each(['admin', 'backoffice', 'marketing'] as const)('%s', (person) => {
  const tags = person === 'marketing' ? [] : ['rest']

  it('has only their own entries in the sidebar, in the specification’s order, and each opens its screen [T48]', { tags }, async () => {
    const { address } = await openApp('/', { as: person, calls: callsOfAllScreens() })
    await expect.element(links().first()).toBeVisible()
    expect(addresses()).toEqual(sidebar[person])
    for (const [at, path] of sidebar[person].entries()) {
      const title = links().nth(at).element().textContent.trim()
      await links().nth(at).click()
      // The specification names one entry in the singular.
      await expect.element(page.getByRole('heading', { level: 1, name: new RegExp(`^${title}s?$`) })).toBeVisible()
      expect(address()).toBe(path)
    }
  })
})

it('the menu of staff is there before profile and record have come [T828]', { tags: 'rest' }, async () => {
  const shownBefore: boolean[] = []
  const getProfile = async () => {
    await drawn()
    shownBefore.push(links().first().query() !== null && page.getByRole('button', { name: words.en.account }).query() !== null)
    return profile
  }
  const user = { getProfile, get: held<ShownUser>().answer }
  await openApp('/user/show/4', { as: 'backoffice', calls: [callsOfAllScreens(), { user }] })
  await expect.poll(() => shownBefore).toEqual([true])
  await expect.element(page.getByRole('heading', { level: 1, name: 'Loading' })).toBeInTheDocument()
})

describe('a customer', () => {
  const { calls } = createCustomer()

  it('has no sidebar, but a menu of their own and a way back [T51]', async () => {
    const own = { ...calls, user: { getPhonePrefixes: () => [] }, session: { getOwn: () => [] } }
    const { address } = await openApp('/productUpdate/index', { as: 'customer', calls: own })
    await page.getByRole('button', { name: words.en.account }).click()
    await expect.element(page.getByRole('menuitem').first()).toBeVisible()
    const entries = textsOf(page.getByRole('menuitem'))
    // Only some browsers can install the app.
    expect(entries.filter((entry) => entry !== 'Install the app')).toEqual(['Profile', 'Change password', 'Our website', 'Sign out'])
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect.poll(address).toBe('/profile')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(address).toBe('/productUpdate/index')
    await expect.element(page.getByRole('heading', { level: 1, name: words.en.productUpdates })).toBeVisible()
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  })

  it('reads the portal in the language that they choose [T50]', async () => {
    const own = { ...calls, locale: { setLocale: () => ({}) } }
    const { seen } = await openApp('/productUpdate/index', { as: 'customer', calls: own })
    const sent = []
    for (const [locale, name] of [
      ['fr', 'Français'],
      ['en', 'English'],
    ] as const) {
      await page.getByRole('button', { name }).click()
      await expect.element(page.getByRole('heading', { level: 1, name: words[locale].productUpdates })).toBeVisible()
      expect(document.documentElement.lang).toBe(locale)
      sent.push({ parts: { body: { locale } } })
      await expect.poll(() => seen.filter((call) => call.name === 'locale.setLocale')).toMatchObject(sent)
    }
  })
})
