import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { lastRequest, listIsThere, rows, searchBox } from '../../../../tests/component/list.ts'
import { shownUser } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { ActivityRow } from '../../../contract/activity.ts'

const w = {
  title: 'Activity',
  changed: ['Nora Lindqvist', 'Changed', 'User', 'Marc Delaunay', 'Role: Back office → Marketing', 'Beta tester: No → Yes'],
  recalled: ['System', 'Changed', 'Warranty codes', '#3', 'Void codes: 0 → 12', 'Reason: leaked'],
  gone: ['Deleted', 'Product', '#9'],
  changedBack: ['Role: Marketing → Back office', 'Beta tester: Yes → No'],
  by: 'Done by: Nora Lindqvist',
} as const

const nora = { id: 4, tostring: 'Nora Lindqvist' }
const change: ActivityRow = {
  id: 3,
  date: '2026-11-22T10:00:00.000Z',
  action: 'update',
  by: nora,
  before: { role: 'ROLE_BE', isBetaTester: false },
  after: { role: 'ROLE_MARKETTING', isBetaTester: true },
  entity: 'user',
  recordId: 4,
  recordName: 'Marc Delaunay',
  isRecordDeleted: false,
}
const entries: ActivityRow[] = [
  change,
  {
    ...change,
    id: 2,
    by: null,
    before: { nbVoid: 0 },
    after: { nbVoid: 12, reason: 'leaked' },
    entity: 'warrantyCodeBatch',
    recordId: 3,
    recordName: null,
  },
  { ...change, id: 1, action: 'delete', before: null, after: null, entity: 'product', recordId: 9, recordName: null },
]

const calls: FakeCalls = {
  ...callsOfAllScreens(),
  activity: fakeTable(() => entries, {
    allowed: { create: false, edit: false, remove: false },
    filters: [
      { position: 0, selectedValue: '', name: 'by', kind: 'select', options: [{ id: '4', tostring: nora.tostring }] },
      { position: 1, selectedValue: '', name: 'entity', kind: 'select', options: [{ id: 'user', tostring: 'user' }] },
      { position: 2, selectedValue: '', name: 'date', kind: 'dateRange', options: [] },
    ],
    fits: ({ by, entity }, filter, value) => filter === 'date' || (filter === 'by' ? String(by?.id) : entity) === value,
  }),
  audit: { getForRecord: () => [] },
  user: { ...fakeTable(() => []), get: () => shownUser({ role: 'ROLE_BE' }) },
}

describe('the activity', () => {
  it('says in words who changed what, links to the record, and leads to the security log [T783]', async () => {
    await openApp('/activity/index', { as: 'admin', calls })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(w.title)
    await listIsThere()
    for (const [at, texts] of [w.changed, w.recalled, w.gone].entries())
      for (const text of texts) await expect.element(rows().nth(at)).toMatchTextContent(text.replaceAll('\u00A0', ' '))
    await expectNoAxeFindings('activity')
    await expect
      .element(rows().getByRole('link', { name: 'Marc Delaunay' }))
      .toHaveAttribute('href', expect.stringMatching(/\/user\/show\/4$/))
    await page.getByRole('main').getByRole('link', { name: 'security log' }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Security log')
    await page.getByRole('main').getByRole('link', { name: 'activity' }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(w.title)
  })

  it('of a person and of a record is a click away from their page [T784]', { tags: 'rest' }, async () => {
    const { seen } = await openApp('/user/show/4', { as: 'admin', calls })
    await page.getByRole('link', { name: 'What they changed' }).click()
    await listIsThere()
    await expect.element(page.getByText(w.by, { exact: true })).toBeVisible()
    await expect.element(rows()).toHaveLength(2)
    // The last week is one click more, and any other filter stays.
    await page.getByRole('link', { name: 'Last 7 days' }).click()
    await expect.element(page.getByText(w.by, { exact: true })).toBeVisible()
    const today = new Date()
    const from = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 7).toISOString()
    const chosen = [
      { position: 0, selectedValue: '4' },
      { position: 2, selectedValue: `${from}/` },
    ]
    await expect.poll(() => lastRequest(seen)).toMatchObject({ body: { filters: chosen } })
    await openApp('/user/show/4', { as: 'admin', calls })
    await page.getByRole('link', { name: 'All activity of this record' }).click()
    await expect.element(searchBox('Search')).toHaveValue('#4')
    await expect.element(page.getByText('Kind: User', { exact: true })).toBeVisible()
  })
})

it('a change is undone and a deleted record restored from its row', { tags: 'rest' }, async () => {
  const gone = { ...change, id: 5, action: 'delete', before: null, after: null, entity: 'product', recordId: 9 } as const
  const deletion: ActivityRow = { ...gone, date: new Date().toISOString(), recordName: 'Saturn', isRecordDeleted: true }
  const older: ActivityRow = { ...deletion, id: 4, date: '2026-01-01T00:00:00.000Z' }
  const answers: FakeCalls = {
    ...calls,
    activity: fakeTable(() => [deletion, older, ...entries]),
    audit: { revert: () => ({ id: 4 }) },
    product: { restore: () => ({ id: 9 }) },
  }
  const { seen } = await openApp('/activity/index', { as: 'admin', calls: answers })
  await listIsThere()
  await expect.element(rows().getByRole('button')).toHaveLength(2)
  await page.getByRole('button', { name: 'Restore Saturn' }).click()
  await expect.element(page.getByText('Restored', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo this change to Marc Delaunay' }).click()
  for (const line of w.changedBack) await expect.element(page.getByRole('alertdialog').getByText(line, { exact: true })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await expect.element(page.getByText('Change undone')).toBeVisible()
  const made = seen.filter(({ name }) => name === 'audit.revert' || name === 'product.restore')
  expect(made).toMatchObject([{ parts: { params: { id: 9 } } }, { parts: { params: { id: 3 } } }])
})

it('the activity is linked for nobody but administrators, and of customers there is none by them', async () => {
  await openApp('/user/show/4', { as: 'backoffice', calls })
  await expect.element(page.getByText('No changes yet.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: /activity|they changed/i })).not.toBeInTheDocument()
})
