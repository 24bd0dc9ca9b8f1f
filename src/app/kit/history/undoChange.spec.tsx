// @module-tag rest
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { shownProduct } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { AuditEntry } from '../../../contract/audit.ts'
import { AppError } from '../../../errors.ts'

const w = {
  undo: 'Undo this change',
  lines: ['Name: WSAII → WS2', 'Type name: ws2 → ws'],
  done: 'Change undone',
  since: 'Name: changed by Nora Lindqvist, 21/11/2026',
} as const

const entry: AuditEntry = {
  id: 12,
  date: '2026-11-20T10:00:00.000Z',
  action: 'update',
  by: { id: 4, tostring: 'Nora Lindqvist' },
  before: { name: 'WS2', typeName: 'ws' },
  after: { name: 'WSAII', typeName: 'ws2' },
}
const changes = [{ field: 'name', by: 'Nora Lindqvist', date: '2026-11-21T10:00:00.000Z' }]

function callsWith(entries: AuditEntry[], revert: NonNullable<FakeCalls['audit']>['revert']): FakeCalls {
  return { ...callsOfAllScreens(), audit: { getForRecord: () => entries, ...(revert && { revert }) } }
}
/** Of an entry whose name was changed again. */
const revertOthers: NonNullable<FakeCalls['audit']>['revert'] = ({ body }) => {
  if (body.keptFields.length === 0) throw new AppError('changed.meanwhile.error', { meanwhile: { version: 13, changes } })
  return { id: 3 }
}
const dialog = () => page.getByRole('alertdialog')

it('a change is undone after a question that shows each field, with the focus on Cancel [T788]', async () => {
  const undone: AuditEntry = { ...entry, id: 13, before: entry.after, after: entry.before }
  const entries = [entry]
  const revert = () => {
    entries.unshift(undone)
    return { id: 3 }
  }
  const { seen } = await openApp('/product/show/3', { as: 'admin', calls: callsWith(entries, revert) })
  await page.getByRole('button', { name: w.undo }).click()
  await expect.element(dialog().getByRole('heading', { name: 'Undo this change to WSAII?' })).toBeVisible()
  for (const line of w.lines) await expect.element(dialog().getByText(line, { exact: true })).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expectNoAxeFindings('the question before an undo')
  await dialog().getByRole('button', { name: w.undo }).click()
  await expect.element(page.getByText(w.done)).toBeVisible()
  await expect.element(page.getByRole('button', { name: w.undo })).toHaveLength(2)
  expect(seen.filter(({ name }) => name === 'audit.revert')).toMatchObject([{ parts: { params: { id: 12 }, body: { keptFields: [] } } }])
})

it('what was changed again since is said, and the other fields are undone alone', async () => {
  const { seen } = await openApp('/product/show/3', { as: 'admin', calls: callsWith([entry], revertOthers) })
  await page.getByRole('button', { name: w.undo }).click()
  await dialog().getByRole('button', { name: w.undo }).click()
  await expect.element(dialog().getByRole('heading', { name: 'Not undone: this has been changed again since' })).toBeVisible()
  await expect.element(dialog().getByText(w.since)).toBeVisible()
  await dialog().getByRole('button', { name: 'Undo the other fields' }).click()
  await expect.element(page.getByText(w.done)).toBeVisible()
  expect(seen.findLast(({ name }) => name === 'audit.revert')).toMatchObject({ parts: { body: { keptFields: ['name'] } } })
})

it('with no other field, there is only something to read', async () => {
  const calls = callsWith([{ ...entry, before: { name: 'WS2' }, after: { name: 'WSAII' } }], () => {
    throw new AppError('changed.meanwhile.error', { meanwhile: { version: 13, changes } })
  })
  await openApp('/product/show/3', { as: 'admin', calls })
  await page.getByRole('button', { name: w.undo }).click()
  await dialog().getByRole('button', { name: w.undo }).click()
  await expect.element(dialog().getByText(w.since)).toBeVisible()
  await expect.element(dialog().getByRole('button')).toHaveLength(1)
  await dialog().getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

it('what the history keeps in part is changed back by the form, and says so', async () => {
  const groups: AuditEntry = { ...entry, before: { selectedBetaGroupIds: [] }, after: { selectedBetaGroupIds: ['Divers'] } }
  const created: AuditEntry = { ...entry, id: 1, action: 'create', before: null }
  await openApp('/user/show/4', { as: 'admin', calls: callsWith([groups, created], undefined) })
  await expect.element(page.getByRole('button', { name: w.undo })).toBeDisabled()
  await expect.element(page.getByText('Only the form can change this back: Beta groups')).toBeVisible()
})

it('is for administrators, and not for a deleted record', async () => {
  await openApp('/product/show/3', { as: 'backoffice', calls: callsWith([entry], undefined) })
  await expect.element(page.getByText('Name: WS2 → WSAII')).toBeVisible()
  await expect.element(page.getByRole('button', { name: w.undo })).not.toBeInTheDocument()
  const calls = callsWith([entry], undefined)
  const product = { ...calls.product, get: () => shownProduct({ isDeleted: true }) }
  await openApp('/product/show/3', { as: 'admin', calls: { ...calls, product } })
  await expect.element(page.getByText('Name: WS2 → WSAII')).toBeVisible()
  await expect.element(page.getByRole('button', { name: w.undo })).not.toBeInTheDocument()
})
