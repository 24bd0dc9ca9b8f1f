/** Everything that the screen of a user shows, and how its actions end. Who may do what: userScreens.spec.tsx. */
import { toast as toasts } from 'sonner'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { shownDetector, shownUser } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { toastSuccessMs } from '../../../contract/rules.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { AppError } from '../../../errors.ts'

const main = page.getByRole('main')

it('shows every field of a user [T11]', async () => {
  const user = shownUser({
    distributor: 'Terre & Trésors',
    isBetaTester: true,
    betaGroups: [{ id: 3, tostring: 'WS6 field testers' }],
    firstLaunch: '2025-04-02T12:00:00.000Z',
    lastLaunch: '2026-11-01T12:00:00.000Z',
    lastSync: '2026-11-02T12:00:00.000Z',
    diskUsage: 1_500_000,
    freeTrialEndDate: '2025-04-16T12:00:00.000Z',
    subscriptionName: 'PREMIUM',
    subscriptions: [{ id: 1, name: 'PREMIUM', start: '2026-01-05T12:00:00.000Z', end: '2027-01-05T12:00:00.000Z' }],
  })
  await openApp('/user/show/4', { as: 'marketing', calls: { user: { get: () => user } } })
  await expect.element(main.getByRole('definition').first()).toBeVisible()
  const shown = [...document.querySelectorAll('main dl > div > dt')]
    .filter((name) => name.closest('li') === null)
    .map((name) => [name.textContent, name.nextElementSibling?.textContent])
  expect(shown).toEqual([
    ['First name', 'Marc'],
    ['Last name', 'Delaunay'],
    ['Email', 'customer@example.com'],
    ['Prefix', '+33'],
    ['Phone number', '6 39 98 00 04'],
    ['Country', 'France'],
    ['Distributor', 'Terre & Trésors'],
    ['Newsletter', 'Yes'],
    ['Role', 'Customer'],
    ['Origin', 'register'],
    ['Since', '01/04/2025'],
    ['Verified', 'Yes'],
    ['Blocked', 'No'],
    ['Second factors', '0'],
    ['Beta tester', 'Yes'],
    ['Beta groups', 'WS6 field testers'],
    ['Subscription', 'Premium'],
    ['Subscriptions', 'Premium: 05/01/2026 – 05/01/2027'],
    ['Free trial until', '16/04/2025'],
    ['First launch of the app', expect.stringMatching(/^02\/04\/2025 /)],
    ['Last launch of the app', expect.stringMatching(/^01\/11\/2026 /)],
    ['Last sync with the app', expect.stringMatching(/^02\/11\/2026 /)],
    ['Cloud storage used', '1.5 MB'],
  ])
  for (const list of ['Products', 'Accessories', 'Product updates'])
    await expect.element(main.getByRole('list', { name: list }).getByRole('listitem')).toHaveLength(1)
})

it('says first who it is, what is wrong with the account, and how to reach them', async () => {
  const user = shownUser({ accountLocked: true, accountValidated: false, isBetaTester: true })
  await openApp('/user/show/4', { as: 'backoffice', calls: { user: { get: () => user } } })
  await expect.element(main.getByRole('link', { name: 'customer@example.com' })).toHaveAttribute('href', 'mailto:customer@example.com')
  await expect.element(main.getByRole('link', { name: '+33 6 39 98 00 04' })).toHaveAttribute('href', 'tel:+33639980004')
  const badges = [...document.querySelectorAll('main [data-slot=badge]')].map(({ textContent }) => textContent)
  expect(badges).toEqual(['Customer', 'Blocked', 'Not verified', 'Beta tester'])
  const headings = main.getByRole('heading', { level: 2 }).elements()
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Products 1',
    'Accessories 1',
    'Product updates 1',
    'Contact details',
    'Account',
    'Companion app',
    'History',
  ])
})

it('shows no phone number for somebody without one', async () => {
  await openApp('/user/show/4', { as: 'admin', calls: { user: { get: () => shownUser({ phonePrefix: '', phoneNumber: '' }) } } })
  await expect.element(main.getByRole('link', { name: 'customer@example.com' })).toBeVisible()
  expect(document.querySelector('main a[href^="tel:"]')).toBeNull()
})

it.each([
  ['en', 'Not a valid number'],
  ['fr', 'Numéro non valide'],
] as const)('shows the number for callers abroad, and marks one that nobody can dial (%s) [T645]', async (locale, mark) => {
  let user = shownUser({ phoneNumber: '0639980004', phoneInternational: '+33 6 39 98 00 04' })
  await openApp('/user/show/4', { as: 'admin', locale, calls: { user: { get: () => user } } })
  await expect.element(main.getByRole('link', { name: '+33 6 39 98 00 04' })).toHaveAttribute('href', 'tel:+33639980004')
  await expect.element(main.getByText(mark)).not.toBeInTheDocument()
  user = shownUser({ phoneNumber: '12', phoneInternational: null })
  await openApp('/user/show/4', { as: 'admin', locale, calls: { user: { get: () => user } } })
  await expect.element(main.getByRole('link', { name: '+33 12' })).toBeVisible()
  await expect.element(main.getByText(mark)).toBeVisible()
})

it('breaks no date and cuts no warranty on a small tablet', async () => {
  await page.viewport(1024, 768)
  const midnight = '2025-09-17T00:00:00.000Z'
  const bought = shownDetector({ purchaseDate: midnight, startWarranty: midnight, endWarranty: '2030-09-17T00:00:00.000Z' })
  await openApp('/user/show/4', { as: 'admin', locale: 'fr', calls: { user: { get: () => shownUser({ userProducts: [bought] }) } } })
  await expect.element(main.getByText('Depuis')).toBeVisible()
  const since = main.getByText('Depuis').element()
  expect(since.nextElementSibling?.clientHeight).toBe(since.clientHeight)
  const products = main.getByRole('list', { name: 'Produits' }).element()
  expect(products).toMatchTextContent('17/09/2030')
  expect(products.scrollWidth).toBeLessThanOrEqual(products.clientWidth)
})

it('marks each update as a success or by its error [T74]', async () => {
  const update = shownUser().productUpdates[0]
  if (update === undefined) throw new Error('the user has an update')
  const productUpdates = [
    update,
    { ...update, id: 2, success: false, errorType: 'DECONNECTION_ERROR' as const },
    { ...update, id: 3, success: null },
  ]
  await openApp('/user/show/4', { as: 'admin', calls: { user: { get: () => shownUser({ productUpdates }) } } })
  const rows = main.getByRole('list', { name: 'Product updates' }).getByRole('listitem')
  for (const [at, mark] of ['Success', 'USB disconnection error', 'Not reported'].entries())
    await expect.element(rows.nth(at)).toMatchTextContent(mark)
})

let stored: ShownUser
function change(changes: Partial<ShownUser>): { id: number } {
  stored = { ...stored, ...changes }
  return { id: stored.id }
}

const actions = [
  ['Verify', 'Verify the account of Marc Delaunay?', 'Account verified'],
  ['Unlock', 'Unlock the account of Marc Delaunay?', 'Account unlocked'],
] as const

async function press(action: string, question: string): Promise<void> {
  await main.getByRole('button', { name: action, exact: true }).click()
  await page.getByRole('alertdialog', { name: question }).getByRole('button', { name: action, exact: true }).click()
}

const blocked = () => shownUser({ accountValidated: false, accountLocked: true })

function refuse(): never {
  throw new AppError('resource.not.found')
}

describe('a blocked account that was never verified', () => {
  it('gets its validation link again, after a question', async () => {
    const resendValidation = vi.fn<() => { id: number }>(() => ({ id: 4 }))
    await openApp('/user/show/4', { as: 'backoffice', calls: { user: { get: blocked, resendValidation } } })
    await press('Resend validation', 'Send Marc Delaunay the validation link again?')
    await expect.element(page.getByText('Validation link sent')).toBeVisible()
    expect(resendValidation).toHaveBeenCalledOnce()
  })

  it('asks before it verifies and unlocks, and then shows that it did [T98]', async () => {
    stored = blocked()
    const user: FakeCalls['user'] = {
      get: () => stored,
      verifyAccount: () => change({ accountValidated: true }),
      unlockAccount: () => change({ accountLocked: false }),
    }
    await openApp('/user/show/4', { as: 'backoffice', calls: { user } })
    for (const [action, question, done] of actions) {
      await press(action, question)
      await expect.element(page.getByText(done)).toBeVisible()
      await expect.element(main.getByRole('button', { name: action, exact: true })).not.toBeInTheDocument()
    }
    expect(stored).toMatchObject({ accountValidated: true, accountLocked: false })
  })

  it.each([...actions.map(([action, question]) => [action, question] as const), ['Delete', 'Delete user Marc Delaunay?'] as const])(
    'shows for two seconds why an account could not be verified, unlocked or deleted (%s) [T314]',
    async (action, question) => {
      const user: FakeCalls['user'] = { get: blocked, verifyAccount: refuse, unlockAccount: refuse, remove: refuse }
      await openApp('/user/show/4', { as: 'admin', calls: { user } })
      await press(action, question)
      await expect.element(page.getByRole('listitem').filter({ hasText: 'Resource not found' })).toBeVisible()
      expect(toasts.getToasts()).toMatchObject([{ title: 'Resource not found', duration: toastSuccessMs }])
    },
  )
})
