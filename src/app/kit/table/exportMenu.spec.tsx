// @module-tag rest
/** Taking away what a list shows as a file, from any list. What the files hold: tests/api/exports.test.ts. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { everyList } from '../../../../tests/component/everyList.ts'
import { type FakeCalls, failing } from '../../../../tests/component/fakeApi.ts'
import { deletedFilter, fakeTable } from '../../../../tests/component/fakeTable.ts'
import { listIsThere } from '../../../../tests/component/list.ts'
import { loseNetwork } from '../../../../tests/component/network.ts'
import { productRows, userRow } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { watchSavedFiles } from '../../../../tests/component/savedFiles.ts'
import { columnsOf, exportedLists } from '../../../../tests/support/exportedColumns.ts'

const w = { menu: 'Export', excel: /^Excel/, csv: /^CSV/ } as const
const file = () => new Response('the file', { headers: { 'Content-Disposition': 'attachment; filename="Products.csv"' } })
const menu = (name: string) => page.getByRole('button', { name, exact: true })
const choice = (name: RegExp) => page.getByRole('dialog').getByRole('button', { name })
const sent = (seen: readonly { name: string; parts: unknown }[]) =>
  seen.filter(({ name }) => name.endsWith('.exportRows')).map(({ parts }) => parts)

describe('an export', () => {
  it('saves what the list shows, in the chosen format, with headers in the reader’s language [T819]', async () => {
    const saved = watchSavedFiles()
    const product = { ...fakeTable(() => productRows, { filters: [deletedFilter], fits: () => true }), exportRows: file }
    const { seen } = await openApp('/product/index?search=ws&filters=%7B%22deleted%22%3A%22true%22%7D', {
      as: 'admin',
      calls: { product },
    })
    await listIsThere()
    await menu(w.menu).click()
    await expect.element(choice(w.excel)).toMatchTextContent(/3/)
    await expectNoAxeFindings('export menu')
    await choice(w.csv).click()
    await expect.element(page.getByText('Export saved')).toBeVisible()
    expect(saved.map(({ name }) => name)).toEqual(['Products.csv'])
    const headers = ['Name', 'Type name', 'Latest firmware', 'Users']
    const columns = columnsOf('product').map((id, at) => ({ id, header: headers[at] }))
    expect(sent(seen)).toMatchObject([
      { body: { format: 'csv', search: 'ws', filters: [{ position: 0, selectedValue: 'true' }], columns } },
    ])
  })

  it('says why it cannot be had offline, or as Excel for too many rows [T820]', async () => {
    const many = { ...fakeTable(() => productRows), getB122TableResults: () => ({ items: [...productRows], totalRows: 61_234 }) }
    await openApp('/product/index', { as: 'admin', calls: { product: many } })
    await listIsThere()
    await menu(w.menu).click()
    await expect.element(page.getByText(/at most 50,000 rows/)).toBeVisible()
    await expect.element(choice(w.excel)).toBeDisabled()
    await expect.element(choice(w.csv)).toBeEnabled()
    const bringBack = loseNetwork()
    await expect.element(page.getByText('Exporting needs a connection.')).toBeVisible()
    await expect.element(choice(w.csv)).toBeDisabled()
    bringBack()
    await expect.element(choice(w.csv)).toBeEnabled()
  })
})

it('an export that fails says why, and can be tried again', async () => {
  const { answer, end } = failing(file, 'too.many.requests.error')
  const saved = watchSavedFiles()
  await openApp('/product/index', { as: 'admin', calls: { product: { ...fakeTable(() => productRows), exportRows: answer } } })
  await listIsThere()
  await menu('Export').click()
  await choice(/^Excel/).click()
  await expect.element(page.getByText('Too many attempts. Please wait a moment and try again.')).toBeVisible()
  end()
  await menu('Export').click()
  await choice(/^Excel/).click()
  await expect.poll(() => saved.length).toBe(1)
})

it('marketing exports readers of the newsletter, and reads why nobody else [T821]', async () => {
  const filters = [{ ...deletedFilter, name: 'isNewsletter', options: ['true', 'false'].map((id) => ({ id, tostring: id })) }]
  const user = { ...fakeTable(() => [userRow(1)], { filters }), exportRows: file }
  const open = (path: string) => openApp(path, { as: 'marketing', calls: { user } })
  await open('/user/index')
  await listIsThere()
  await menu('Export').click()
  await expect.element(page.getByText('Marketing exports newsletter subscribers only. Set the filter “Newsletter” to “Yes”.')).toBeVisible()
  await expect.element(choice(/^CSV/)).toBeDisabled()
  await open('/user/index?filters=%7B%22isNewsletter%22%3A%22true%22%7D')
  await listIsThere()
  await menu('Export').click()
  await expect.element(choice(/^CSV/)).toBeEnabled()
})

it.each(exportedLists)('the list of %ss exports all the columns that its files can have [T822]', async (list) => {
  const { path = '', calls = {} } = everyList.find((one) => one.path === `/${list}/index`) ?? {}
  const withExport: FakeCalls = { ...calls, [list]: { ...calls[list], exportRows: file } }
  watchSavedFiles()
  const { seen } = await openApp(path, { as: 'admin', calls: withExport })
  await listIsThere()
  await menu('Export').click()
  await choice(/^CSV/).click()
  await expect.poll(() => sent(seen)).toHaveLength(1)
  const [{ body }] = sent(seen) as [{ body: { columns: { id: string }[] } }] // by the contract
  expect(body.columns.map(({ id }) => id).toSorted()).toEqual([...columnsOf(list)].toSorted())
})
