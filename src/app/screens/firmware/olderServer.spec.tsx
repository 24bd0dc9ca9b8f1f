/** A server from before releases leaves out release and state: its firmwares are shown and saved as they were. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { shownFirmware } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { ShownFirmware } from '../../../contract/firmware.ts'
import { AppError } from '../../../errors.ts'

const { releaseId: _, state: __, ...stored } = shownFirmware()
let older: ShownFirmware = stored

/** It takes the call's name for an id. */
function refuse(): never {
  throw new AppError('request.invalid', { requestId: '7' })
}

const calls = {
  firmware: {
    ...fakeTable(() => [older]),
    get: () => older,
    getLanguages: refuse,
    inspectFile: refuse,
    create: () => ({ id: 15 }),
    update({ params, body: { isActive } }) {
      older = { ...older, isActive }
      return params
    },
  },
  product: { getAllNotDeleted: () => [{ id: 2, tostring: 'WS6 Master' }] },
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
  await expect.element(page.getByRole('checkbox', { name: 'Active' })).toHaveAccessibleDescription(/right away/)
  await page.getByRole('checkbox', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(address).toBe('/firmware/show/14')
  expect(seen.find(({ name }) => name === 'firmware.update')).toMatchObject({ parts: { body: { isActive: false, isBetaTest: false } } })
})

it('offers a new one by the box in its form, and is asked once for what it lacks', async () => {
  const { seen, address } = await openApp('/firmware/create', { as: 'admin', calls })
  await page.getByLabelText('Version', { exact: true }).fill('5.3')
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByRole('combobox', { name: 'Products' }).click()
  await page.getByRole('option', { name: 'WS6 Master' }).click()
  await page.getByLabelText('File').upload(new File([new Uint8Array(2_000)], 'WS6_5.3.bin'))
  await page.getByRole('textbox', { name: 'Type the version to confirm: 5.3' }).fill('5.3')
  await expect.element(page.getByRole('checkbox', { name: 'Active' })).toHaveAccessibleDescription(/right away/)
  await page.getByRole('checkbox', { name: 'Active' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(address).toBe('/firmware/show/15')
  const sent = seen.find(({ name }) => name === 'firmware.create')
  expect(sent).toMatchObject({ parts: { body: { isActive: true, versionName: '5.3' } } })
  expect(sent).not.toHaveProperty('parts.body.typedVersion')
  expect(seen.filter(({ name }) => name === 'firmware.getLanguages' || name === 'firmware.inspectFile')).toHaveLength(1)
})
