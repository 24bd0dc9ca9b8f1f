import { expect, signIn, test } from './portal.ts'

/** The route table of section 2 of the administration specification. An `undefined` role is a guest. */
const roles = { admin: 'admin', marketing: 'marketing', backOffice: 'backoffice', customer: 'customer' } as const
type RoleName = keyof typeof roles
const everybody: readonly RoleName[] = ['admin', 'marketing', 'backOffice', 'customer']
const staff: readonly RoleName[] = ['admin', 'marketing', 'backOffice']
const back: readonly RoleName[] = ['admin', 'backOffice']

const guestPaths = ['/login', '/changePassword/abc', '/validateAccount/abc/1']
/** Additions: mailed links that open for guests and signed-in users. */
const openPaths = ['/confirmAddress/abc', '/restoreAddress/abc']
/** Split into tests, because all 31 pages take longer than one test may on a slow machine. */
const allowed: Readonly<Record<string, Readonly<Record<string, readonly RoleName[]>>>> = {
  'one’s own, people and codes': {
    '/': staff,
    '/productUpdate/index': everybody,
    '/profile': everybody,
    '/user/index': staff,
    '/user/show/1': staff,
    '/user/create': back,
    '/user/edit/1': back,
    '/warrantyCode/index': staff,
  },
  'products and firmwares': { ...entity('product', back), ...entity('firmware', back) },
  'beta groups, news, rally zones and the security log': {
    ...entity('betaGroup', back),
    ...entity('news', ['admin', 'marketing']),
    ...entity('rallyZone', ['admin']),
    // An addition.
    '/securityEvent/index': ['admin'],
  },
}

function entity(word: string, who: readonly RoleName[]): Record<string, readonly RoleName[]> {
  return { [`/${word}/index`]: who, [`/${word}/show/1`]: who, [`/${word}/create`]: who, [`/${word}/edit/1`]: who }
}

function homeOf(role: RoleName): string {
  return role === 'customer' ? '/productUpdate/index' : '/'
}

test('a guest stays on the routes for guests', async ({ page, expectComplaint }) => {
  // Those routes report unknown links.
  expectComplaint(/status of 4(?:03|18)/)
  for (const path of [...guestPaths, ...openPaths]) {
    await page.goto(path)
    // By tag: behind a dialog it has no role.
    await expect(page.locator('main'), path).toBeVisible()
    expect(new URL(page.url()).pathname, path).toBe(path)
  }
})

for (const role of everybody) {
  test(`${role}: the routes for guests redirect home, those for everybody stay`, async ({ page, expectComplaint }) => {
    // Those routes report unknown links.
    expectComplaint('status of 403')
    await signIn(page, roles[role])
    for (const path of openPaths) {
      await page.goto(path)
      await expect(page.getByRole('alert'), path).toBeVisible()
      await expect(page, path).toHaveURL(new RegExp(`${path}$`))
    }
    for (const path of guestPaths) {
      await page.goto(path)
      await expect(page, path).toHaveURL(new RegExp(`${homeOf(role)}$`))
    }
  })
}

for (const [part, routes] of Object.entries(allowed)) {
  test(`a guest is redirected to sign-in from every route of ${part}`, async ({ page }) => {
    for (const path of Object.keys(routes)) {
      await page.goto(path)
      await expect(page, path).toHaveURL(/\/login(?:\?redirect=[^&]*)?$/)
    }
  })

  for (const role of everybody) {
    test(`${role}: every route of ${part} leads where the specification says`, async ({ page }) => {
      await signIn(page, roles[role])
      for (const [path, who] of Object.entries(routes)) {
        await page.goto(path)
        await expect(page.locator('main'), path).toBeVisible()
        await expect(page, path).toHaveURL(new RegExp(`${who.includes(role) ? path : homeOf(role)}$`))
      }
    })
  }
}
