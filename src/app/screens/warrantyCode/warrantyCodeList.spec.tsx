/** The list of warranty codes, and its download. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { filters as filterMenu, lastRequest, listIsThere, names, rows, searchBox } from '../../../../tests/component/list.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { watchSavedFiles } from '../../../../tests/component/savedFiles.ts'
import { codeCalls, codeFilters, unusedCode } from '../../../../tests/component/warrantyCodes.ts'

it('of a recalled batch are shown as void', async () => {
  const table = fakeTable(() => [{ ...unusedCode, isVoid: true }], {
    allowed: { create: true, edit: false, remove: false },
    filters: codeFilters,
  })
  await openApp('/warrantyCode/index', { as: 'admin', calls: codeCalls(table) })
  await listIsThere()
  await expect.element(rows().getByText('Void')).toBeVisible()
})

it('are listed in groups, with what they were used for; the user is a link [T26]', async () => {
  const { address } = await openApp('/warrantyCode/index', { as: 'marketing', calls: codeCalls() })
  await listIsThere()
  await expect.poll(names).toEqual(['222-222-222-222-222-227', 'DEMO2026COIL00000001'])
  const cells = rows()
    .first()
    .getByRole('cell')
    .elements()
    .map(({ textContent }) => textContent)
  expect(cells.slice(1)).toEqual(['WS6 Master', 'Yes', 'No', '11 A0 00 01', '21/11/2031', '21/11/2036', 'Marc Delaunay'])
  await expect.element(rows().nth(1)).toMatchTextContent('–')
  expect(rows().getByRole('button').elements()).toEqual([])
  await rows().getByRole('link', { name: 'Marc Delaunay' }).click()
  await expect.poll(address).toBe('/user/show/4')
})

it('are downloaded as the search and the filters show them [T72]', { tags: 'rest' }, async () => {
  const saved = watchSavedFiles()
  const { seen, sent } = await openApp('/warrantyCode/index', { as: 'admin', calls: codeCalls() })
  await listIsThere()
  await filterMenu().click()
  await page.getByLabelText('Used').selectOptions('Yes')
  await userEvent.keyboard('{Escape}')
  await searchBox().fill('delaunay')
  await expect.poll(() => lastRequest(seen)).toMatchObject({ body: { search: 'delaunay' } })
  await page.getByRole('button', { name: 'Download for Excel' }).click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['codes.xlsx'])
  const filters = [{ position: 2, selectedValue: 'true' }]
  expect(sent('warrantyCode.downloadExcelCodes')).toMatchObject([{ body: { search: 'delaunay', filters } }])
})

it('are filtered by calendar days, whatever the time zone', { tags: 'rest' }, async () => {
  const { seen } = await openApp('/warrantyCode/index', { as: 'admin', calls: codeCalls() })
  await listIsThere()
  await filterMenu().click()
  await page.getByRole('dialog', { name: 'Filter' }).getByRole('button', { name: 'Extension start' }).click()
  const calendar = page.getByRole('dialog', { name: 'Extension start' })
  await calendar.getByRole('gridcell').nth(20).getByRole('button').click()
  await expect
    .poll(() => JSON.stringify(lastRequest(seen)))
    .toMatch(/"position":0,"selectedValue":"(\d{4}-\d\d-\d\d)T00:00:00\.000Z\/\1T23:59:00\.000Z"/)
  await expect.element(calendar.getByRole('combobox', { name: 'From' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: /^Extension start: \d\d\/\d\d\/\d{4} – \d\d\/\d\d\/\d{4}$/ })).toBeVisible()
})
