// @module-tag rest
/** Filters, pages and deletions of lists, tested on the lists of users and firmwares. */
import { createMemoryHistory } from '@tanstack/react-router'
import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { deletedFilter, fakeTable } from '../../../../tests/component/fakeTable.ts'
import { filters, lastRequest, listIsThere, names, rows, searchBox } from '../../../../tests/component/list.ts'
import { shownFirmware, shownUser, userRow } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { FirmwareRow } from '../../../contract/firmware.ts'
import type { OfferedFilter } from '../../../contract/table.ts'

const users = Array.from({ length: 385 }, (_, index) => userRow(index + 1, { country: index < 3 ? 'BE' : 'FR' }))
const roleFilter: OfferedFilter = {
  position: 1,
  selectedValue: '',
  name: 'role',
  kind: 'select',
  options: [
    { id: 'ROLE_ADMIN', tostring: 'ROLE_ADMIN' },
    { id: 'ROLE_BE', tostring: 'ROLE_BE' },
  ],
}
const user = fakeTable(() => users, {
  filters: [deletedFilter, roleFilter],
  hasSerial: ({ id }, serialNumber) => id === 7 && '0A1B2C3D4E'.startsWith(serialNumber),
  fits: ({ id }, filter, chosen) => (filter === 'role' ? id === (chosen === 'ROLE_BE' ? 3 : 1) : false),
})
/** The pointer rests on a row when the menu closes, which loads that user. */
const openUsers = (path = '/user/index') => openApp(path, { as: 'admin', calls: { user: { ...user, get: () => shownUser() } } })

it('has a search by serial number of its own, and filters that can be cleared one by one [T61]', async () => {
  const { address, seen } = await openUsers()
  await listIsThere()
  await searchBox('Serial number').fill('0A1B2C')
  await expect.poll(names).toEqual(['First7'])
  expect(lastRequest(seen)).toMatchObject({ body: { searchSerial: '0A1B2C' } })
  expect(address()).toBe('/user/index?searchSerial=0A1B2C')
  await page.getByRole('button', { name: 'Reset' }).click()
  await filters().click()
  await page.getByLabelText('Role').selectOptions('Back office')
  await expect.poll(names).toEqual(['First3'])
  await expectNoAxeFindings('filters')
  await userEvent.keyboard('{Escape}')
  await expect.element(filters()).toHaveFocus()
  await expect.element(page.getByText('Role: Back office')).toBeVisible()
  expect(lastRequest(seen)).toMatchObject({ body: { filters: [{ position: 1, selectedValue: 'ROLE_BE' }] } })
  await page.getByRole('button', { name: 'Clear: Role' }).click()
  await expect.poll(address).toBe('/user/index')
})

it('has pages: rows per page, the last page, and a page by its number [T60]', async () => {
  await openUsers()
  await listIsThere()
  await expect.element(page.getByText('1 to 50 of 385')).toBeVisible()
  await page.getByLabelText('Rows per page').selectOptions('10 per page')
  await expect.element(rows()).toHaveLength(10)
  await page.getByRole('button', { name: 'Last page' }).click()
  await expect.element(page.getByText('381 to 385 of 385')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Last page' })).toBeDisabled()
  await page.getByRole('button', { name: 'Page 38' }).click()
  await expect.element(page.getByText('371 to 380 of 385')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Page 38' })).toHaveAttribute('aria-current', 'page')
  // The old rows are dimmed, so axe must wait for the new ones.
  await listIsThere()
  await expectNoAxeFindings('pages')
})

it('goes to the last page from an address beyond it, in place of that address [T686]', async () => {
  const history = createMemoryHistory({ initialEntries: ['/user/index?currentPage=900&perPage=100'] })
  const { address } = await openApp('', { as: 'admin', calls: { user }, history })
  await expect.element(page.getByText('301 to 385 of 385')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Page 4' })).toHaveAttribute('aria-current', 'page')
  expect(address()).toBe('/user/index?currentPage=4&perPage=100')
  expect(history.length).toBe(1)
})

it('has the same number beside its title and below its rows, also of a list that has grown meanwhile [T687]', async () => {
  let shown = users
  const growing = { ...fakeTable(() => shown), initB122Table: user.initB122Table }
  await openApp('/user/index', { as: 'admin', calls: { user: growing } })
  await expect.element(page.getByText('1 to 50 of 385')).toBeVisible()
  shown = [...users, userRow(386)]
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect.element(page.getByText('51 to 100 of 386')).toBeVisible()
  await expect.element(page.getByTitle('Total')).toMatchTextContent(/^386$/)
})

it('shows everything: only a few rows are rendered, and scrolling to the end shows the last one [T64]', async () => {
  await openUsers()
  await listIsThere()
  await page.getByLabelText('Rows per page').selectOptions('See everything')
  await expect.element(page.getByText('385 rows')).toBeVisible()
  await listIsThere()
  expect(rows().elements().length).toBeGreaterThan(0)
  expect(rows().elements().length).toBeLessThan(120)
  const frame = page.getByRole('region', { name: 'Users' }).element()
  frame.scrollTo({ top: frame.scrollHeight })
  await expect.element(page.getByRole('cell', { name: 'user1@example.com' })).toBeVisible()
})

it('shows the default list for an address with invalid values', async () => {
  await openUsers('/user/index?perPage=7&currentPage=-1&filters=abc')
  await listIsThere()
  await expect.element(rows()).toHaveLength(50)
})

let firmwares: FirmwareRow[] = []
const stateFilter: OfferedFilter = {
  ...deletedFilter,
  position: 1,
  name: 'isActive',
  options: ['true', 'false'].map((id) => ({ id, tostring: id })),
}
const released: OfferedFilter = { position: 2, selectedValue: '', name: 'releaseDate', kind: 'dateRange', options: [] }
const firmware = {
  ...fakeTable(() => firmwares.filter(({ isDeleted }) => !isDeleted), {
    filters: [deletedFilter, stateFilter, released],
    fits: ({ isActive }, filter, chosen) => filter !== 'isActive' || String(isActive) === chosen,
  }),
  remove: ({ params: { id } }: { params: { id: number } }) => setDeleted(id, true),
  restore: ({ params: { id } }: { params: { id: number } }) => setDeleted(id, false),
}

function setDeleted(id: number, isDeleted: boolean) {
  firmwares = firmwares.map((one) => (one.id === id ? Object.assign({}, one, { isDeleted }) : one))
  return { id }
}

beforeEach(() => {
  firmwares = [
    { ...shownFirmware({ id: 1, versionName: '5.2' }) },
    { ...shownFirmware({ id: 2, versionName: '8.0', language: 'Français', isActive: false, state: 'draft' }) },
    { ...shownFirmware({ id: 3, versionName: '7.0', isActive: false, state: 'draft' }) },
  ]
})

it('deletes a record after a question that names it, and can undo that [T96]', async () => {
  await openApp('/firmware/index', { as: 'backoffice', calls: { firmware } })
  await listIsThere()
  await filters().click()
  await page.getByLabelText('Status').selectOptions('Inactive')
  await expect.element(rows()).toHaveLength(2)
  await userEvent.keyboard('{Escape}')
  const trash = page.getByRole('button', { name: 'Delete 8.0 (Français)' })
  await trash.click()
  const question = page.getByRole('alertdialog', { name: 'Delete firmware 8.0 (Français)?' })
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expectNoAxeFindings('question')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(trash).toHaveFocus()
  await trash.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(names).toEqual(['7.0Draft'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toEqual(['7.0Draft', '8.0Draft'])
  await page.getByRole('button', { name: 'Clear: Status' }).click()
  await expect.element(rows()).toHaveLength(3)
})

it('is filtered by a range of days, chosen in a calendar [T19]', async () => {
  const { seen, address } = await openApp('/firmware/index', { as: 'backoffice', calls: { firmware } })
  await listIsThere()
  await filters().click()
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Released' }).click()
  const calendar = page.getByRole('dialog', { name: 'Released' })
  await expect.element(calendar.getByRole('grid')).toBeVisible()
  await expectNoAxeFindings('calendar of a filter')
  await calendar.getByRole('gridcell').nth(20).getByRole('button').click()
  await expect.poll(() => JSON.stringify(lastRequest(seen))).toMatch(/"position":2,"selectedValue":"\d{4}-\d\d-\d\dT[^"]+\/\d{4}/)
  await userEvent.keyboard('{Escape}{Escape}')
  await page.getByRole('button', { name: 'Clear: Released' }).click()
  await expect.poll(address).toBe('/firmware/index')
})
