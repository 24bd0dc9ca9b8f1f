// @module-tag rest
/** What can be done with selected users, and what the banner says while it is done and afterwards. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../../tests/component/fakeTable.ts'
import { listIsThere } from '../../../../../tests/component/list.ts'
import { userRow } from '../../../../../tests/component/records.ts'
import { openApp, type Person } from '../../../../../tests/component/render.tsx'
import type { UserBatch } from '../../../../contract/userBatch.ts'

const word = { remove: 'Delete', addMany: 'Add 50 users', deleted: '498 users deleted' } as const

const users = Array.from({ length: 60 }, (_, index) => userRow(index + 1))
const running: UserBatch = {
  id: 7,
  kind: 'delete',
  undoes: null,
  group: null,
  state: 'running',
  startedAt: '2026-11-27T09:00:00.000Z',
  nbUsers: 500,
  nbDone: 120,
  nbLeftOut: 0,
  leftOut: [],
  mayUndo: false,
}
const ended: UserBatch = {
  ...running,
  state: 'done',
  nbDone: 498,
  nbLeftOut: 2,
  leftOut: [{ id: 9, tostring: 'First9 Last9 (user9@example.com)', reason: 'ownAccount' }],
  mayUndo: true,
}
let batches: UserBatch[]

beforeEach(() => {
  batches = []
  localStorage.removeItem('fieldport.closedBatch')
})

async function open({ as = 'admin' }: { as?: Person } = {}) {
  const calls: FakeCalls = {
    user: fakeTable(() => users),
    betaGroup: { getAll: () => [{ id: 3, tostring: 'Beach testers' }] },
    userBatch: { getMine: () => batches, create: () => ({ id: 7 }), stop: () => ({ id: 7 }), undo: () => ({ id: 8 }) },
  }
  const drawn = await openApp('/user/index?sortDesc=false', { as, calls })
  await listIsThere()
  return drawn
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const asked = () => page.getByRole('alertdialog')

const box = (id: number) => page.getByRole('checkbox', { name: `Select First${id} Last${id}`, exact: true })

it('asks before many are deleted, by number and first names, and sends them or all that are found [T747]', async () => {
  const { sent } = await open()
  for (const id of [1, 2, 3, 4]) await box(id).click()
  await press(word.remove)
  await expect.element(asked().getByRole('heading', { name: 'Delete 4 users?' })).toBeVisible()
  await expect.element(asked().getByText(/^First1 Last1, First2 Last2, First3 Last3 and 1 other\./)).toBeVisible()
  await expect.element(asked().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await asked().getByRole('button', { name: word.remove, exact: true }).click()
  await expect.poll(() => sent('userBatch.create')).toMatchObject([{ body: { kind: 'delete', userIds: [1, 2, 3, 4] } }])
  await expect.element(box(1)).not.toBeChecked()
  await box(1).click()
  await press('Select all 60 found')
  await press(word.remove)
  await expect.element(asked().getByRole('heading', { name: 'Delete 60 users?' })).toBeVisible()
  await asked().getByRole('button', { name: word.remove, exact: true }).click()
  await expect.poll(() => sent('userBatch.create')[1]).toMatchObject({ body: { kind: 'delete', list: { filters: [] } } })
})

it('adds a whole page to a group that was chosen', async () => {
  const { sent } = await open({ as: 'backoffice' })
  await page.getByRole('checkbox', { name: 'Select this page' }).click()
  await expect.element(page.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
  // Only administrators delete users.
  await expect.element(page.getByRole('button', { name: word.remove, exact: true })).not.toBeInTheDocument()
  await press('Add to a group')
  await press(word.addMany)
  await expect.element(page.getByText('This field is required')).toBeVisible()
  await page.getByRole('combobox', { name: 'Beta group' }).click()
  await page.getByRole('option', { name: 'Beach testers' }).click()
  await press(word.addMany)
  const userIds = users.slice(0, 50).map(({ id }) => id)
  await expect.poll(() => sent('userBatch.create')).toMatchObject([{ body: { kind: 'addToGroup', groupId: 3, userIds } }])
})

it('says how far it is, stops it, and afterwards names whom it left out and undoes it [T748]', async () => {
  batches = [running]
  const { seen, sent } = await open()
  await expect.element(page.getByText('Deleting users')).toBeVisible()
  await expect.element(page.getByText('120 of 500', { exact: true })).toBeVisible()
  await expectNoAxeFindings('the list with a batch that runs')
  const reads = () => sent('user.getB122TableResults').length
  const readBefore = reads()
  await press('Stop')
  await expect.poll(() => seen.map(({ name }) => name)).toContain('userBatch.stop')
  batches = [ended]
  await expect.element(page.getByText(word.deleted)).toBeVisible()
  await expect.poll(reads).toBeGreaterThan(readBefore)
  await page.getByText('2 users left out').click()
  await expect.element(page.getByRole('listitem').filter({ hasText: /First9 Last9.*is your own account/ })).toBeVisible()
  await expectNoAxeFindings('the list with a batch that has ended')
  await press('Undo')
  await expect.poll(() => sent('userBatch.undo')).toMatchObject([{ body: { undoes: 'delete' } }])
  await press('Close')
  await expect.element(page.getByText(word.deleted)).not.toBeInTheDocument()
})

it('says how many a stopped one has not reached', async () => {
  batches = [{ ...running, state: 'stopped' }]
  await open()
  await expect.element(page.getByText('Stopped: 380 users stay as before')).toBeVisible()
})
