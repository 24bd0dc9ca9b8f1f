// @module-tag rest
/** What speaks against a step of a release: confirmed point by point, or settled first. Its sentences: useObstacleText.test.ts. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { createRelease, obstacle } from '../../../../../tests/component/releases.ts'
import type { Obstacle } from '../../../../contract/release.ts'

const next = { customers: 9, detectors: 10, withoutFirmware: 2 }

const dialog = page.getByRole('alertdialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

const open = (obstacles: readonly Obstacle[]) => openRelease(createRelease({ state: 'draft', next, obstacles }), { step: 'released' })

const w = {
  french: /^120 customers use the portal in French, and this release/,
  missing: { tick: 'Confirm each point first.', type: 'Type 5.2 first.', settle: 'Settle this first.' },
} as const

const box = (name: RegExp) => dialog.getByRole('checkbox', { name })

describe('what speaks against a step', () => {
  const action = button('Offer to 9 customers')

  it('is confirmed point by point, an unusual file by its version, and each kind is sent once', async () => {
    const { sent } = await open([
      obstacle('languageMissing', { name: 'fr', customers: 120 }),
      obstacle('languageMissing', { name: 'de', customers: 7 }),
      obstacle('unusualFile'),
    ])
    await expect.element(box(w.french)).not.toBeChecked()
    await expect.element(action).toHaveAccessibleDescription(w.missing.tick)
    await box(w.french).click()
    await expect.element(action).toBeDisabled()
    await box(/^7 customers use the portal in German,/).click()
    await expect.element(action).toHaveAccessibleDescription(w.missing.type)
    await box(w.french).click()
    await expect.element(action).toHaveAccessibleDescription(w.missing.tick)
    await box(w.french).click()
    const field = dialog.getByLabelText('Type 5.2 to confirm')
    await expect.element(field).toHaveAccessibleDescription('Its file looks unlike the other files of these products.')
    await field.fill('5.3')
    await expect.element(action).toBeDisabled()
    await expect.element(action).toHaveAccessibleDescription(w.missing.type)
    await expectNoAxeFindings('what is confirmed', { at: [390, 1280] })
    await field.fill('5.2')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(sent('takeStep')).toMatchObject([{ body: { confirmed: ['languageMissing', 'unusualFile'], typedVersion: '5.2' } }])
  })

  it('blocks the step until it is settled', async () => {
    await open([obstacle('noProduct', { isRefused: true })])
    await expect.element(dialog.getByText(/^It has no product, so nobody would be offered it\.$/)).toBeVisible()
    await expect.element(action).toBeDisabled()
    await expect.element(action).toHaveAccessibleDescription(w.missing.settle)
    await expectNoAxeFindings('what is refused', { at: [390, 1280] })
  })
})
