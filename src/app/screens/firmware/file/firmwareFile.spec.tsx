// @module-tag rest
/** The form looks at a firmware file as soon as it is chosen: it refuses some, describes what is unusual, and asks to confirm that. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { program, shownFirmware } from '../../../../../tests/component/records.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { UnusualFact } from '../../../../contract/firmwareFile.ts'
import { AppError, type ErrorCode } from '../../../../errors.ts'
import { errorMessageOf } from '../../../i18n/errorMessageOf.ts'
import { i18n } from '../../../i18n/i18n.ts'

const w = {
  file: 'File',
  size: 'This file has 1,016 bytes; the last firmwares of these products have about 262,160.',
  sameBytes: 'These are the very bytes of 5.2.',
  typed: (version: string) => `Type the version to confirm: ${version}`,
} as const

/** 20 of 1,016 bytes are not zero. */
const padding = Uint8Array.from({ length: 1_016 }, (_, index) => (index < 20 ? index + 1 : 0))
const fileOf = (bytes: Uint8Array<ArrayBuffer> | string, name = 'WS6_5.3.bin') => new File([bytes], name)

let facts: UnusualFact[]
let refusal: ErrorCode | null
const firmware = {
  get: () => shownFirmware({ id: 15, state: 'draft', isActive: false }),
  getLanguages: () => ['English'],
  getVersions: () => [],
  inspectFile: () => facts,
  create({ body: { typedVersion } }) {
    if (refusal !== null && typedVersion === undefined) throw new AppError(refusal, { invalidField: 'file' })
    return { id: 15 }
  },
} satisfies FakeCalls['firmware']
const calls: FakeCalls = {
  firmware,
  product: { getAllNotDeleted: () => [{ id: 2, tostring: 'WS6 Master' }] },
  release: createRelease().calls.release,
}

beforeEach(() => {
  facts = []
  refusal = null
})

async function openForm() {
  const opened = await openApp('/firmware/create', { as: 'backoffice', calls })
  await expect.element(page.getByLabelText('Version', { exact: true })).toBeVisible()
  const named = (name: string) => opened.seen.filter((call) => call.name === name)
  return { ...opened, asked: () => named('firmware.inspectFile'), sent: () => named('firmware.create') }
}

async function fillRest(version = '5.3') {
  await page.getByLabelText('Version', { exact: true }).fill(version)
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'English' }).click()
}

const choose = (file: File) => page.getByLabelText(w.file).upload(file)
const typed = (version = '5.3') => page.getByRole('textbox', { name: w.typed(version) })
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()
/** Spaces that do not break are compared as others. */
const described = (text: string) => new RegExp(text.replaceAll(/[.()]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s`))

it('a file that cannot be a firmware is refused at once with its reason', async () => {
  const { asked, sent } = await openForm()
  const input = page.getByLabelText(w.file)
  const wrong: readonly (readonly [ErrorCode, File])[] = [
    ['firmware.file.empty.error', fileOf('')],
    ['firmware.file.text.error', fileOf(':10010000214601360121470136007EFE09D21901\r\n'.repeat(9))],
    ['firmware.file.empty.error', fileOf(program.slice(0, 16))],
    ['firmware.file.archive.error', fileOf('PK\x03\x04'.padEnd(400, '\x07'))],
    ['firmware.file.invalid.error', fileOf(program, 'WS6_5.3.hex')],
  ]
  for (const [code, file] of wrong) {
    await choose(file)
    await expect.element(input).toBeInvalid()
    await expect.element(input).toHaveAccessibleDescription(i18n._(errorMessageOf(code)))
  }
  await fillRest()
  await save()
  await expect.element(input).toHaveFocus()
  await choose(fileOf(program))
  await expect.element(input).toBeValid()
  expect(sent()).toEqual([])
  await expect.poll(() => asked().length).toBe(1)
})

it('an unusual file is described in words, and is saved once the version was typed', async () => {
  facts = [
    { kind: 'size', value: 262_160, name: null },
    { kind: 'sameBytes', value: 0, name: '5.2' },
  ]
  const { address, sent } = await openForm()
  await choose(fileOf(padding))
  const alert = page.getByRole('alert').filter({ hasText: 'This file looks unlike the others' })
  await expect.element(alert).toMatchTextContent(described('98% of this file is one byte value, as in an empty file.'))
  // Without a version there is nothing to compare with.
  await expect.element(alert).not.toMatchTextContent(described(w.sameBytes))
  await fillRest()
  await expect.element(alert).toMatchTextContent(described(w.size))
  await expect.element(alert).toMatchTextContent(described(w.sameBytes))
  await expectNoAxeFindings('form with an unusual file')

  await save()
  await expect.element(typed('5.3')).toHaveFocus()
  await typed('5.3').fill('5.2')
  await save()
  await expect.element(typed('5.3')).toHaveAccessibleDescription(i18n._(errorMessageOf('firmware.file.unusual.error')))
  expect(sent()).toEqual([])
  await typed('5.3').fill(' 5.3')
  await save()
  await expect.poll(address).toBe('/firmware/show/15')
  expect(sent()).toMatchObject([{ parts: { body: { typedVersion: '5.3' } } }])
})

it('a file like the others is saved without a word, and without a confirmation', async () => {
  const { address, asked, sent } = await openForm()
  await fillRest()
  await choose(fileOf(program))
  await save()
  await expect.poll(address).toBe('/firmware/show/15')
  expect(asked()).toHaveLength(1)
  expect(asked()[0]?.parts).toMatchObject({ query: { sizeBytes: 1_016, versionName: '5.3', selectedProductIds: [] } })
  expect(sent()).toHaveLength(1)
  expect(sent()[0]?.parts).not.toHaveProperty('body.typedVersion')
})

it('another version or other products are compared again, and what was typed for another file is forgotten', async () => {
  facts = [{ kind: 'size', value: 262_160, name: null }]
  const { asked } = await openForm()
  await fillRest()
  await choose(fileOf(program))
  await typed().fill('5.3')
  await page.getByLabelText('Version', { exact: true }).fill('5.4')
  await expect.element(typed('5.4')).toHaveValue('5.3')
  await page.getByRole('combobox', { name: 'Products' }).click()
  await page.getByRole('option', { name: 'WS6 Master' }).click()
  await expect.poll(() => asked().at(-1)?.parts).toMatchObject({ query: { versionName: '5.4', selectedProductIds: [2] } })
  await choose(fileOf(program.toReversed()))
  await expect.element(typed('5.4')).toHaveValue('')
})

it('what only the server finds is confirmed in the same way', async () => {
  refusal = 'firmware.file.unusual.error'
  const { address } = await openForm()
  await fillRest()
  await choose(fileOf(program))
  await save()
  await typed().fill('5.3')
  await save()
  await expect.poll(address).toBe('/firmware/show/15')
})
