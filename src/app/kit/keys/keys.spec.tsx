// @module-tag rest
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../tests/component/everyScreen.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { listIsThere, names, searchBox } from '../../../../tests/component/list.ts'
import { productRows, shownProduct } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { setSingleKeys } from './singleKeys.ts'

const twelve = Array.from({ length: 12 }, (_, nth) => ({ ...(productRows[0] ?? { id: 0 }), id: nth + 1, name: `Product ${nth + 1}` }))
const product = {
  ...fakeTable(() => twelve as typeof productRows),
  get: ({ params: { id } }: { params: { id: number } }) => shownProduct({ id, name: `Product ${id}`, tostring: `Product ${id}` }),
}
const calls = [callsOfAllScreens(), { product }]
const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const edit = () => page.getByRole('link', { name: 'Edit', exact: true })

describe('keys', () => {
  afterEach(() => setSingleKeys(true))

  it('e edits the open record, but not while somebody types [T654]', async () => {
    const { address } = await openApp('/product/show/3', { as: 'admin', calls })
    await expect.element(edit()).toBeVisible()
    await userEvent.keyboard('e')
    await expect.poll(address).toBe('/product/edit/3')
    await page.getByRole('textbox', { name: 'Name', exact: true }).click()
    await userEvent.keyboard('e')
    expect(address()).toBe('/product/edit/3')
  })

  it('j and k walk through the records in the order of the list, also beyond its page, and back to it [T655]', async () => {
    const { address } = await openApp('/product/index?perPage=10', { as: 'admin', calls })
    await listIsThere()
    await expect.poll(() => names()[0]).toBe('Product 12')
    await page.getByRole('link', { name: 'Product 4', exact: true }).click()
    await expect.element(title('Product 4')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Next in the list' })).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(title('Product 3')).toBeVisible()
    // The next one stands on the second page of the list.
    await expect.element(page.getByRole('button', { name: 'Next in the list' })).toBeEnabled()
    await userEvent.keyboard('j')
    await expect.element(title('Product 2')).toBeVisible()
    await page.getByRole('link', { name: 'Products', exact: true }).last().click()
    await expect.poll(address).toContain('currentPage=2')
    await page.getByRole('link', { name: 'Product 2', exact: true }).click()
    await expect.element(page.getByRole('button', { name: 'Previous in the list' })).toBeEnabled()
    await userEvent.keyboard('k')
    await expect.element(title('Product 3')).toBeVisible()
  })

  it('no list was left: a record opened by its address has neither neighbour', async () => {
    await openApp('/product/show/3', { as: 'admin', calls })
    await expect.element(edit()).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Next in the list' })).not.toBeInTheDocument()
  })

  it('of a single character can be switched off in this browser, those with Ctrl stay [T656]', async () => {
    const { address } = await openApp('/product/index', { as: 'admin', calls })
    await listIsThere()
    await userEvent.keyboard('?')
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect.element(list).toBeVisible()
    await expectNoAxeFindings('the list of keys')
    await list.getByRole('checkbox', { name: /single key/ }).click()
    await list.getByRole('button', { name: 'Close' }).click()
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard('/n?')
    await expect.element(searchBox()).not.toHaveFocus()
    expect(address()).toBe('/product/index')
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    // The way back on, without a key.
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await list.getByRole('checkbox', { name: /single key/ }).click()
    await list.getByRole('button', { name: 'Close' }).click()
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard('n')
    await expect.poll(address).toBe('/product/create')
  })

  it.each(['product', 'user', 'betaGroup', 'firmware', 'news', 'rallyZone'])(
    'a new %s: the first field has the focus [T657]',
    { tags: 'rest' },
    async (entity) => {
      await openApp(`/${entity}/create`, { as: 'admin', calls })
      await expect
        .poll(() => {
          const { activeElement } = document
          const form = activeElement?.closest('form')
          return form instanceof HTMLElement && form.querySelector('input:not([type=hidden]), textarea') === activeElement
        })
        .toBe(true)
    },
  )
})
