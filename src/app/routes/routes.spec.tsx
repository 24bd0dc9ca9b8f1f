/** Which routes each role may open, and where the app's router sends the others (session/access.test.ts tests the table alone). */
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { everyScreensCalls } from '../../../tests/component/answers.ts'
import { createCustomer } from '../../../tests/component/customer.ts'
import { type FakeCalls, startFakeApi } from '../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../tests/component/fakeTable.ts'
import { shownFirmware, shownProduct, shownUser } from '../../../tests/component/records.ts'
import { openApp, type Person, sessionOf } from '../../../tests/component/render.tsx'
import { AppError } from '../../errors.ts'
import { router } from './routes.tsx'
import { sessionStore } from '../api/sessionStore.ts'

const everybody: readonly Person[] = ['admin', 'marketing', 'backoffice', 'customer']
const staff: readonly Person[] = ['admin', 'marketing', 'backoffice']
const back: readonly Person[] = ['admin', 'backoffice']

const guestPaths = ['/login', '/changePassword/abc', '/validateAccount/abc/1']
/** Additions: mailed links that open for guests and for people who are signed in. */
const openPaths = ['/confirmAddress/abc', '/restoreAddress/abc']
/** The table of section 2 of the administration document. */
const allowed: Readonly<Record<string, readonly Person[]>> = {
  '/': staff,
  '/productUpdate/index': everybody,
  '/profile': everybody,
  '/user/index': staff,
  '/user/show/1': staff,
  '/user/create': back,
  '/user/edit/1': back,
  '/warrantyCode/index': staff,
  ...entity('product', back),
  ...entity('firmware', back),
  ...entity('betaGroup', back),
  ...entity('news', ['admin', 'marketing']),
  ...entity('rallyZone', ['admin']),
  // An addition.
  '/securityEvent/index': ['admin'],
}

function entity(word: string, who: readonly Person[]): Record<string, readonly Person[]> {
  return { [`/${word}/index`]: who, [`/${word}/show/1`]: who, [`/${word}/create`]: who, [`/${word}/edit/1`]: who }
}

const homeOf = (person: Person) => (person === 'customer' ? '/productUpdate/index' : '/')

/** What the loaders of lists and records ask for. */
const loaded: FakeCalls = {
  product: { ...fakeTable(() => []), get: () => shownProduct() },
  firmware: { ...fakeTable(() => []), get: () => shownFirmware() },
  user: { ...fakeTable(() => []), get: () => shownUser() },
  securityEvent: fakeTable(() => []),
}

/** The address at which a person ends up after opening this one. Renders nothing. */
async function landing(path: string, person: Person | null): Promise<string> {
  startFakeApi(everyScreensCalls, loaded)
  if (person === null) sessionStore.end()
  else sessionStore.write(sessionOf(person))
  const asked = createRouter({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
  await asked.load()
  return asked.state.location.href
}

describe('a guest', () => {
  it.each([...guestPaths, ...openPaths])('stays at %s', async (path) => {
    expect(await landing(path, null)).toBe(path)
  })

  it.each(Object.keys(allowed))('is sent to sign in from %s, and comes back there', async (path) => {
    expect(await landing(path, null)).toBe(path === '/' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`)
  })
})

describe.each(everybody)('%s', (person) => {
  it.each(openPaths)('stays at %s', async (path) => {
    expect(await landing(path, person)).toBe(path)
  })

  it.each(guestPaths)('is sent home from %s', async (path) => {
    expect(await landing(path, person)).toBe(homeOf(person))
  })

  it.each(Object.entries(allowed))('opens %s if their role may, or else their start page', async (path, who) => {
    expect(await landing(path, person)).toBe(who.includes(person) ? path : homeOf(person))
  })
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

it('shows that an address has no page', async () => {
  await openApp('/nothing', { as: 'admin' })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Page not found')
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
