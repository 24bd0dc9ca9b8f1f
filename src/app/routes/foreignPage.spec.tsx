// @module-tag rest
/** Every screen while a translator, a dictionary and a password manager work on it: nothing breaks, and what changes is what is read. */
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { callsOfAllScreens } from '../../../tests/component/everyScreen.ts'
import type { FakeCalls } from '../../../tests/component/fakeApi.ts'
import { addIcons, markWords, translatePage } from '../../../tests/component/foreignPage.ts'
import { openApp, type Person } from '../../../tests/component/render.tsx'
import { queryClient } from '../api/queryClient.ts'
import { pendingRequestsSettled } from '../api/serverReachability.ts'
import { activateLocale } from '../i18n/i18n.ts'
import { landing } from '../session/access.ts'
import { access, loginPath, type ScreenPath } from '../session/screens.ts'

const addressOf = (path: ScreenPath): string => (path === loginPath ? '/login' : path.replaceAll(/\{-\$\w+\}|\$\w+/g, '1'))
const paths = Object.keys(access) as ScreenPath[]
const openTo = (role: Parameters<typeof landing>[1]) => paths.filter((path) => landing(path, role) === null).map(addressOf)
const [guests, staff, customers] = [openTo(null), openTo('ROLE_ADMIN'), openTo('ROLE_CUSTOMER')]

/** What the links of mails lead to. */
const linked: FakeCalls = {
  authentication: { validateAccount: () => ({ username: 'ada@example.com' }) },
  forgotPassword: { checkUpdatePasswordToken: () => ({ passwordMinLength: 8 }) },
  contact: {
    confirmUsername: () => ({ id: 1, username: 'ada@example.com' }),
    checkRestore: () => ({ username: 'ada@example.com', passwordMinLength: 8 }),
  },
  updateMails: { check: () => ({ isOn: true, locale: 'fr' }) },
}

let endForeign: readonly (() => void)[] = []
function end(): void {
  for (const one of endForeign) one()
  endForeign = []
}
afterEach(end)

async function settled(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await pendingRequestsSettled(2_000)
  // What this browser has stored is read without a request.
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  await expect.poll(() => document.querySelector('[aria-busy=true], [data-slot=skeleton]')).toBeNull()
}

/** Each line that is read, without the translator's mark. */
const lines = () =>
  document.body.innerText
    .replaceAll('§', '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** What each of them does, and what shows that it has done it. */
const foreign = [
  ['a translator', () => [translatePage((text) => `${text}§`)], () => document.body.innerText.includes('§')],
  ['a dictionary and a password manager', () => [markWords(), addIcons()], () => document.querySelector('[data-dictionary]') !== null],
] as const

describe.each<[string, Person | undefined, readonly string[]]>([
  ['a guest', undefined, guests],
  ['admin', 'admin', staff.filter((address) => !guests.includes(address))],
  ['customer', 'customer', customers.filter((address) => !guests.includes(address))],
])('%s', (_, as, addresses) => {
  it.each(addresses.flatMap((address) => foreign.map(([who, begin, hasBegun]) => [address, who, begin, hasBegun] as const)))(
    'reads %s with %s, and in another language and back',
    async (address, _who, begin, hasBegun) => {
      endForeign = begin()
      await openApp(address, { ...(as && { as }), calls: [callsOfAllScreens(), linked] })
      await settled()
      await expect.poll(hasBegun).toBe(true)
      await activateLocale('fr')
      await settled()
      await activateLocale('en')
      await settled()
      const read = lines()
      end()
      await openApp(address, { ...(as && { as }), calls: [callsOfAllScreens(), linked] })
      await settled()
      expect(read.length).toBeGreaterThan(2)
      // Nothing of the other language, and nothing that is not said any more, has stayed.
      await expect.poll(() => read.filter((line) => !lines().includes(line)), { timeout: 5000 }).toEqual([])
    },
  )
})
