import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { filters, listIsThere, names, rows, searchBox } from '../../../../tests/component/list.ts'
import { chooseAction } from '../../../../tests/component/recordMenu.ts'
import { shownUser } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { type SecurityEventRow, securityEventKinds } from '../../../contract/securityLog.ts'

const w = {
  refused: 'Access refused',
  why: 'Not allowed for this role',
  unlocked: 'Account unlocked',
  viewStarted: ['Viewing as this customer started'],
  viewEnded: ['Viewing as this customer ended', 'Time limit reached'],
  seen: ['Seen while viewing as this customer', 'Detectors'],
  exported: ['Data exported', /Users · CSV · 61,234 rows · 1 filter · with a search/],
} as const

const marc = { id: 4, tostring: 'Marc Delaunay' }
const ann = { id: 1, tostring: 'Ann Admin' }
const event: SecurityEventRow = {
  id: 1,
  firstAt: '2026-11-20T10:00:00.000Z',
  lastAt: '2026-11-20T11:00:00.000Z',
  kind: 'accessRefused',
  account: marc,
  actor: null,
  address: '127.0.0.1',
  reason: 'not.authorized',
  count: 3,
  export: null,
}
// Not in their order.
const events = [
  { ...event, id: 2, firstAt: '2026-11-21T10:00:00.000Z', kind: 'unlocked', actor: ann, reason: null, count: 1 },
  event,
  { ...event, id: 3, firstAt: '2026-11-22T10:00:00.000Z', kind: 'of a newer server', reason: 'unheard.of', count: 1 },
]

const calls: FakeCalls = {
  securityEvent: fakeTable(() => events, {
    allowed: { create: false, edit: false, remove: false },
    filters: [
      { position: 0, selectedValue: '', name: 'kind', kind: 'select', options: securityEventKinds.map((id) => ({ id, tostring: id })) },
    ],
    fits: ({ kind }, _filter, chosen) => kind === chosen,
  }),
  user: { get: () => shownUser() },
}

describe('the security log', () => {
  it('lists events newest first, can be searched and filtered, links to the account, and is read-only [T35]', async () => {
    const { address } = await openApp('/securityEvent/index', { as: 'admin', calls })
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Security log')
    await listIsThere()
    await expect.element(page.getByRole('columnheader').first()).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => names().map((date) => date?.slice(0, 10))).toEqual(['22/11/2026', '21/11/2026', '20/11/2026'])
    for (const [at, text] of ['Other event', w.unlocked, w.refused].entries()) await expect.element(rows().nth(at)).toMatchTextContent(text)
    expect(rows().getByRole('button').elements()).toEqual([])
    await expectNoAxeFindings('security log')
    await filters().click()
    await page.getByRole('dialog', { name: 'Filter' }).getByLabelText('Event', { exact: true }).click()
    await page.getByRole('option', { name: w.refused }).click()
    await expect.poll(address).toContain('accessRefused')
    await searchBox().fill('nobody-at-all')
    await expect.element(page.getByText('No results')).toBeVisible()
    await searchBox().fill('127.0.0.1')
    await expect.element(rows()).toHaveLength(1)
    for (const text of [marc.tostring, w.refused, w.why, '127.0.0.1']) await expect.element(rows()).toMatchTextContent(text)
    await expect.element(rows().getByRole('cell', { name: '3', exact: true })).toBeVisible()
    await rows().getByRole('link', { name: marc.tostring }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(marc.tostring)
  })

  it('tells who has viewed the portal as whom [T287]', async () => {
    const viewed = { ...event, kind: 'impersonationStarted', actor: ann, reason: null, count: 1 }
    const ended = { ...viewed, id: 3, firstAt: '2026-11-20T10:15:00.000Z', kind: 'impersonationEnded', reason: 'timeOver' }
    const seen = { ...viewed, id: 2, firstAt: '2026-11-20T10:05:00.000Z', kind: 'impersonationViewed', reason: 'viewedDetectors' }
    const securityEvent = fakeTable(() => [ended, seen, viewed])
    await openApp('/securityEvent/index', { as: 'admin', calls: { ...calls, securityEvent } })
    await listIsThere()
    for (const [at, texts] of [w.viewEnded, w.seen, w.viewStarted].entries())
      for (const text of [...texts, marc.tostring, ann.tostring]) await expect.element(rows().nth(at)).toMatchTextContent(text)
  })

  it('says what was exported, with a link to the list as it was filtered [T823]', async () => {
    const details = { list: 'user', format: 'csv', rows: 61_234, filters: { country: 'FR' }, isSearch: true } as const
    const securityEvent = fakeTable(() => [{ ...event, kind: 'dataExported', reason: null, count: 1, export: details }])
    await openApp('/securityEvent/index', { as: 'admin', calls: { ...calls, securityEvent } })
    await listIsThere()
    for (const text of w.exported) await expect.element(rows()).toMatchTextContent(text)
    const link = rows().getByRole('link', { name: 'Users' })
    expect(decodeURIComponent(link.element().getAttribute('href') ?? '')).toBe('/user/index?filters={"country":"FR"}')
  })

  it('of one account is in the menu of that account', { tags: 'rest' }, async () => {
    const { address } = await openApp('/user/show/4', { as: 'admin', calls })
    await chooseAction('Security log of this account')
    await expect.poll(address).toBe('/securityEvent/index?search=customer%40example.com')
    await expect.element(searchBox()).toHaveValue('customer@example.com')
  })
})
