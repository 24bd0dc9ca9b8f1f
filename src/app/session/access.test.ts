import { describe, expect, it } from 'vitest'
import { roles, type Role } from '../../contract/rules.ts'
import { findScreenPath, homeOf, landing } from './access.ts'
import { access, loginPath, type ScreenPath } from './screens.ts'

/** The specification's table (section 2), written out by hand: g guest, a admin, m marketing, b back-office, c customer. */
const table: readonly (readonly [address: string, allowed: string])[] = [
  ['/login', 'g'],
  ['/login/ann@example.com', 'g'],
  ['/login/ann@example.com/secret', 'g'],
  ['/login/ann@example.com/secret/true', 'g'],
  ['/changePassword', 'g'],
  ['/changePassword/token', 'g'],
  ['/validateAccount/token', 'g'],
  ['/validateAccount/token/7', 'g'],
  ['/confirmAddress/token', 'gambc'],
  ['/restoreAddress/token', 'gambc'],
  ['/unsubscribe/token', 'gambc'],
  ['/', 'amb'],
  ['/productUpdate/index', 'ambc'],
  ['/profile', 'ambc'],
  ['/user/index', 'amb'],
  ['/user/show/7', 'amb'],
  ['/user/create', 'ab'],
  ['/user/edit/7', 'ab'],
  ['/product/index', 'ab'],
  ['/product/show/7', 'ab'],
  ['/product/create', 'ab'],
  ['/product/edit/7', 'ab'],
  ['/firmware/index', 'ab'],
  ['/firmware/show/7', 'ab'],
  ['/firmware/create', 'ab'],
  ['/firmware/edit/7', 'ab'],
  ['/betaGroup/index', 'ab'],
  ['/betaGroup/show/7', 'ab'],
  ['/betaGroup/create', 'ab'],
  ['/betaGroup/edit/7', 'ab'],
  ['/warrantyCode/index', 'amb'],
  ['/news/index', 'am'],
  ['/news/create', 'am'],
  ['/news/show/7', 'am'],
  ['/news/edit/7', 'am'],
  ['/rallyZone/index', 'a'],
  ['/rallyZone/create', 'a'],
  ['/rallyZone/show/7', 'a'],
  ['/rallyZone/edit/7', 'a'],
  // Not in the specification: a detector's page, proofs to be checked, news as readers see them, the activity and the security log.
  ['/equipment/7', 'ambc'],
  ['/proofCheck/index', 'ab'],
  ['/articles/index', 'ambc'],
  ['/articles/show/7', 'ambc'],
  ['/activity/index', 'a'],
  ['/securityEvent/index', 'a'],
]
const letters: Readonly<Record<Role, string>> = { ROLE_ADMIN: 'a', ROLE_MARKETTING: 'm', ROLE_BE: 'b', ROLE_CUSTOMER: 'c' }

function pathOf(address: string): ScreenPath {
  const path = findScreenPath(address)
  if (path === undefined) throw new Error(`${address} is in no row of the table`)
  return path
}

describe.each(table)('%s', (address, allowed) => {
  it('lets guests in or sends them to sign in', () => {
    expect(landing(pathOf(address), null)).toBe(allowed.includes('g') ? null : loginPath)
  })

  it.each(roles)('lets %s in or sends them home [T281]', (role) => {
    const refused = allowed === 'g' ? '/' : homeOf(role)
    expect(landing(pathOf(address), role)).toBe(allowed.includes(letters[role]) ? null : refused)
  })
})

it('tests every row there is', () => {
  expect(new Set(table.map(([address]) => pathOf(address)))).toEqual(new Set(Object.keys(access)))
})

it('sends customers to the update page and everyone else to the dashboard [T120]', () => {
  expect(roles.map(homeOf)).toEqual(['/', '/', '/', '/productUpdate/index'])
})

it('never sends anybody in a circle', () => {
  for (const role of roles) expect(landing(homeOf(role), role)).toBeNull()
  expect(landing(loginPath, null)).toBeNull()
})

it.each(['/nothing', '/user', '/user/show', '/user/show/7/more', '/validateAccount', '/USER/index'])('knows no screen at %s', (address) => {
  expect(findScreenPath(address)).toBeUndefined()
})
