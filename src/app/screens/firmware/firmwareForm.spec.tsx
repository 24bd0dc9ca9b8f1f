// @module-tag rest
/** The language and the state of a firmware in its form: what is chosen, what stays, and where saving leads. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import type { FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { program, shownFirmware } from '../../../../tests/component/records.ts'
import { createRelease } from '../../../../tests/component/releases.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { ShownFirmware } from '../../../contract/firmware.ts'
import type { ReleaseState } from '../../../contract/releaseStates.ts'
import { AppError } from '../../../errors.ts'

const w = {
  search: 'Search or type',
  use: (name: string) => `Use “${name}”`,
  active: 'Active',
  beta: 'Beta test',
  fixed: 'A released firmware keeps its version, language and file. Make a new version instead.',
  noGroup: 'Without a group nobody is offered this beta.',
  file: 'File',
} as const

const versions = [
  { releaseId: 94, versionName: '5.4', wasOffered: false, languages: ['English'] },
  { releaseId: 93, versionName: '5.3', wasOffered: true, languages: null },
  { releaseId: 92, versionName: '5.2', wasOffered: true, languages: null },
  { releaseId: 91, versionName: '5.1', wasOffered: true, languages: null },
]

let stored: ShownFirmware
/** What somebody else saves after the form was opened. */
let theirs: ShownFirmware | null
const firmware = {
  get: () => stored,
  getLanguages: () => ['English', 'francais'],
  getVersions: () => versions,
  inspectFile: () => [],
  create: () => ({ id: 15 }),
  update({ params }) {
    if (theirs === null) return params
    stored = theirs
    theirs = null
    throw new AppError('changed.meanwhile.error')
  },
} satisfies FakeCalls['firmware']
const calls: FakeCalls = {
  release: createRelease().calls.release,
  firmware,
  product: { getAllNotDeleted: () => [{ id: 2, tostring: 'WS6 Master' }] },
  betaGroup: { getAll: () => [{ id: 1, tostring: 'WS6 field testers' }] },
}

/** As the server stores a firmware of each state. */
function firmwareIn(state: ReleaseState, isBetaTest = state === 'beta'): ShownFirmware {
  return shownFirmware({ state, isBetaTest, isActive: ['beta', 'staged', 'released'].includes(state) })
}

beforeEach(() => {
  stored = firmwareIn('draft')
  theirs = null
})

async function open(path: string) {
  const opened = await openApp(path, { as: 'backoffice', calls })
  await expect.element(page.getByLabelText('Version', { exact: true })).toBeVisible()
  return { ...opened, sent: (call: 'create' | 'update') => opened.seen.findLast(({ name }) => name === `firmware.${call}`)?.parts }
}

const language = () => page.getByRole('combobox', { name: 'Language', exact: true })
const box = (name: string) => page.getByRole('checkbox', { name })
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click()

it('the version says where it stands among those of the products, and whether it is an update', async () => {
  await open('/firmware/create')
  const version = page.getByLabelText('Version', { exact: true })
  await version.fill('5.2 field')
  await expect.element(page.getByText('This version cannot be put in order.', { exact: false })).toBeVisible()
  await page.getByRole('combobox', { name: 'Products' }).click()
  await page.getByRole('option', { name: 'WS6 Master' }).click()
  await version.fill('5.2 bis')
  await expect
    .element(page.getByText('Newer than 5.2, older than 5.3. For owners of 5.2 and 5.1 this is an update.', { exact: true }))
    .toBeVisible()
  await version.fill('5.02')
  await expect.element(page.getByText('The same version as 5.2, which these products have already.', { exact: true })).toBeVisible()
  await version.fill('5.4')
  await searchLanguage('English')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The same version as 5.4, which these products have already.', { exact: true })).toBeVisible()
  await searchLanguage('Deutsch')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Joins 5.4, a draft of these products, as another language.', { exact: true })).toBeVisible()
})

it('the version of a stored one stands among the other releases, which may have its name', async () => {
  stored = { ...firmwareIn('draft'), releaseId: 92 }
  await open('/firmware/edit/14')
  await expect
    .element(page.getByText('Newer than 5.1, older than 5.3. For owners of 5.1 this is an update.', { exact: true }))
    .toBeVisible()
  stored = { ...firmwareIn('draft'), releaseId: 95 }
  await open('/firmware/edit/14')
  await expect.element(page.getByText('The same version as 5.2, which these products have already.', { exact: true })).toBeVisible()
})

async function searchLanguage(typed: string) {
  await language().click()
  await page.getByRole('combobox', { name: w.search }).fill(typed)
}

it('a firmware’s language is chosen from those in use and others, each in one spelling, or typed, unless that only respells one of them', async () => {
  await open('/firmware/create')
  await language().click()
  await expect.element(page.getByRole('option', { name: 'francais' })).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Français', exact: true })).not.toBeInTheDocument()
  await expectNoAxeFindings('list of languages')
  // By its name in the reader's language.
  await page.getByRole('combobox', { name: w.search }).fill('German')
  await page.getByRole('option', { name: 'Deutsch' }).click()
  await expect.element(language()).toMatchTextContent('Deutsch')
  await searchLanguage(' Gaeilge ')
  await page.getByRole('option', { name: w.use('Gaeilge') }).click()
  await expect.element(language()).toMatchTextContent('Gaeilge')
  await searchLanguage('ENG lish')
  await expect.element(page.getByRole('option')).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(language()).toMatchTextContent(/^English$/)
  await searchLanguage('français')
  await userEvent.keyboard('{Enter}')
  await expect.element(language()).toMatchTextContent(/^francais$/)
})

describe('the state in the form', () => {
  it('a new firmware is a draft, a beta without a group is warned about, and saving leads to its page', async () => {
    const { address, sent } = await open('/firmware/create')
    await expect.element(box(w.active)).not.toBeChecked()
    await expect.element(box(w.active)).toHaveAccessibleDescription('Asked about on the next page, after it is saved.')
    await page.getByLabelText('Version', { exact: true }).fill('5.3')
    await searchLanguage('english')
    await userEvent.keyboard('{Enter}')
    await page.getByLabelText(w.file).upload(new File([program], 'WS6_5.3.bin'))
    await box(w.active).click()
    await box(w.beta).click()
    await expect.element(page.getByText(w.noGroup)).toBeVisible()
    await expectNoAxeFindings('form of a beta without a group')
    await page.getByRole('combobox', { name: 'Beta groups' }).click()
    await page.getByRole('option', { name: 'WS6 field testers' }).click()
    await expect.element(page.getByText(w.noGroup)).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await save()
    await expect.poll(address).toBe('/firmware/show/15?step=beta')
    expect(sent('create')).toMatchObject({ body: { isActive: false, isBetaTest: true, language: 'English', selectedBetaGroupIds: [1] } })
  })

  it('what was released keeps version, language and file, which are sent as stored', async () => {
    stored = firmwareIn('released')
    const { sent } = await open('/firmware/edit/14')
    await expect.element(page.getByText(w.fixed)).toBeVisible()
    await expect.element(page.getByLabelText('Version', { exact: true })).toHaveAttribute('readonly')
    await expect.element(language()).toBeDisabled()
    await expect.element(page.getByLabelText(w.file)).toBeDisabled()
    await expect.element(page.getByText('WS6_5.2.bin')).toBeVisible()
    await expectNoAxeFindings('form of a released firmware')
    await save()
    await expect
      .poll(() => sent('update'))
      .toMatchObject({ body: { versionName: '5.2', language: 'English', isActive: true, isBetaTest: false } })
    expect(sent('update')).not.toHaveProperty('body.file')
  })

  it('a withdrawn firmware and the reach of a halted one stay, and say why', async () => {
    stored = firmwareIn('withdrawn')
    await open('/firmware/edit/14')
    await expect.element(box(w.active)).toBeDisabled()
    await expect.element(box(w.beta)).toBeDisabled()
    await expect.element(box(w.active)).toHaveAccessibleDescription('Withdrawn: this firmware is never offered again.')
    await expectNoAxeFindings('form of a withdrawn firmware')
    stored = firmwareIn('halted')
    await open('/firmware/edit/14')
    await expect.element(box(w.active)).toBeEnabled()
    await expect.element(box(w.beta)).toBeDisabled()
    await expect.element(box(w.beta)).toHaveAccessibleDescription('This cannot be changed while the firmware is halted.')
  })
})

// state/meantStep.test.ts has every state and both boxes.
it('saving what is offered never halts it: that is asked about on the next page', async () => {
  stored = firmwareIn('released')
  const { address, sent } = await open('/firmware/edit/14')
  await box('Active').click()
  await page.getByLabelText('Change log').fill('Louder')
  await save()
  await expect.poll(address).toBe('/firmware/show/14?step=halt')
  expect(sent('update')).toMatchObject({ body: { isActive: true, isBetaTest: false, changeLog: 'Louder' } })
})

it('what somebody else has halted meanwhile is not offered again by saving', async () => {
  stored = firmwareIn('released')
  theirs = { ...firmwareIn('halted'), version: 2 }
  const { address, sent } = await open('/firmware/edit/14')
  await page.getByLabelText('Change log').fill('Louder')
  await save()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await save()
  await expect.poll(address).toBe('/firmware/show/14?step=resume')
  expect(sent('update')).toMatchObject({ body: { isActive: false, version: 2 } })
})

it('what somebody else has released meanwhile keeps its version, language and file', async () => {
  theirs = { ...firmwareIn('released'), version: 2 }
  const { sent } = await open('/firmware/edit/14')
  await page.getByLabelText('Version', { exact: true }).fill('5.9')
  await page.getByLabelText('File').upload(new File([program], 'WS6_5.9.bin'))
  await save()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(page.getByLabelText('Version', { exact: true })).toHaveValue('5.2')
  await expect.element(page.getByText('WS6_5.2.bin')).toBeVisible()
  await save()
  await expect.poll(() => sent('update')).toMatchObject({ body: { versionName: '5.2', isActive: true, version: 2 } })
  expect(sent('update')).not.toHaveProperty('body.file')
})
