// @module-tag rest
/** Clashes among products and firmwares, on the screens where those who can fix them see them. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls, SeenCall } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { productRow, productRows, shownFirmware, shownProduct, shownRelease } from '../../../../tests/component/records.ts'
import { noOutcomes } from '../../../../tests/component/outcomes.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { Clashes } from '../../../contract/catalogue.ts'
import { AppError } from '../../../errors.ts'
import { pendingRequestsSettled } from '../../api/serverReachability.ts'

const w = {
  shared: 'Products share a type number',
  same: 'Active firmwares have the same version and language',
  restore: 'Restore',
} as const

const master = { id: 2, tostring: 'WS6 Master' }
const twin = { id: 9, tostring: 'WS6 Twin' }
const release = { tostring: '5.2 (English)', releaseDate: '2026-03-04T10:00:00.000Z' }
const both: Clashes = {
  typeIds: [{ typeId: 6, products: [master, twin] }],
  versions: [
    {
      versionName: '5.2',
      language: 'English',
      product: master,
      firmwares: [
        { ...release, id: 14 },
        { ...release, id: 15 },
      ],
    },
  ],
}
const refuse = () => {
  throw new AppError('typeId.already.exists.error', { invalidField: 'typeId' })
}

function callsWith(clashes: () => Clashes): FakeCalls {
  return {
    catalogue: { getClashes: clashes },
    product: { ...fakeTable(() => [...productRows, productRow(9, 'WS6 Twin')]), get: ({ params: { id } }) => shownProduct({ id }) },
    // The dashboard's cards lead to the users; the pointer may be on one, which loads them.
    user: fakeTable(() => []),
    firmware: { ...fakeTable(() => [shownFirmware()]), get: ({ params: { id } }) => shownFirmware({ id }) },
    release: { get: () => shownRelease(), getOutcomes: () => noOutcomes },
  }
}

const notice = (title: string) => page.getByRole('main').getByText(title, { exact: true })

/** The whole text of the notice with this title. */
const noticeText = (title: string) => (notice(title).element().parentElement?.textContent ?? '').replaceAll('\u00A0', ' ')
const noticeLinks = (title: string) =>
  [...(notice(title).element().parentElement?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))

const open = (path: string) => openApp(path, { as: 'backoffice', calls: callsWith(() => both) })

describe('clashes of old data', () => {
  it('are shown on the dashboard and on the screens that they concern, with links to the others', async () => {
    for (const path of ['/', '/product/index', '/product/show/9']) {
      await open(path)
      await expect.element(notice(w.shared)).toBeVisible()
      expect(noticeText(w.shared)).toContain('Type number 6: WS6 Master, WS6 Twin')
      const all = ['/product/show/2', '/product/show/9']
      expect(noticeLinks(w.shared)).toEqual(all.filter((link) => link !== path))
      await expect.element(notice(w.same)).toHaveLength(path === '/' ? 1 : 0)
      if (path === '/') await expectNoAxeFindings('both clashes')
    }
    for (const path of ['/firmware/index', '/firmware/show/14']) {
      await open(path)
      await expect.element(notice(w.same)).toBeVisible()
      expect(noticeText(w.same)).toContain('WS6 Master')
      expect(noticeLinks(w.same)).toHaveLength(path.includes('show') ? 1 : 2)
      await expect.element(notice(w.shared)).not.toBeInTheDocument()
      await expectNoAxeFindings(path)
    }
  })

  it('prevent a deleted product from being restored', async () => {
    const gone = shownProduct({ isDeleted: true, restorableUntil: '2026-11-22T10:00:00.000Z' })
    await openApp('/product/show/3', { as: 'backoffice', calls: { product: { get: () => gone, restore: refuse } } })
    await page.getByRole('button', { name: w.restore }).click()
    await expect.element(page.getByText('Another product already has this type number')).toBeVisible()
    await expect.element(page.getByRole('button', { name: w.restore })).toBeVisible()
  })
})

it('clashes are shown on no record that they do not concern, and lead to those that they do', async () => {
  const { seen } = await openApp('/product/show/1', { as: 'admin', calls: callsWith(() => both) })
  await expect.element(page.getByRole('definition').first()).toBeVisible()
  await expect.poll(() => seen.map(({ name }) => name)).toContain('catalogue.getClashes')
  await pendingRequestsSettled(2_000)
  await expect.element(page.getByText(w.shared)).not.toBeInTheDocument()
  const { address } = await openApp('/product/index', { as: 'admin', calls: callsWith(() => both) })
  await expect.element(notice(w.shared)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'WS6 Twin' }).first().click()
  await expect.poll(address).toBe('/product/show/9')
})

const asked = (seen: readonly SeenCall[]) => seen.filter(({ name }) => name === 'catalogue.getClashes')

it('clashes are not requested for marketing, who cannot fix them', async () => {
  // What an administrator's dashboard asks for once it is drawn …
  const { seen: byAdmin } = await openApp('/', { as: 'admin', calls: callsWith(() => both) })
  await expect.poll(() => asked(byAdmin)).toHaveLength(1)
  // … marketing's does not.
  const { seen } = await openApp('/', { as: 'marketing', calls: callsWith(() => both) })
  await expect.element(page.getByRole('heading', { name: 'Product updates' })).toBeVisible()
  await pendingRequestsSettled(2_000)
  expect(asked(seen)).toEqual([])
  await expect.element(page.getByText(w.shared)).not.toBeInTheDocument()
})

it('clashes show any name as it is', async () => {
  for (const tostring of ['Nox <0>x</0>', 'Nox <0/>', 'Nox <b>x</b> </0>']) {
    const versions = both.versions.map((version) => ({ ...version, product: { id: 2, tostring } }))
    await openApp('/', { as: 'admin', calls: callsWith(() => ({ ...both, versions })) })
    await expect.poll(() => noticeText(w.same)).toContain(`${tostring}: 5.2 (English)`)
    expect(noticeLinks(w.same)).toHaveLength(2)
  }
})

it('clashes disappear once they are fixed', async () => {
  let clashes = both
  const calls = callsWith(() => clashes)
  const update = ({ params }: { params: { id: number } }) => {
    clashes = { typeIds: [], versions: [] }
    return params
  }
  await openApp('/product/show/9', { as: 'admin', calls: { ...calls, product: { ...calls.product, update } } })
  await expect.element(notice(w.shared)).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabelText('Type number').fill('71')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Product modified')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  await expect.element(page.getByText(w.shared)).not.toBeInTheDocument()
})
