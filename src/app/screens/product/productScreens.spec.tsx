import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { productRows, shownProduct } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { AuditEntry } from '../../../contract/audit.ts'

let isDeleted = false
const shown = () => shownProduct({ isDeleted, restorableUntil: isDeleted ? '2026-11-22T10:00:00.000Z' : null })
const change: AuditEntry = {
  id: 1,
  date: '2026-11-21T10:00:00.000Z',
  action: 'update',
  by: { id: 1, tostring: 'Ann Admin' },
  before: { typeId: 77 },
  after: { typeId: 78 },
}
const calls: FakeCalls = {
  product: {
    ...fakeTable(() => productRows),
    get: shown,
    remove: ({ params }) => {
      isDeleted = true
      return params
    },
    restore: ({ params }) => {
      isDeleted = false
      return params
    },
  },
  audit: { getForRecord: () => [change] },
}

it.each(['admin', 'backoffice'] as const)('%s deletes and restores a product on its screen, and sees its history [T90]', async (person) => {
  isDeleted = false
  const { address } = await openApp('/product/show/3', { as: person, calls })
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog', { name: 'Delete product “WSAII”?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(address).toBe('/product/index')
  await openApp('/product/show/3', { as: person, calls })
  await expect.element(page.getByText('This element has been deleted.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Edit', exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect.element(page.getByRole('button', { name: 'Delete' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect.element(page.getByText('Type number: 77 → 78')).toBeVisible()
})

it('has no axe finding on the screen and in the form', { tags: 'rest' }, async () => {
  isDeleted = false
  const main = page.getByRole('main')
  for (const [path, shownPart] of [
    ['/product/show/3', main.getByRole('definition').first()],
    ['/product/edit/3', main.getByRole('textbox').first()],
  ] as const) {
    await openApp(path, { as: 'admin', calls })
    await expect.element(shownPart).toBeVisible()
    await expectNoAxeFindings(path)
  }
})
