/** The list and the forms of users: what they send, and what they ask first. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { phonePrefixes } from '../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { listIsThere } from '../../../../tests/component/list.ts'
import { shownUser, userRow } from '../../../../tests/component/records.ts'
import { chooseAction, readMenu } from '../../../../tests/component/recordMenu.ts'
import { openApp, type Person } from '../../../../tests/component/render.tsx'
import { roles } from '../../../contract/rules.ts'
import type { ShownUser } from '../../../contract/userStaff.ts'
import { AppError } from '../../../errors.ts'

let stored: ShownUser

const user = {
  ...fakeTable(() => {
    const { id, firstname, lastname, username, mayEdit, mayRemove } = stored
    return [userRow(id, { firstname, lastname, username, mayEdit, mayRemove })]
  }),
  get: () => stored,
  getPhonePrefixes: () => [...phonePrefixes],
  create({ body: { firstname, lastname, username, role } }) {
    stored = shownUser({ id: 6, firstname, lastname, username, role, tostring: `${firstname} ${lastname}` })
    return { id: 6 }
  },
  update({ params, body: { selectedBetaGroupIds, role = stored.role, distributor = null, ...fields } }) {
    if (fields.username === 'own@example.com') throw new AppError('own.profile.error')
    const isMoved = fields.username !== stored.username
    const betaGroups = fields.isBetaTester ? stored.betaGroups.filter(({ id }) => selectedBetaGroupIds.includes(id)) : []
    stored = {
      ...stored,
      firstname: fields.firstname,
      lastname: fields.lastname,
      isBetaTester: fields.isBetaTester,
      role,
      distributor,
      betaGroups,
      username: stored.username,
      ...(isMoved && { pendingUsername: fields.username }),
      tostring: `${fields.firstname} ${fields.lastname}`,
    }
    return params
  },
  renewTrial({ body: { userId: id } }) {
    stored = {
      ...stored,
      mayRenew: false,
      subscriptionName: 'PREMIUM',
      subscriptions: [{ id: 1, name: 'PREMIUM', start: '2026-11-21T10:00:00.000Z', end: '2027-02-21T10:00:00.000Z' }],
    }
    return { id }
  },
} satisfies FakeCalls['user']
const calls: FakeCalls = {
  user,
  role: { getAll: () => roles.map((id) => ({ id, tostring: id })) },
  betaGroup: { getAll: () => [{ id: 1, tostring: 'WS6 field testers' }] },
}

beforeEach(() => {
  stored = shownUser()
})

const open = (path: string, as: Person) => openApp(path, { as, calls })
const main = page.getByRole('main')
const field = (name: string) => main.getByRole('textbox', { name, exact: true })
const save = main.getByRole('button', { name: 'Save', exact: true })

it('a subscription can be given once, after a question [T97]', { tags: 'rest' }, async () => {
  await open('/user/show/5', 'admin')
  await chooseAction('Gift 3 months')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Gift 3 months' }).click()
  await expect.element(page.getByText('Subscription gifted').first()).toBeVisible()
  await main.getByText('Companion app').click()
  await expect.element(page.getByText('Premium: 21/11/2026 – 21/02/2027')).toBeVisible()
  expect(await readMenu()).toEqual(['Reset password', 'Security log of this account', 'Prepare their data', 'Delete', 'Delete all data'])
})

it('asks before a beta tester leaves all groups [T14]', { tags: 'rest' }, async () => {
  stored = shownUser({ isBetaTester: true, betaGroups: [{ id: 1, tostring: 'WS6 field testers' }] })
  await open('/user/edit/4', 'backoffice')
  await expect.element(field('First name')).toHaveValue('Marc')
  // Only administrators change roles.
  await expect.element(main.getByLabelText('Role')).not.toBeInTheDocument()
  await main.getByLabelText('Beta tester').click()
  await save.click()
  const question = page.getByRole('alertdialog', { name: 'Remove from beta testing?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(main.getByLabelText('Beta tester')).toBeVisible()
  await save.click()
  await question.getByRole('button', { name: 'Remove from all groups' }).click()
  await expect.element(page.getByText('User modified')).toBeVisible()
  expect(stored.betaGroups).toEqual([])
})

it('shows an address that awaits confirmation, and refers staff to their profile for their own address', { tags: 'rest' }, async () => {
  await open('/user/edit/4', 'admin')
  await expect.element(page.getByText('A new email address takes effect once its owner has opened the link sent to it.')).toBeVisible()
  await expectNoAxeFindings('the form of a user')
  await field('Email').fill('marc.delaunay@example.com')
  await save.click()
  await expect.element(page.getByText('User modified')).toBeVisible()
  await expect.element(main.getByText('New email marc.delaunay@example.com, not confirmed yet')).toBeVisible()
  await expect.element(main.getByRole('link', { name: 'customer@example.com' })).toBeVisible()

  await open('/user/edit/1', 'admin')
  await field('Email').fill('own@example.com')
  await save.click()
  await expect.element(page.getByText('Change your own email, phone and password on your profile page.')).toBeVisible()
})

it('the back office has no form for accounts that it may not edit', async () => {
  stored = shownUser({ mayEdit: false })
  await open('/user/edit/1', 'backoffice')
  await expect.element(page.getByText('Only administrators can edit this account.')).toBeVisible()
  await expect.element(save).not.toBeInTheDocument()
})

it('the back office adds a customer, and chooses no role [T13]', async () => {
  const { sent } = await open('/user/create', 'backoffice')
  await field('First name').fill('Zoé')
  await field('Last name').fill('Petit')
  await field('Email').fill('zoe.petit@example.com')
  for (const [name, option] of [
    ['Country', 'France'],
    ['Prefix', /France/],
  ] as const) {
    await main.getByRole('combobox', { name }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await field('Phone number').fill('612345678')
  await expect.element(main.getByLabelText('Role')).not.toBeInTheDocument()
  await save.click()
  await expect.element(page.getByText('User added')).toBeVisible()
  expect(stored).toMatchObject({ username: 'zoe.petit@example.com', role: 'ROLE_CUSTOMER' })
  // Nobody but Zoé will know her password.
  expect(sent('user.create')).toMatchObject([{ body: { sendsPasswordLink: true, password: '' } }])
})

it('the list shows phones for callers abroad, and marks those that are not valid', async () => {
  const phones = [
    userRow(1, { phoneNumber: '0639980001', phoneInternational: '+33 6 39 98 00 01' }),
    userRow(2, { phoneNumber: '12', phoneInternational: null }),
    userRow(3, { phoneNumber: '', phoneInternational: null }),
  ]
  await openApp('/user/index', { as: 'admin', calls: { ...calls, user: { ...user, ...fakeTable(() => phones) } } })
  await listIsThere()
  await expect.element(main.getByRole('cell', { name: '+33 6 39 98 00 01' })).toBeVisible()
  await expect.element(main.getByRole('cell', { name: '12 Not a valid number' })).toBeVisible()
  expect(main.getByText('Not a valid number').elements()).toHaveLength(1)
})

it('the server sorts the list anew where its reader changes the language, in which it names countries', { tags: 'rest' }, async () => {
  const { sent } = await openApp('/user/index?sortBy=country&sortDesc=false', {
    as: 'admin',
    calls: { ...calls, locale: { setLocale: () => ({}) } },
  })
  await listIsThere()
  const asked = () => sent('user.getB122TableResults').length
  const before = asked()
  await page.getByRole('button', { name: 'Français' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Utilisateurs' })).toBeVisible()
  await expect.poll(asked).toBe(before + 1)
})
