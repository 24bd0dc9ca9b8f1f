// @module-tag rest
/** What a release requires, on its card, and the form that edits it while it is a draft. The sentences: conditionWords.test.tsx. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { AppError } from '../../../../errors.ts'

const all: ShownRelease['requirements'] = {
  minimumInstalledVersion: '5.0',
  steppingStone: '5.1',
  hardwareVersions: [3, 6],
  minimumBatteryPercent: 40,
  needsCoil: true,
  minimumAppBuild: 3_630_000,
}

const hardware = [
  { version: 3, detectors: 430 },
  { version: 5, detectors: 1 },
]

const edit = page.getByRole('button', { name: 'Edit requirements' })
const section = page.getByRole('region', { name: 'Requirements' })

it('requirements are fixed once the release has left draft, and the card says why', async () => {
  await openRelease(createRelease({ state: 'released', requirements: all }))
  const fixed = /Once a release has left draft, they never change\. Make a new version instead\.$/
  await expect.element(section.getByText(fixed)).toBeVisible()
  await expect.element(edit).not.toBeInTheDocument()
  await expectNoAxeFindings('fixed requirements')
})

describe('the form of a draft’s requirements', () => {
  const dialog = page.getByRole('dialog', { name: 'Requirements of 5.2' })
  const field = (label: string) => dialog.getByLabelText(label, { exact: true })
  const box = (name: string) => dialog.getByRole('checkbox', { name })
  const choose = async (label: string, option: string) => {
    await field(label).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const save = () => dialog.getByRole('button', { name: 'Save' }).click()

  async function openForm(others: Parameters<typeof createRelease>[0] = {}, setRequirements?: () => never) {
    const release = createRelease({ state: 'draft', hardware, ...others })
    const { sent } = await openRelease(release, { as: 'backoffice', answers: { ...(setRequirements && { setRequirements }) } })
    await edit.click()
    await expect.element(dialog).toBeVisible()
    return { sent: () => sent('setRequirements').at(-1) }
  }

  it('begins with what is required, warns that an approval no longer counts, and sends all of it', async () => {
    const { sent } = await openForm({
      requirements: all,
      approvals: [{ by: { id: 3, tostring: 'Luc Admin' }, date: '2026-03-04T10:00:00.000Z' }],
    })
    await expect.element(dialog).toHaveAccessibleDescription(/If you change it, the approval no longer counts\.$/)
    await expect.element(field('Oldest installed version')).toHaveTextContent('5.0')
    await expect.element(field('Intermediate version')).toHaveTextContent('5.1')
    await expect.element(box('Hardware 3 430 detectors')).toBeChecked()
    await expect.element(box('Hardware 5 1 detector')).not.toBeChecked()
    await expect.element(field('Other hardware versions')).toHaveValue('6')
    await expect.element(field('Lowest battery level, in percent')).toHaveValue('40')
    await expect.element(field('A coil must be connected')).toBeChecked()
    await expect.element(field('Oldest portal build')).toHaveValue('3630000')
    await expectNoAxeFindings('the form of requirements')
    await save()
    await expect.element(page.getByText('Requirements of 5.2 saved')).toBeVisible()
    expect(sent()).toMatchObject({ params: { id: 9 }, body: all })
  })

  it('is filled by hand, and the card then says what was saved', async () => {
    const { sent } = await openForm()
    await choose('Oldest installed version', '5.0')
    await choose('Intermediate version', '5.1')
    await box('Hardware 5').click()
    await field('Other hardware versions').fill('7, 6')
    await field('Lowest battery level, in percent').fill('30')
    await box('A coil must be connected').click()
    await dialog.getByRole('button', { name: /^Use this page’s build, \d+$/ }).click()
    await save()
    await expect.element(dialog).not.toBeInTheDocument()
    const saved = { minimumInstalledVersion: '5.0', steppingStone: '5.1', hardwareVersions: [5, 7, 6], minimumBatteryPercent: 30 }
    expect(sent()).toMatchObject({ body: { ...saved, needsCoil: true, minimumAppBuild: builtNumber } })
    await expect.element(section.getByText('Battery at least 30%')).toBeVisible()
  })

  it('takes what is required away again', async () => {
    const { sent } = await openForm({ requirements: all })
    await choose('Oldest installed version', 'None')
    await choose('Intermediate version', 'None')
    await box('Hardware 3').click()
    await field('Other hardware versions').fill('')
    await field('Lowest battery level, in percent').fill('')
    await box('A coil must be connected').click()
    await field('Oldest portal build').fill('')
    await save()
    await expect.element(section.getByText('None: any detector of its products can install it.', { exact: true })).toBeVisible()
    expect(sent()).toEqual({ params: { id: 9 }, query: undefined, body: { hardwareVersions: [], needsCoil: false } })
  })

  it('takes a version that is typed as the oldest, and only a listed one between', async () => {
    const { sent } = await openForm()
    await field('Intermediate version').click()
    await page.getByRole('combobox', { name: 'Search' }).fill('4.9')
    await expect.element(page.getByText('No results')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await field('Oldest installed version').click()
    await page.getByRole('combobox', { name: 'Search or type' }).fill('4.9')
    await page.getByRole('option', { name: 'Use “4.9”' }).click()
    await save()
    await expect.element(section.getByText('Installed version 4.9 or newer')).toBeVisible()
    expect(sent()).toMatchObject({ body: { minimumInstalledVersion: '4.9' } })
  })

  it('refuses wrong numbers on their fields, and asks before changes are lost', async () => {
    const { sent } = await openForm()
    for (const [label, typed] of [
      ['Other hardware versions', '256'],
      ['Other hardware versions', '6, seven'],
      ['Lowest battery level, in percent', '101'],
      ['Oldest portal build', 'new'],
    ] as const) {
      await field(label).fill(typed)
      await save()
      await expect.element(field(label)).toHaveAccessibleDescription(/Invalid number$/)
      await expect.element(field(label)).toHaveFocus()
      await field(label).fill('')
    }
    await field('Lowest battery level, in percent').fill('30')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
    expect(sent()).toBeUndefined()
  })

  it('shows what the server refuses on its field, and that the release has left draft meanwhile', async () => {
    let invalidField: string | null = 'steppingStone'
    await openForm({}, () => {
      throw invalidField === null ? new AppError('release.fixed.error') : new AppError('version.older.error', { invalidField })
    })
    for (const [refused, label] of [
      ['steppingStone', 'Intermediate version'],
      ['minimumInstalledVersion', 'Oldest installed version'],
    ] as const) {
      invalidField = refused
      await save()
      await expect.element(field(label)).toHaveAccessibleDescription(/Choose a version that is older than this release/)
      await expect.element(field(label)).toHaveFocus()
    }
    invalidField = null
    await save()
    await expect.element(dialog.getByRole('alert')).toBeVisible()
  })
})
