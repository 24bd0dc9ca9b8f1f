// @module-tag rest
/** The question before a step of a release that nobody of staff has installed on a real detector. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { createRelease, obstacle } from '../../../../../tests/component/releases.ts'
import type { Person } from '../../../../../tests/component/render.tsx'
import type { Obstacle } from '../../../../contract/release.ts'

const next = { customers: 9, detectors: 10, withoutFirmware: 0 }
const onVersion = (hardwareVersion: number | null, isRefused: boolean) =>
  obstacle('proof', { name: 'English, Français', hardwareVersion, isRefused })

const open = (obstacles: readonly Obstacle[], as: Person = 'admin') =>
  openRelease(createRelease({ state: 'draft', next, obstacles }), { as, step: 'released' })

const dialog = page.getByRole('alertdialog')
const w = {
  action: 'Offer to 9 customers',
  fact: /^Nobody on the staff has installed it on hardware 3 yet: English, Français\.$/,
} as const

it('what nobody has tried wants an administrator’s reason where that is required', async () => {
  const action = dialog.getByRole('button', { name: w.action, exact: true })
  const { sent } = await open([onVersion(3, true)])
  await expect.element(dialog.getByText(w.fact)).toBeVisible()
  await expect.element(action).toHaveAccessibleDescription('Give a reason first.')
  const field = dialog.getByLabelText('Why it is offered nevertheless')
  await expect.element(field).toHaveAccessibleDescription('Stays with this release, with your name and the date.')
  await expectNoAxeFindings('reason', { at: [390, 1280] })
  await field.fill('  ')
  await expect.element(action).toBeDisabled()
  await field.fill(' No such detector here ')
  await action.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent('takeStep')).toMatchObject([{ body: { proofReason: 'No such detector here', confirmed: [] } }])
})

it('does not stop at a reason where something else is refused', async () => {
  await open([onVersion(3, true), obstacle('noProduct', { isRefused: true })])
  await dialog.getByRole('textbox').fill('No such detector here')
  await expect.element(dialog.getByRole('button', { name: 'Offer to 9 customers' })).toHaveAccessibleDescription('Settle this first.')
})

it('what nobody has tried is confirmed for each hardware version', async () => {
  const { sent } = await open([onVersion(3, false), onVersion(null, false)], 'backoffice')
  const action = dialog.getByRole('button', { name: w.action, exact: true })
  await dialog.getByRole('checkbox', { name: w.fact }).click()
  await expect.element(action).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /^Nobody on the staff has installed it on a real detector yet/ }).click()
  await action.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent('takeStep')).toMatchObject([{ body: { confirmed: ['proof'] } }])
})

it('where it is required, the back office reads who can offer it', async () => {
  await open([onVersion(3, true)], 'backoffice')
  await expect.element(dialog.getByText(w.fact)).toBeVisible()
  await expect.element(dialog.getByText('An administrator can offer it nevertheless, with a reason.')).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).not.toBeInTheDocument()
  const action = dialog.getByRole('button', { name: w.action, exact: true })
  await expect.element(action).toBeDisabled()
  await expect.element(action).toHaveAccessibleDescription('Settle this first.')
  await expectNoAxeFindings('refused', { at: [390, 1280] })
})
