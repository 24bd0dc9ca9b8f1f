// @module-tag rest
/** Everything that the screen of a user shows, and how its actions end. Who may do what: userRights.spec.tsx. */
import { toast as toasts } from 'sonner'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { shownCoil, shownDetector, shownUser } from '../../../../tests/component/records.ts'
import { chooseAction, recordMenu } from '../../../../tests/component/recordMenu.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { toastSuccessMs } from '../../../contract/rules.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { AppError } from '../../../errors.ts'
import { queryClient } from '../../api/queryClient.ts'

const main = page.getByRole('main')

const update = (id: number, others: Partial<ShownUser['productUpdates'][number]> = {}): ShownUser['productUpdates'][number] => ({
  id,
  userProductId: 1,
  date: `2026-03-${String(28 - id).padStart(2, '0')}T09:00:00.000Z`,
  productName: 'WS6 Master',
  versionName: `5.${id}`,
  success: true,
  errorType: null,
  firmwareAfter: null,
  ...others,
})

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
    subscriptionEnd: '2027-01-05T12:00:00.000Z',
    subscriptions: [{ id: 1, name: 'PREMIUM', start: '2026-01-05T12:00:00.000Z', end: '2027-01-05T12:00:00.000Z' }],
  })
  await openApp('/user/show/4', { as: 'marketing', calls: { user: { get: () => user } } })
  await main.getByText('Companion app').click()
  const first = ['+33 6 39 98 00 04', 'customer@example.com', 'validated', 'France', 'Customer since 01/04/2025', 'Beta tester']
  for (const text of [...first, 'WS6 field testers', 'Premium until 05/01/2027'])
    await expect.element(main.getByText(text, { exact: true })).toBeVisible()
  const shown = [...document.querySelectorAll('main dl > div > dt')]
    .filter((name) => name.closest('li') === null)
    .map((name) => [name.textContent, name.nextElementSibling?.textContent])
  expect(shown).toEqual([
    ['Subscriptions', 'Premium: 05/01/2026 – 05/01/2027'],
    ['Free trial until', '16/04/2025'],
    ['First launch of the app', expect.stringMatching(/^02\/04\/2025 /)],
    ['Last launch of the app', expect.stringMatching(/^01\/11\/2026 /)],
    ['Last sync with the app', expect.stringMatching(/^02\/11\/2026 /)],
    ['Cloud storage used', '1.5 MB'],
    ['First name', 'Marc'],
    ['Last name', 'Delaunay'],
    ['Distributor', 'Terre & Trésors'],
    ['Newsletter', 'Yes'],
    ['Origin', 'register'],
    ['Second factors', '0'],
  ])
  for (const list of ['Coils of WS6 Master 0A 1B 2C 3D 4E', 'Updates of WS6 Master 0A 1B 2C 3D 4E'])
    await expect.element(main.getByRole('list', { name: list }).getByRole('listitem')).toHaveLength(1)
})

it('says first who it is, what is wrong with the account, and how to reach them', async () => {
  const user = shownUser({ accountLocked: true, accountValidated: false, isBetaTester: true })
  await openApp('/user/show/4', { as: 'backoffice', calls: { user: { get: () => user } } })
  await expect.element(main.getByRole('link', { name: 'customer@example.com' })).toHaveAttribute('href', 'mailto:customer@example.com')
  await expect.element(main.getByRole('link', { name: '+33 6 39 98 00 04' })).toHaveAttribute('href', 'tel:+33639980004')
  const badges = [...document.querySelectorAll('main [data-slot=badge]')].map(({ textContent }) => textContent)
  expect(badges).toEqual(['Blocked', 'Not verified', 'Beta tester'])
  await expect.element(main.getByText('not validated yet')).toBeVisible()
  const headings = main.getByRole('heading', { level: 2 }).elements()
  expect(headings.map(({ textContent }) => textContent)).toEqual(['WS6 Master 0A 1B 2C 3D 4E', 'History'])
})

it('shows the number for callers abroad, and marks one that nobody can dial [T645]', async () => {
  const mark = main.getByText('Not a valid number')
  let user = shownUser({ phoneNumber: '0639980004', phoneInternational: '+33 6 39 98 00 04' })
  await openApp('/user/show/4', { as: 'admin', calls: { user: { get: () => user } } })
  await expect.element(main.getByRole('link', { name: '+33 6 39 98 00 04' })).toHaveAttribute('href', 'tel:+33639980004')
  await expect.element(mark).not.toBeInTheDocument()
  user = shownUser({ phoneNumber: '12', phoneInternational: null })
  await queryClient.invalidateQueries()
  await expect.element(main.getByRole('link', { name: '+33 12' })).toBeVisible()
  await expect.element(mark).toBeVisible()
  user = shownUser({ phonePrefix: '', phoneNumber: '' })
  await queryClient.invalidateQueries()
  await expect.element(mark).not.toBeInTheDocument()
  await expect.element(main.getByRole('link', { name: 'customer@example.com' })).toBeVisible()
  expect(document.querySelector('main a[href^="tel:"]')).toBeNull()
})

it('cuts no warranty on a small tablet', async () => {
  await page.viewport(1024, 768)
  const midnight = '2025-09-17T00:00:00.000Z'
  const bought = shownDetector({ purchaseDate: midnight, startWarranty: midnight, endWarranty: '2030-09-17T00:00:00.000Z' })
  await openApp('/user/show/4', { as: 'admin', locale: 'fr', calls: { user: { get: () => shownUser({ userProducts: [bought] }) } } })
  await expect.element(main.getByText('Garantie jusqu’au 17/09/2030')).toBeVisible()
  const products = main.getByRole('list', { name: 'Produits' }).element()
  expect(products.scrollWidth).toBeLessThanOrEqual(products.clientWidth)
})

describe('what a customer owns', () => {
  it('stands at each detector: its firmware and what is available, its coils, and how its last updates ended [T74] [T799]', async () => {
    const user = shownUser({
      userProducts: [
        shownDetector({ availableVersion: '5.3' }),
        shownDetector({ id: 2, productName: 'WSAII', typeName: 'WSA II', serialNumberFormatted: '00 00 00 00 02', firmwareState: 'none' }),
      ],
      productUpdates: [
        update(1),
        update(2, { success: false, errorType: 'DECONNECTION_ERROR' }),
        update(3, { success: null }),
        update(4),
        update(5, { userProductId: 9, productName: 'Teleco' }),
      ],
      accessories: [shownCoil(), shownCoil({ id: 2, name: '22 B0 00 02', userProductId: null })],
    })
    await openApp('/user/show/4', { as: 'admin', calls: { user: { get: () => user } } })
    const first = main.getByRole('list', { name: 'Products' }).getByRole('listitem').filter({ hasText: '0A 1B 2C 3D 4E' })
    await expect.element(first).toMatchTextContent('Firmware 5.2, 5.3 available')
    const updates = main.getByRole('list', { name: 'Updates of WS6 Master 0A 1B 2C 3D 4E' }).getByRole('listitem')
    await expect.element(updates).toHaveLength(3)
    for (const [at, mark] of ['Success', 'USB disconnection error', 'Not reported'].entries())
      await expect.element(updates.nth(at)).toMatchTextContent(mark)
    await main.getByRole('button', { name: 'All 4 updates' }).click()
    await expect.element(updates).toHaveLength(4)
    await main.getByRole('button', { name: 'The last 3 updates' }).click()
    await expect.element(updates).toHaveLength(3)
    await expect.element(main.getByText('No firmware: the update to 5.2 was interrupted')).toBeVisible()
    await expect.element(main.getByText('No update yet.')).toBeVisible()
    await expect.element(main.getByRole('list', { name: 'Other coils' })).toMatchTextContent('22 B0 00 02')
    await expect.element(main.getByRole('list', { name: 'Other updates' })).toMatchTextContent('Teleco 5.5')
  })

  it('takes no room on the page of a colleague without a detector, where what they changed is a click away [T800]', async () => {
    const user = shownUser({ role: 'ROLE_BE', userProducts: [], accessories: [], productUpdates: [] })
    await openApp('/user/show/4', { as: 'admin', calls: { user: { get: () => user } } })
    await expect.element(main.getByRole('link', { name: 'What they changed' })).toBeVisible()
    await expect.element(main.getByText('Account since 01/04/2025')).toBeVisible()
    await expect.element(main.getByText('No detector yet.')).not.toBeInTheDocument()
    expect([...document.querySelectorAll('main [data-slot=badge]')].map(({ textContent }) => textContent)).toEqual(['Back office'])
  })
})

describe('the menu of rare actions', () => {
  it('of a deleted colleague has the logs alone', async () => {
    const user = shownUser({ role: 'ROLE_BE', isDeleted: true, accountLocked: true })
    await openApp('/user/show/4', { as: 'admin', calls: { user: { get: () => user } } })
    await expect.element(main.getByRole('link', { name: 'What they changed' })).toBeVisible()
    await expect.element(main.getByRole('button', { name: 'Unlock' })).not.toBeInTheDocument()
    await recordMenu().click()
    await expect.element(main.getByRole('menuitem')).toHaveLength(1)
    const log = main.getByRole('menuitem', { name: 'Security log of this account' })
    await expect.element(log).toHaveAttribute('href', expect.stringContaining('/securityEvent/index?search='))
  })

  it('opens, moves and chooses by the keyboard, and the focus comes back to it [T801]', async () => {
    await openApp('/user/show/4', { as: 'admin', calls: { user: { get: () => shownUser() } } })
    await expect.element(recordMenu()).toBeVisible()
    recordMenu().element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(main.getByRole('menuitem', { name: 'Gift 3 months' })).toHaveFocus()
    await userEvent.keyboard('{End}')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(main.getByRole('menuitem', { name: 'Delete', exact: true })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    const question = page.getByRole('alertdialog', { name: 'Delete user Marc Delaunay?' })
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(recordMenu()).toHaveFocus()
  })
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

const buttons = new Set(['Unlock', 'Resend validation'])
const choose = (action: string) =>
  buttons.has(action) ? main.getByRole('button', { name: action, exact: true }).click() : chooseAction(action)

async function press(action: string, question: string): Promise<void> {
  await choose(action)
  await page.getByRole('alertdialog', { name: question }).getByRole('button', { name: action, exact: true }).click()
}

const blocked = () => shownUser({ accountValidated: false, accountLocked: true })

function refuse(): never {
  throw new AppError('resource.not.found')
}

describe('a blocked account that was never verified', () => {
  it('asks before it sends the link again, verifies and unlocks, and then shows that it did [T98]', async () => {
    stored = blocked()
    const user: FakeCalls['user'] = {
      get: () => stored,
      verifyAccount: () => change({ accountValidated: true }),
      unlockAccount: () => change({ accountLocked: false }),
      resendValidation: () => ({ id: 4 }),
    }
    const { sent } = await openApp('/user/show/4', { as: 'backoffice', calls: { user } })
    await press('Resend validation', 'Send Marc Delaunay the validation link again?')
    await expect.element(page.getByText('Validation link sent')).toBeVisible()
    expect(sent('user.resendValidation')).toHaveLength(1)
    for (const [action, question, done] of actions) {
      await press(action, question)
      await expect.element(page.getByText(done)).toBeVisible()
    }
    await expect.element(main.getByRole('button', { name: 'Unlock', exact: true })).not.toBeInTheDocument()
    await recordMenu().click()
    await expect.element(main.getByRole('menuitem')).toMatchTextContent('Prepare their data')
    expect(stored).toMatchObject({ accountValidated: true, accountLocked: false })
  })

  it('shows for two seconds why an account could not be verified, unlocked or deleted [T314]', async () => {
    const user: FakeCalls['user'] = { get: blocked, verifyAccount: refuse, unlockAccount: refuse, remove: refuse }
    await openApp('/user/show/4', { as: 'admin', calls: { user } })
    for (const [action, question] of [...actions, ['Delete', 'Delete user Marc Delaunay?']] as const) {
      await press(action, question)
      const toast = page.getByRole('listitem').filter({ hasText: 'Resource not found' })
      await expect.element(toast).toBeVisible()
      expect(toasts.getToasts()).toMatchObject([{ title: 'Resource not found', duration: toastSuccessMs }])
      toasts.dismiss()
      await expect.element(toast).not.toBeInTheDocument()
    }
  })
})
