import { expect, signIn, test } from './portal.ts'

/** The table of section 2 of the administration document, as a person meets it. `undefined` role: nobody is signed in. */
const roles = { admin: 'admin', marketing: 'marketing', backOffice: 'backoffice', customer: 'customer' } as const
type RoleName = keyof typeof roles
const everybody: readonly RoleName[] = ['admin', 'marketing', 'backOffice', 'customer']
const staff: readonly RoleName[] = ['admin', 'marketing', 'backOffice']
const back: readonly RoleName[] = ['admin', 'backOffice']

const guestPaths = ['/login', '/changePassword/abc', '/validateAccount/abc/1']
const allowed: Readonly<Record<string, readonly RoleName[]>> = {
  '/': staff,
  '/productUpdate/index': everybody,
  '/profile': everybody,
  '/user/index': staff,
  '/user/show/1': staff,
  '/user/create': back,
  '/user/edit/1': back,
  ...entity('product', back),
  ...entity('firmware', back),
  ...entity('betaGroup', back),
  '/warrantyCode/index': staff,
  ...entity('news', ['admin', 'marketing']),
  ...entity('rallyZone', ['admin']),
}

function entity(word: string, who: readonly RoleName[]): Record<string, readonly RoleName[]> {
  return { [`/${word}/index`]: who, [`/${word}/show/1`]: who, [`/${word}/create`]: who, [`/${word}/edit/1`]: who }
}

test('nobody signed in is sent to sign in from every protected route, and stays on the guests’ own', async ({ page, expectComplaint }) => {
  // What those say of links that nobody was mailed.
  expectComplaint(/status of 4(?:03|18)/)
  for (const path of Object.keys(allowed)) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/login(?:\?redirect=[^&]*)?$/)
  }
  for (const path of guestPaths) {
    await page.goto(path)
    // By tag: while a modal lies over it, it has no role.
    await expect(page.locator('main'), path).toBeVisible()
    expect(new URL(page.url()).pathname, path).toBe(path)
  }
})

for (const role of everybody) {
  test(`${role}: every route lands where the specification says`, async ({ page }) => {
    await signIn(page, roles[role])
    const home = role === 'customer' ? '/productUpdate/index' : '/'
    for (const path of guestPaths) {
      await page.goto(path)
      await expect(page, path).toHaveURL(new RegExp(`${home}$`))
    }
    for (const [path, who] of Object.entries(allowed)) {
      await page.goto(path)
      await expect(page.locator('main'), path).toBeVisible()
      await expect(page, path).toHaveURL(new RegExp(`${who.includes(role) ? path : home}$`))
    }
  })
}
