// @module-tag rest
/** Whose testers a beta is offered to is chosen where it is offered. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { createRelease, obstacle } from '../../../../../tests/component/releases.ts'

const w = { choose: 'Choose the groups that it is offered to.', missing: /has no beta group/ } as const

/** As the server says it: nobody, before there is a group. */
const getStep = ({ query: { betaGroupIds } }: { query: { betaGroupIds: number[] } }) =>
  betaGroupIds.length === 0
    ? { audience: { customers: 0, detectors: 0, withoutFirmware: 0 }, obstacles: [obstacle('noGroup', { isRefused: true })] }
    : { audience: { customers: 9, detectors: 10, withoutFirmware: 0 }, obstacles: [] }

it('a release without a group waits for one, and counts its testers', async () => {
  const { sent } = await openRelease(createRelease({ state: 'released' }), { step: 'beta', answers: { getStep } })
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(w.missing)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Offer to beta testers' })).toBeDisabled()
  await expect.element(dialog).toHaveAccessibleDescription(w.choose)
  await expectNoAxeFindings('a beta without a group')
  await dialog.getByRole('combobox', { name: 'Beta groups' }).click()
  await page.getByRole('option', { name: 'WS6 field testers' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByText(w.missing)).not.toBeInTheDocument()
  await expect.element(dialog.getByText(w.choose)).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'Offer to 9 beta testers' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent('takeStep')).toMatchObject([{ body: { step: 'beta', from: 'released', betaGroupIds: [1], confirmed: [] } }])
})
