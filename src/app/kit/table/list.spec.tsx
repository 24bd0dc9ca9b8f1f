/** The behaviour that all back-office lists share, tested on the list of products. */
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { failing, held } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { listIsThere, names, rows, searchBox } from '../../../../tests/component/list.ts'
import { loseNetwork } from '../../../../tests/component/network.ts'
import { productRows, shownProduct } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'

const product = { ...fakeTable(() => productRows), get: () => shownProduct() }
const header = (name: string) => page.getByRole('columnheader', { name })

type Opened = { readonly isReturning?: boolean; readonly history?: RouterHistory }

async function openProducts(path = '/product/index', opened: Opened = {}) {
  const app = await openApp(path, { as: 'admin', calls: { product }, ...opened })
  await listIsThere()
  return app
}

describe('a list', () => {
  it('sorts by a clicked column, reverses the order on the next click, and Back restores the order before [T15]', async () => {
    const { goBack, address } = await openProducts()
    await expect.poll(names).toEqual(['WSAII-XL', 'WSAII', 'WS6 Master', 'Teleco'])
    await page.getByRole('button', { name: 'Users' }).click()
    await expect.element(header('Users')).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(names).toEqual(['Teleco', 'WSAII', 'WSAII-XL', 'WS6 Master'])
    await page.getByRole('button', { name: 'Users' }).click()
    await expect.element(header('Users')).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(names).toEqual(['WS6 Master', 'WSAII-XL', 'WSAII', 'Teleco'])
    expect(address()).toBe('/product/index?sortBy=nbUsers')
    goBack()
    await expect.element(header('Users')).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(names).toEqual(['Teleco', 'WSAII', 'WSAII-XL', 'WS6 Master'])
  })

  it('restores its state from another screen and at the next visit, until it is reset [T59]', { tags: 'rest' }, async () => {
    const { address } = await openProducts()
    await searchBox().fill('wsaii')
    await expect.poll(names).toEqual(['WSAII-XL', 'WSAII'])
    expect(address()).toBe('/product/index?search=wsaii')
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.getByRole('link', { name: 'Products', exact: true }).first().click()
    await expect.poll(names).toEqual(['WSAII-XL', 'WSAII'])
    await expect.element(searchBox()).toHaveValue('wsaii')

    const next = await openProducts('/product/index', { isReturning: true })
    await expect.poll(names).toEqual(['WSAII-XL', 'WSAII'])
    await page.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(next.address).toBe('/product/index')
    await expect.element(searchBox()).toHaveValue('')
    await expect.element(rows()).toHaveLength(4)
  })

  describe('once a session has ended without a sign-out', () => {
    const searched = '/product/index?search=wsaii'
    /** The tab in which an administrator has searched, by the box or by a link that holds the search. */
    async function tabOf(path: string) {
      const history = createMemoryHistory({ initialEntries: ['/', path] })
      await openProducts(path, { history })
      if (path !== searched) await searchBox().fill('wsaii')
      await expect.poll(names).toEqual(['WSAII-XL', 'WSAII'])
      await expect.poll(() => history.location.href).toBe(searched)
      expect(JSON.stringify(localStorage)).toContain('wsaii')
      return history
    }

    it.each(['/product/index', searched])('leads from %s to the sign-in, and the same person back to their search', async (path) => {
      const history = await tabOf(path)
      const { address } = await openApp(searched, { history, isReturning: true })
      await expect.poll(address).toBe('/login?redirect=%2Fproduct%2Findex')
      await openProducts('/product/index', { isReturning: true })
      await expect.element(searchBox()).toHaveValue('wsaii')
    })

    it('shows the next person nothing of the search, in the tab as it is, behind Back or in the browser’s storage', async () => {
      const history = await tabOf('/product/index')
      await page.getByRole('link', { name: 'Dashboard' }).first().click()
      await expect.element(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
      const { goBack, address } = await openApp('/', { as: 'admin', calls: { product }, history })
      await expect.poll(() => JSON.stringify(localStorage)).not.toContain('wsaii')
      goBack()
      await listIsThere()
      await expect.element(searchBox()).toHaveValue('')
      await expect.element(rows()).toHaveLength(4)
      expect(address()).toBe('/product/index')
    })

    it('keeps the search of a link that nobody has opened yet', async () => {
      const { address } = await openApp(searched)
      await expect.poll(address).toBe(`/login?redirect=${encodeURIComponent(searched)}`)
    })
  })

  it('opens an address with a search in it as that search', async () => {
    await openProducts('/product/index?search=teleco')
    await expect.element(searchBox()).toHaveValue('teleco')
    await expect.poll(names).toEqual(['Teleco'])
  })

  it('keeps the search text exactly as typed, even with a pause between words', { tags: 'rest' }, async () => {
    const { address } = await openProducts()
    await userEvent.type(searchBox(), 'ws6 ')
    await expect.poll(address).toBe('/product/index?search=ws6')
    await userEvent.type(searchBox(), 'mas')
    await expect.poll(names).toEqual(['WS6 Master'])
    await expect.poll(address).toMatch(/search=ws6(?:\+|%20)mas$/)
    await expect.element(searchBox()).toHaveValue('ws6 mas')
    await page.getByRole('button', { name: 'Clear: Search' }).click()
    await expect.element(rows()).toHaveLength(4)
  })

  it('can be used by keyboard alone: search, rows, a record, a new record', { tags: 'rest' }, async () => {
    const { goBack, address } = await openProducts()
    await userEvent.keyboard('/')
    await expect.element(searchBox()).toHaveFocus()
    await userEvent.keyboard('wsaii')
    await expect.element(rows()).toHaveLength(2)
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('link', { name: 'WSAII-XL', exact: true })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('link', { name: 'WSAII', exact: true })).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await expect.poll(address).toBe('/product/show/4')
    goBack()
    await listIsThere()
    await userEvent.keyboard('n')
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('New product')
  })

  it('shows the columns that the user has chosen, also at the next visit', { tags: 'rest' }, async () => {
    await openProducts()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Type name' }).click()
    await expect.element(header('Type name')).not.toBeInTheDocument()
    await openProducts('/product/index', { isReturning: true })
    await expect.element(header('Name')).toBeVisible()
    await expect.element(header('Type name')).not.toBeInTheDocument()
  })

  it('shows the old rows, dimmed, until the new ones arrive', { tags: 'rest' }, async () => {
    const { answer, release } = held<{ items: never[]; totalRows: number }>()
    const slow = {
      ...product,
      getB122TableResults: (parts: Parameters<typeof product.getB122TableResults>[0]) =>
        parts.body.search === 'wsaii' ? answer() : product.getB122TableResults(parts),
    }
    await openApp('/product/index', { as: 'admin', calls: { product: slow } })
    await listIsThere()
    await searchBox().fill('wsaii')
    await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    expect(names()).toHaveLength(4)
    release({ items: [], totalRows: 0 })
    await expect.element(page.getByText('No results')).toBeVisible()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect.element(rows()).toHaveLength(4)
  })
})

describe('a list that has nothing to show', () => {
  it('shows that it is empty, with a link to add the first record', { tags: 'rest' }, async () => {
    const empty = fakeTable((): typeof productRows => [])
    const { address } = await openApp('/product/index', { as: 'admin', calls: { product: empty } })
    await expect.element(page.getByText('Nothing here yet')).toBeVisible()
    await expectNoAxeFindings('empty')
    await page.getByRole('main').getByRole('link', { name: 'Add a product' }).last().click()
    await expect.poll(address).toBe('/product/create')
  })

  it('has no add button for users who may not add records [T63]', async () => {
    const readOnly = fakeTable((): typeof productRows => [], { allowed: { create: false, edit: false, remove: false } })
    await openApp('/product/index', { as: 'admin', calls: { product: readOnly } })
    await expect.element(page.getByText('Nothing here yet')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Add a product' })).not.toBeInTheDocument()
  })

  it('shows why it could not be loaded, with the request id and a button that loads all of it', { tags: 'rest' }, async () => {
    const why = ['internal.server.error', { requestId: 'request-7' }] as const
    const table = failing(product.initB122Table, ...why)
    const results = failing(product.getB122TableResults, ...why)
    const broken = { ...product, initB122Table: table.answer, getB122TableResults: results.answer }
    await openApp('/product/index', { as: 'admin', calls: { product: broken } })
    const failed = page.getByRole('alert').filter({ hasText: 'This could not be loaded' })
    await expect.element(failed).toMatchTextContent('request-7')
    await expectNoAxeFindings('failed')
    table.end()
    results.end()
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect.element(rows()).toHaveLength(4)
  })
})

it('a list is shown in French as well', { tags: 'rest' }, async () => {
  await openApp('/product/index', { as: 'admin', calls: { product }, locale: 'fr' })
  await listIsThere()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Produits' })).toBeVisible()
  await searchBox('Rechercher').fill('nobody')
  await expect.element(page.getByText('Aucun résultat')).toBeVisible()
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect.element(rows()).toHaveLength(4)
  await expectNoAxeFindings('list in French')
})

it.each([
  ['that changes need a connection', true, /^As of [\d/:, ]+ · Changes need a connection\.$/],
  ['nothing of changes to those who may make none', false, /^As of [\d/:, ]+$/],
] as const)('a list says offline of when it is, and %s', async (_, may, note) => {
  const allowed = { create: may, edit: may, remove: may }
  await openApp('/product/index', { as: 'admin', calls: { product: fakeTable(() => productRows, { allowed }) } })
  await listIsThere()
  loseNetwork()
  await expect.element(page.getByText(note)).toBeVisible()
})
