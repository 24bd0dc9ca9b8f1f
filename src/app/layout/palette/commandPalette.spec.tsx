// @module-tag rest
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { type FakeCalls, held } from '../../../../tests/component/fakeApi.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { shownProduct, shownUser } from '../../../../tests/component/records.ts'
import { openApp, type Person } from '../../../../tests/component/render.tsx'
import { textsOf } from '../../../../tests/component/textsOf.ts'
import { AppError } from '../../../errors.ts'
import type { FoundRecord } from '../../../contract/search.ts'

const ada: FoundRecord = { entity: 'user', id: 7, tostring: 'Ada Field', detail: 'ada@example.com' }
const code: FoundRecord = { entity: 'warrantyCode', id: 9, tostring: 'K7M-2XQ', detail: '' }

type Answer = Awaited<ReturnType<NonNullable<NonNullable<FakeCalls['search']>['findRecords']>>>
type Find = (text: string) => Answer | Promise<Answer>

const found: Find = (text) => ({ items: text.startsWith('k7') ? [code] : text.startsWith('ad') ? [ada] : [] })

function open(path: string, { as = 'admin', find = found, calls = {} }: { as?: Person; find?: Find; calls?: FakeCalls } = {}) {
  return openApp(path, {
    as,
    calls: [
      callsOfAllScreens(),
      calls,
      { search: { findRecords: ({ query }) => find(query.text) }, authentication: { logout: () => ({}) } },
    ],
  })
}

const palette = () => page.getByRole('dialog', { name: 'Find anything' })
const box = () => palette().getByRole('combobox')
const options = () => textsOf(palette().getByRole('option'))

async function openPalette() {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Again until the page listens; an open palette ignores it.
  await expect
    .poll(async () => {
      await userEvent.keyboard('{Control>}k{/Control}')
      return palette().query()
    })
    .not.toBeNull()
  await expect.element(box()).toHaveFocus()
}

const kept = () => localStorage.getItem('fieldport.recentRecords')

describe('the palette', () => {
  afterEach(() => page.viewport(1280, 720))

  it('opens by Ctrl+K also from a field, and a person’s page by two letters and Enter [T651]', async () => {
    const { address, seen } = await open('/product/index')
    await page.getByRole('searchbox', { name: 'Search', exact: true }).click()
    await openPalette()
    await userEvent.keyboard('ad')
    await expect.poll(options).toEqual(['Ada FieldUsers · ada@example.com'])
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe('/user/show/7')
    await expect.element(palette()).not.toBeInTheDocument()
    expect(seen.filter(({ name }) => name === 'search.findRecords')).toHaveLength(1)
  })

  it('finds screens by one letter without asking the server, only those of the role, and by the button too', async () => {
    const { address, seen } = await open('/', { as: 'marketing' })
    await page.getByRole('button', { name: 'Find anything' }).click()
    await expect.poll(options).toEqual(['Dashboard', 'Users', 'Product updates', 'Warranty codes', 'News'])
    await userEvent.keyboard('n')
    await expect.poll(() => options()[0]).toBe('News')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe('/news/index')
    expect(seen.filter(({ name }) => name === 'search.findRecords')).toEqual([])
  })

  it('runs an action of the open record, after which the focus is in its question [T652]', async () => {
    await open('/product/show/3')
    await expect.element(page.getByRole('button', { name: 'Delete' })).toBeVisible()
    await openPalette()
    await expect.element(page.getByRole('option').first()).toBeVisible()
    await expectNoAxeFindings('the palette')
    await userEvent.keyboard('delet')
    await expect.poll(options).toEqual(['Delete'])
    await userEvent.keyboard('{Enter}')
    const question = page.getByRole('alertdialog', { name: /^Delete product/ })
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  })

  it('offers what stands in the menu of the open record, too [T802]', async () => {
    await open('/user/show/4')
    await expect.element(page.getByRole('button', { name: 'More actions' })).toBeVisible()
    await openPalette()
    await userEvent.keyboard('reset pass')
    await expect.poll(options).toEqual(['Reset password'])
    await userEvent.keyboard('{Enter}')
    const question = page.getByRole('alertdialog', { name: /^Reset the password of/ })
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  })

  it('leads from a colleague’s page to what they changed, and to the security log of their account', async () => {
    const { address, goBack } = await open('/user/show/4', { calls: { user: { get: () => shownUser({ role: 'ROLE_BE' }) } } })
    for (const [typed, label, path] of [
      ['they', 'What they changed', '/activity/index?filters=%7B%22by%22%3A%22'],
      ['log of', 'Security log of this account', '/securityEvent/index?search='],
    ] as const) {
      await expect.element(page.getByRole('button', { name: 'More actions' })).toBeVisible()
      await openPalette()
      await userEvent.keyboard(typed)
      await expect.poll(options).toEqual([label])
      await userEvent.keyboard('{Enter}')
      await expect.poll(address).toContain(path)
      goBack()
    }
  })

  it('leads to the history of the open record, and to the list of codes at a code', async () => {
    const { address } = await open('/product/show/3')
    await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible()
    await openPalette()
    await userEvent.keyboard('histo{Enter}')
    await expect.element(palette()).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement?.textContent).toContain('History')
    await openPalette()
    await userEvent.keyboard('k7m')
    await page.getByRole('option', { name: /K7M-2XQ/ }).click()
    await expect.poll(address).toBe('/warrantyCode/index?search=K7M-2XQ')
  })

  it('begins with the records opened last, and forgets them at signing out [T653]', async () => {
    const name = shownProduct().tostring
    await open('/product/show/3')
    await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await openPalette()
    // The record that is open is not offered.
    expect(options()).not.toContain(`${name}Products`)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('main').getByRole('link', { name: 'Products' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
    await openPalette()
    expect(options()[0]).toBe(`${name}Products`)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    expect(kept()).toBeNull()
  })

  it('deletes the records of a person whose session ended without signing out, once the next one signs in [T831]', async () => {
    await open('/product/show/3')
    await expect.element(page.getByRole('heading', { level: 1, name: shownProduct().tostring })).toBeVisible()
    await expect.poll(kept).not.toBeNull()
    await openApp('/profile', { as: 'customer', calls: callsOfAllScreens() })
    await expect.poll(kept).toBeNull()
  })

  it('never shows what an earlier text found, however late it is answered', async () => {
    const { answer, release } = held<Answer>()
    await open('/product/index', { find: (text) => (text === 'ad' ? answer() : { items: [code] }) })
    await openPalette()
    await userEvent.keyboard('ad')
    await expect.element(page.getByText('Searching records…')).toBeVisible()
    await userEvent.fill(box(), 'k7m')
    await expect.poll(options).toEqual(['K7M-2XQWarranty codes'])
    release({ items: [ada] })
    await userEvent.fill(box(), 'k7m2')
    await expect.poll(options).toEqual(['K7M-2XQWarranty codes'])
  })

  it('says calmly that records could not be searched, and still finds screens', async () => {
    await open('/product/index', {
      find: () => {
        throw new AppError('service.unavailable.error')
      },
    })
    await openPalette()
    await userEvent.keyboard('us')
    await expect.element(page.getByText(/^Records could not be searched/)).toBeVisible()
    expect(options()).toContain('Users')
  })

  it('shows ten rows at most', async () => {
    await open('/product/index', { find: () => ({ items: Array.from({ length: 10 }, (_, nth) => ({ ...ada, id: nth + 1 })) }) })
    await openPalette()
    await userEvent.keyboard('us')
    await expect.poll(options).toHaveLength(10)
  })
})
