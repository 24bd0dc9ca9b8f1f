/** The firmware screens: the form with its errors and its upload, and what a change log may contain. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectHarmless, harmfulChangeLog } from '../../../../tests/component/changeLog.ts'
import { type FakeCalls, held } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { noOutcomes } from '../../../../tests/component/outcomes.ts'
import { program, shownFirmware, shownRelease } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { ShownFirmware } from '../../../contract/firmware.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'

const w = {
  version: 'Version',
  file: 'File',
  versionTaken: 'Another active firmware of one of these products already has this version and language',
  noFirmware: 'This is not a firmware file',
} as const

let stored: ShownFirmware
let refusal: { code: ErrorCode; invalidField: string } | null
const firmware = {
  ...fakeTable(() => [stored]),
  get: () => stored,
  create({ body: { file, selectedBetaGroupIds, versionName, language, isBetaTest, isActive, changeLog = null } }) {
    if (refusal !== null) throw new AppError(refusal.code, refusal)
    const betaGroups = selectedBetaGroupIds.map((id) => ({ id, tostring: 'WS6 field testers' }))
    const firmwareFile = { ...stored.firmwareFile, filename: file.name }
    const draft = { state: 'draft', versionName, language, isBetaTest, isActive, changeLog, betaGroups, firmwareFile } as const
    stored = { ...stored, ...draft, id: 15, tostring: versionName }
    return { id: 15 }
  },
  update: ({ params }) => params,
  getLanguages: () => ['English', 'Français'],
  getVersions: () => [],
  inspectFile: () => [],
} satisfies FakeCalls['firmware']
const calls: FakeCalls = {
  firmware,
  release: { get: () => shownRelease(), getOutcomes: () => noOutcomes },
  product: { getAllNotDeleted: () => [{ id: 2, tostring: 'WS6 Master' }] },
  betaGroup: { getAll: () => [{ id: 1, tostring: 'WS6 field testers' }] },
}

beforeEach(() => {
  stored = shownFirmware()
  refusal = null
})

const image = new File([program], 'WS6_8.0.bin', { type: 'application/octet-stream' })

async function fill(versionName: string): Promise<void> {
  await page.getByLabelText(w.version, { exact: true }).fill(versionName)
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'English' }).click()
  await page.getByLabelText(w.file).upload(image)
}

describe('a new firmware', () => {
  const version = page.getByLabelText(w.version, { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })

  it('shows missing values and the server’s errors on their fields, and is added once they are fixed [T297]', async () => {
    const { address } = await openApp('/firmware/create', { as: 'backoffice', calls })
    await save.click()
    await expect.element(page.getByText('This field is required')).toHaveLength(3)
    await fill('8.0')
    await expect.element(page.getByText('WS6_8.0.bin')).toBeVisible()
    refusal = { code: 'firmware.file.invalid.error', invalidField: 'file' }
    await save.click()
    await expect.element(page.getByText(w.noFirmware)).toBeVisible()
    refusal = { code: 'version.already.exists.error', invalidField: 'versionName' }
    await save.click()
    await expect.element(version).toHaveAccessibleDescription(new RegExp(w.versionTaken))
    await expect.element(version).toHaveFocus()
    refusal = null
    await version.fill('8.0.1')
    await save.click()
    await expect.poll(address).toBe('/firmware/show/15')
  })
})

it('only a .bin file can be chosen, and another one that was dropped is named before it is sent [T253]', { tags: 'rest' }, async () => {
  const { seen } = await openApp('/firmware/create', { as: 'admin', calls })
  const input = page.getByLabelText(w.file)
  await expect.element(input).toHaveAttribute('accept', '.bin')
  await fill('8.0')
  await input.upload(new File([program], 'WS6_8.0.bin.hex'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(w.noFirmware)).toBeVisible()
  await input.upload(new File([program], 'WS6_8.0.BIN'))
  await expect.element(page.getByText(w.noFirmware)).not.toBeInTheDocument()
  expect(seen.filter(({ name }) => name === 'firmware.create')).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Firmware added')).toBeVisible()
})

it('a firmware is assigned to products and, as a beta, to beta groups [T21]', { tags: 'rest' }, async () => {
  const { seen } = await openApp('/firmware/create', { as: 'admin', calls })
  await fill('8.0')
  await page.getByRole('combobox', { name: 'Products' }).click()
  await page.getByRole('option', { name: 'WS6 Master' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByLabelText('Beta test').click()
  await page.getByRole('combobox', { name: 'Beta groups' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('field')
  await page.getByRole('option', { name: 'WS6 field testers' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByLabelText('Change log').fill('## New\n\n- **Louder** in the rain')
  await expect.element(page.getByRole('figure', { name: 'Preview' }).getByRole('listitem')).toMatchTextContent('Louder in the rain')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Firmware added')).toBeVisible()
  const created = seen.find(({ name }) => name === 'firmware.create')
  expect(created).toMatchObject({
    parts: { body: { selectedProductIds: [2], selectedBetaGroupIds: [1], isBetaTest: true, isActive: false } },
  })
  await expect.element(page.getByRole('definition').filter({ hasText: 'WS6 field testers' })).toBeVisible()
  await expect.element(page.getByRole('definition').filter({ hasText: 'Louder' })).toContainHTML('<strong>Louder</strong>')

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect.element(page.getByText('WS6_8.0.bin')).toBeVisible()
  await page.getByLabelText('Change log').fill('Louder')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Firmware modified')).toBeVisible()
  const modified = seen.find(({ name }) => name === 'firmware.update')
  expect(modified).toMatchObject({
    parts: { body: { betaGroupChanges: { addedIds: [], removedIds: [] }, isBetaTest: true, isActive: false } },
  })
})

it('an upload can be stopped, and the form keeps its values', { tags: 'rest' }, async () => {
  const never = held<{ id: number }>()
  let isStuck = true
  const create: NonNullable<FakeCalls['firmware']>['create'] = (parts) => (isStuck ? never.answer() : firmware.create(parts))
  await openApp('/firmware/create', { as: 'admin', calls: { ...calls, firmware: { ...firmware, create } } })
  await fill('9.9')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect.element(page.getByRole('progressbar', { name: 'Upload' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Version')).toHaveValue('9.9')
  isStuck = false
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Firmware added')).toBeVisible()
})

it('a change log contains only text and links to other sites, on the screen and in the preview', { tags: 'rest' }, async () => {
  stored = shownFirmware({ changeLog: harmfulChangeLog })
  for (const path of ['/firmware/show/14', '/firmware/edit/14']) {
    await openApp(path, { as: 'admin', calls })
    await expectHarmless()
  }
  await expect.element(page.getByLabelText('Version', { exact: true })).toHaveValue('5.2')
})
