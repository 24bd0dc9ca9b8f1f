/** A server from before releases leaves out release and state: its firmwares are shown and saved as they were. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { shownFirmware } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { ShownFirmware } from '../../../contract/firmware.ts'

const { releaseId: _, state: __, ...stored } = shownFirmware()
let older: ShownFirmware = stored

const calls = {
  firmware: {
    ...fakeTable(() => [older]),
    get: () => older,
    getLanguages: () => [],
    update({ params, body: { isActive } }) {
      older = { ...older, isActive }
      return params
    },
  },
  product: { getAllNotDeleted: () => [] },
} satisfies FakeCalls

it('lists and shows them without what it does not know', async () => {
  await openApp('/firmware/index', { as: 'admin', calls })
  await expect.element(page.getByRole('link', { name: '5.2', exact: true })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Released' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Halt/ })).not.toBeInTheDocument()
  await openApp('/firmware/show/14', { as: 'admin', calls })
  await expect.element(page.getByText('WS6_5.2.bin')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /^Release/ })).not.toBeInTheDocument()
})

it('makes one inactive by the box in its form', async () => {
  const { seen, address } = await openApp('/firmware/edit/14', { as: 'admin', calls })
  await page.getByRole('checkbox', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(address).toBe('/firmware/show/14')
  expect(seen.find(({ name }) => name === 'firmware.update')).toMatchObject({ parts: { body: { isActive: false, isBetaTest: false } } })
})
