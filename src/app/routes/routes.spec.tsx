/** The app's router follows the rule of who may open which screen. The rule itself: session/access.test.ts. */
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer } from '../../../tests/component/customer.ts'
import { callsOfAllScreens, neverAnswers } from '../../../tests/component/everyScreen.ts'
import { fakeTable } from '../../../tests/component/fakeTable.ts'
import { openApp, type Person, prepare, roleOf, sessionOf } from '../../../tests/component/render.tsx'
import type { Role } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import { router } from './routes.tsx'
import { sessionStore } from '../api/sessionStore.ts'
import { homeOf, landing } from '../session/access.ts'
import { access, loginPath, type ScreenPath } from '../session/screens.ts'

const everybody: readonly Person[] = ['admin', 'marketing', 'backoffice', 'customer']

/** Each screen's address with all its parts; the sign-in takes its own out of the address. */
const screens = (Object.keys(access) as ScreenPath[]).map((path) => ({
  path,
  address: path === loginPath ? '/login' : path.replaceAll(/\{-\$\w+\}|\$\w+/g, '1'),
}))

/** The addresses that the rule opens for somebody, or those that it does not. */
function addresses(role: Role | null, isOpen: boolean): string[] {
  return screens.filter(({ path }) => (landing(path, role) === null) === isOpen).map(({ address }) => address)
}

/** The heading of each screen; what is missing here is opened by its own spec only. */
const headings: Readonly<Partial<Record<ScreenPath, string>>> = {
  '/': 'Dashboard',
  '/productUpdate/index': 'Product updates',
  '/profile': 'Profile',
  '/articles/index': 'News',
  '/articles/show/$newsId': 'Rally in May',
  '/user/index': 'Users',
  '/user/show/$id': 'Marc Delaunay',
  '/user/create': 'New user',
  '/user/edit/$id': 'Edit user',
  '/product/index': 'Products',
  '/product/show/$id': 'WSAII',
  '/product/create': 'New product',
  '/product/edit/$id': 'Edit product',
  '/firmware/index': 'Firmwares',
  '/firmware/show/$id': '5.2 (English)',
  '/firmware/create': 'New firmware',
  '/firmware/edit/$id': 'Edit firmware',
  '/betaGroup/index': 'Beta groups',
  '/betaGroup/show/$id': 'WS6 field testers',
  '/betaGroup/create': 'New beta group',
  '/betaGroup/edit/$id': 'Edit beta group',
  '/warrantyCode/index': 'Warranty codes',
  '/news/index': 'News',
  '/news/show/$id': 'Rally in May',
  '/news/create': 'New article',
  '/news/edit/$id': 'Edit article',
  '/rallyZone/index': 'Rally zones',
  '/rallyZone/show/$id': 'Rally of the Three Valleys',
  '/rallyZone/create': 'New rally zone',
  '/rallyZone/edit/$id': 'Edit rally zone',
  '/activity/index': 'Activity',
  '/securityEvent/index': 'Security log',
}

/** The addresses at which a person ends up after opening each of these. Renders nothing. */
async function landings(person: Person | null, asked: readonly string[]): Promise<string[]> {
  await prepare({ calls: callsOfAllScreens(), ...(person && { as: person }) })
  const ends: string[] = []
  for (const path of asked) {
    const opened = createRouter({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
    await opened.load()
    ends.push(opened.state.location.href)
  }
  return ends
}

describe('a guest', () => {
  it('stays at what is for guests or for anybody', async () => {
    const own = addresses(null, true)
    expect(await landings(null, own)).toEqual(own)
  })

  it('is sent to sign in from every screen, with the address to come back to [T116]', async () => {
    const others = addresses(null, false)
    const signIns = others.map((address) => (address === '/' ? '/login' : `/login?redirect=${encodeURIComponent(address)}`))
    expect(await landings(null, others)).toEqual(signIns)
  })
})

describe.each(everybody)('%s', (person) => {
  it('is let in at their own screens, and at what is for anybody', async () => {
    const own = addresses(roleOf[person], true)
    expect(await landings(person, own)).toEqual(own)
  })

  it('is sent home from the others, and from what is for guests [T118]', async () => {
    const others = addresses(roleOf[person], false)
    expect(await landings(person, others)).toEqual(others.map(() => homeOf(roleOf[person])))
  })
})

// Other staff who are let in see what an administrator does. Each screen of theirs has tests of its own.
describe.each<[Person, { tags?: 'rest' }]>([
  ['admin', { tags: 'rest' }],
  ['customer', {}],
])('%s', (person, options) => {
  const own = addresses(roleOf[person], true)
  const shown = screens.flatMap(({ path, address }) => {
    const heading = headings[path]
    return heading !== undefined && own.includes(address) ? [[address, heading] as const] : []
  })

  it.each(shown)('sees the screen at %s [T8]', options, async (path, name) => {
    const { address } = await openApp(path, { as: person, calls: callsOfAllScreens() })
    await expect.element(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    expect(address()).toBe(path)
  })
})

it.each([
  ['to sign in', () => sessionStore.end(), `/login?redirect=${encodeURIComponent('/user/index')}`],
  ['to the list', () => sessionStore.write({ ...sessionOf('admin'), id: sessionOf('admin').id + 1 }), '/user/index'],
])('leads %s, without the search in the address, once it is no longer the same person’s tab', async (_, change, end) => {
  await prepare({ as: 'admin', calls: callsOfAllScreens() })
  const opened = createRouter({ ...router.options, history: createMemoryHistory({ initialEntries: ['/user/index?search=Dupont'] }) })
  await opened.load()
  expect(opened.state.location.href).toBe('/user/index?search=Dupont')
  change()
  await opened.invalidate()
  expect(opened.state.location.href).toBe(end)
})

it('hides the user’s data at once when they are signed out in another tab', async () => {
  const { address } = await openApp('/profile', {
    as: 'customer',
    calls: { ...createCustomer().calls, user: { getPhonePrefixes: () => [] }, session: { getOwn: () => [] } },
  })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  sessionStore.end()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Profile' })).not.toBeInTheDocument()
  expect(address()).toBe('/profile')
})

it('keeps menu and frame around a record that is slow', async () => {
  await openApp('/product/show/1', { as: 'admin', calls: { ...callsOfAllScreens(), product: { get: neverAnswers } } })
  await expect.element(page.getByRole('main').getByRole('heading', { level: 1, name: 'Loading' })).toBeInTheDocument()
  await expect.element(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
})

it('shows that an address has no page', async () => {
  await openApp('/nothing', { as: 'admin' })
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Page not found')
})

const unknown = () => {
  throw new AppError('resource.not.found')
}

it.each(['/product/show/abc', '/product/show/0', '/product/edit/999'])(
  'shows that %s has no record, with a link to the list',
  async (path) => {
    const { address } = await openApp(path, { as: 'admin', calls: { product: { ...fakeTable(() => []), get: unknown } } })
    await expect.element(page.getByText('Not found')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect.poll(address).toBe('/product/index')
  },
)
