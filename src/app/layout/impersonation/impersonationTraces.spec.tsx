// @module-tag rest
/** What this browser keeps while an administrator views the portal as a customer, and what becomes of a connected detector. */
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { detectorOf } from '../../../../tests/component/customer.ts'
import { held } from '../../../../tests/component/fakeApi.ts'
import { beginView, started, viewBanner, viewedCustomerForEach, viewWords } from '../../../../tests/component/impersonation.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import { connectSimulated, letGo } from '../../../../tests/component/updatePage.ts'
import type { UserProduct } from '../../../contract/userProduct.ts'
import { queryClient } from '../../api/queryClient.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { imageCachePrefix } from '../../../images/keptImages.ts'
import { openRows } from '../../browser/rows/browserStore.ts'
import { detectorState } from '../../detector/detectorStore.ts'
import { updateJournal } from '../../detector/updateJournal.ts'
import { persistedQueryStore } from '../../offline/queryPersisterStore.ts'

const { customer } = started
const viewed = viewedCustomerForEach()

const main = page.getByRole('main')

async function beginViewFromList(): Promise<void> {
  await page
    .getByRole('row')
    .getByRole('link', { name: /First4/ })
    .first()
    .click()
  await beginView()
}

const persistedFor = async (owner: number) => (await persistedQueryStore.all()).filter((row) => row.owner === owner)
const firmwareOf = async (id: number) => {
  const name = imageCachePrefix + id
  return (await caches.has(name)) ? (await caches.open(name)).keys() : []
}

describe('this browser keeps', () => {
  it('nothing of the customer, and still what it kept for the administrator', async () => {
    await viewed().publish('5.3', 1_000)
    // What a customer’s own visit leaves, so that the test can fail.
    await openApp('/productUpdate/index', { as: 'customer', calls: viewed().answers() })
    const own = sessionStore.read()?.id ?? 0
    await expect.poll(async () => (await persistedFor(own)).length).toBeGreaterThan(2)
    await expect.poll(async () => (await firmwareOf(own)).length).toBeGreaterThan(0)

    await openApp('/user/index', { as: 'admin', calls: viewed().answers() })
    const adminId = sessionStore.read()?.id ?? 0
    await expect.poll(async () => (await persistedFor(adminId)).length).toBeGreaterThan(0)
    const kept = await persistedFor(adminId)
    await beginViewFromList()
    await expect.element(page.getByRole('region', { name: viewWords.detectors })).toMatchTextContent('0A 1B 2C 3D 4E')
    await page.getByRole('button', { name: viewWords.account }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect.element(page.getByText(viewWords.profileNote)).toBeVisible()

    expect(await persistedFor(customer.id)).toEqual([])
    expect(await firmwareOf(customer.id)).toEqual([])
    expect((await openRows<{ owner: number }>('outbox').all()).filter(({ owner }) => owner === customer.id)).toEqual([])
    expect((await updateJournal.all()).filter(({ owner }) => owner === customer.id)).toEqual([])
    expect(await persistedFor(adminId)).toEqual(kept)
    await viewBanner().getByRole('button', { name: viewWords.end }).click()
    await expect.element(main.getByRole('button', { name: viewWords.view, exact: true })).toBeVisible()
    expect(await persistedFor(adminId)).toEqual(kept)
  })

  it('no answer that arrives after the view has ended', async () => {
    const late = held<UserProduct[]>()
    const { seen } = await openApp('/user/show/4', {
      as: 'admin',
      calls: viewed().answers({ userProduct: { getUserProductsForUser: late.answer } }),
    })
    await beginView()
    await expect.poll(() => seen.some(({ name }) => name === 'userProduct.getUserProductsForUser')).toBe(true)
    await viewBanner().getByRole('button', { name: viewWords.end }).click()
    await expect.element(main.getByRole('button', { name: viewWords.view, exact: true })).toBeVisible()
    late.release([detectorOf(1)])
    await late.answer()
    expect(queryClient.getQueryData(['userProduct', 'getUserProductsForUser'])).toBeUndefined()
    const adminId = sessionStore.read()?.id ?? 0
    expect((await persistedFor(adminId)).filter(({ queryKey: [entity] }) => entity === 'userProduct')).toEqual([])
    expect(await persistedFor(customer.id)).toEqual([])
  })
})

describe('a detector', () => {
  afterEach(letGo)

  it('that the administrator has connected is let go, and not registered for the customer', async () => {
    await viewed().publish('5.3', 1_000)
    const { seen } = await openApp('/productUpdate/index', { as: 'admin', calls: viewed().answers() })
    await connectSimulated()
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click()
    await beginViewFromList()
    await expect.poll(() => detectorState().status).toBe('absent')
    await expect.element(page.getByText(viewWords.noDetector)).toBeVisible()
    await expect.element(page.getByRole('region', { name: viewWords.detectors })).toMatchTextContent('0A 1B 2C 3D 4E')
    await expect.element(page.getByText('Connected', { exact: true })).not.toBeInTheDocument()
    const after = seen.slice(seen.findIndex(({ name }) => name === 'impersonation.start') + 1)
    expect(after.filter(({ name }) => name === 'userProduct.getOrCreate')).toEqual([])
  })
})
