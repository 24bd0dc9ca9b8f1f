/** The beta group screens: members found on the server, and a form that sends only what changes. */
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { shownBetaGroup } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { ShownBetaGroup } from '../../../contract/betaGroup.ts'
import type { Choice } from '../../../contract/crud.ts'
import { AppError } from '../../../errors.ts'

const anna = { id: 11, tostring: 'Anna Berg (anna@example.com)' }
const boris = { id: 12, tostring: 'Boris Lund (boris@example.com)' }
const clara = { id: 13, tostring: 'Clara Holm (clara@example.com)' }
const beta = { id: 21, tostring: '6.0-beta (English)' }
const nextBeta = { id: 22, tostring: '7.0-beta (English)' }

let stored: ShownBetaGroup
const found = (among: readonly Choice[], search = '') =>
  among.filter(({ tostring }) => tostring.toLowerCase().includes(search.toLowerCase()))
const betaGroup = {
  ...fakeTable(() => [stored]),
  get: () => stored,
  getUsers: ({ query }) => found(stored.users, query.search),
  create({ body }) {
    if (body.name === 'Taken') throw new AppError('name.already.exists.error', { invalidField: 'name' })
    stored = { ...stored, id: 4, name: body.name, tostring: body.name }
    return { id: 4 }
  },
  update: ({ params }) => params,
  findTesters: ({ body }) => ({
    found: body.addresses.includes('clara@example.com') ? [clara] : [],
    inGroup: body.addresses.includes('anna@example.com') ? [anna] : [],
    staff: [],
    notFound: body.addresses.filter((address) => address.startsWith('nobody')),
  }),
  addTesters({ params }) {
    stored = { ...stored, nbUsers: 3, version: 2, users: [...stored.users, clara] }
    return { id: params.id, nbAdded: 1 }
  },
} satisfies FakeCalls['betaGroup']
const calls: FakeCalls = {
  betaGroup,
  firmware: { getAllBetaTest: ({ query }) => found([beta, nextBeta], query.search) },
  user: { getBetaTesters: ({ query }) => found([anna, boris, clara], query.search) },
}

beforeEach(() => {
  stored = shownBetaGroup({ nbUsers: 2, nbFirmwares: 1, firmwares: [beta], users: [anna, boris] })
})

async function choose(field: string, typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill(typed)
  await page.getByRole('option', { name: option }).click()
  await userEvent.keyboard('{Escape}')
}

it('a new group is filled with searched firmwares and users, and its name is free [T24]', async () => {
  const { seen } = await openApp('/betaGroup/create', { as: 'backoffice', calls })
  const name = page.getByLabelText('Name', { exact: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(name).toHaveAccessibleDescription('This field is required')
  await choose('Firmwares', '7.0', nextBeta.tostring)
  await choose('Add users', 'clara', clara.tostring)
  await name.fill('Taken')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(name).toHaveAccessibleDescription('This name is already used')
  await name.fill('River')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('BetaGroup added')).toBeVisible()
  const created = seen.findLast((call) => call.name === 'betaGroup.create')
  expect(created).toMatchObject({ parts: { body: { name: 'River', selectedFirmwareIds: [nextBeta.id], selectedUserIds: [clara.id] } } })
})

it('an edited group sends what was added and removed, not all of its members [T25]', { tags: 'rest' }, async () => {
  const { seen } = await openApp('/betaGroup/edit/3', { as: 'admin', calls })
  await choose('Firmwares', '7.0', nextBeta.tostring)
  await page.getByRole('button', { name: `Remove ${beta.tostring}` }).click()
  await choose('Add users', 'clara', clara.tostring)
  await page.getByLabelText('Users of the group').fill('bo')
  await expect.element(page.getByText(anna.tostring)).not.toBeInTheDocument()
  await page.getByRole('button', { name: `Remove ${boris.tostring}` }).click()
  await page.getByLabelText('Users of the group').fill('')
  await page.getByRole('button', { name: `Remove ${anna.tostring}` }).click()
  await page.getByRole('button', { name: `Keep ${anna.tostring}` }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('BetaGroup modified')).toBeVisible()
  const body = {
    firmwareChanges: { addedIds: [nextBeta.id], removedIds: [beta.id] },
    userChanges: { addedIds: [clara.id], removedIds: [boris.id] },
    version: 1,
  }
  expect(seen.findLast(({ name }) => name === 'betaGroup.update')).toMatchObject({ parts: { body } })
})

it('a group shows its firmwares and users as links, and finds users by name [T23]', async () => {
  await openApp('/betaGroup/show/3', { as: 'backoffice', calls })
  await expect.element(page.getByRole('link', { name: beta.tostring })).toHaveAttribute('href', '/firmware/show/21')
  await expect.element(page.getByRole('link', { name: anna.tostring })).toHaveAttribute('href', '/user/show/11')
  await page.getByLabelText('Search users').fill('boris')
  await expect.element(page.getByRole('link', { name: anna.tostring })).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: boris.tostring })).toBeVisible()
  await page.getByLabelText('Search users').fill('nobody')
  await expect.element(page.getByText('No results')).toBeVisible()
})

const paste = () => page.getByRole('button', { name: 'Paste addresses' })
const addresses = () => page.getByLabelText('Email addresses')
const list = (name: RegExp) => page.getByRole('textbox', { name })
const press = (name: string) => page.getByRole('button', { name }).click()

it('pasted addresses are sorted into found, already in and not found, then added at once [T723]', { tags: 'rest' }, async () => {
  const { seen } = await openApp('/betaGroup/show/3', { as: 'backoffice', calls })
  await paste().click()
  await addresses().fill('Clara Holm, Anna Berg')
  await press('Check')
  await expect.element(addresses()).toHaveAccessibleDescription('There is no email address in this text')
  await addresses().fill(Array.from({ length: 2_001 }, (_, index) => `t${index}@example.com`).join(' '))
  await press('Check')
  await expect.element(addresses()).toHaveAccessibleDescription('At most 2,000 addresses at once; these are 2,001')
  expect(seen.some(({ name }) => name === 'betaGroup.findTesters')).toBe(false)
  await addresses().fill('Clara <CLARA@example.com>; anna@example.com, nobody@example.com nobody@\nclara@example.com')
  await press('Check')
  await expect.element(list(/^1 customer will be added as a tester/)).toHaveValue(clara.tostring)
  await expect.element(list(/^1 is in the group already/)).toHaveValue(anna.tostring)
  await expect.element(list(/^2 addresses were not found/)).toHaveValue('nobody@example.com\nnobody@')
  await expect.element(page.getByRole('button', { name: 'Copy the addresses that were not found' })).toBeVisible()
  await expectNoAxeFindings('pasted addresses')
  await press('Add 1 tester')
  await expect.element(page.getByText('1 tester added')).toBeVisible()
  await expect.element(page.getByRole('link', { name: clara.tostring })).toBeVisible()
  const body = { addresses: ['clara@example.com', 'anna@example.com', 'nobody@example.com'] }
  expect(seen.filter(({ name }) => name.endsWith('Testers')).map(({ parts }) => parts)).toMatchObject([{ body }, { body }])
})

it('testers that were added from the form do not make it outdated, and its changes are saved first [T724]', { tags: 'rest' }, async () => {
  const { seen } = await openApp('/betaGroup/edit/3', { as: 'admin', calls })
  const name = page.getByLabelText('Name', { exact: true })
  await name.fill('River')
  await expect.element(paste()).toBeDisabled()
  await expect.element(page.getByText('Save your changes before you paste addresses.')).toBeVisible()
  await name.fill(stored.name)
  await paste().click()
  await addresses().fill('clara@example.com')
  await press('Check')
  await press('Add 1 tester')
  await expect.element(page.getByRole('button', { name: `Remove ${clara.tostring}` })).toBeVisible()
  await name.fill('River')
  await press('Save')
  await expect.element(page.getByText('BetaGroup modified')).toBeVisible()
  expect(seen.findLast((call) => call.name === 'betaGroup.update')).toMatchObject({ parts: { body: { name: 'River', version: 2 } } })
})
