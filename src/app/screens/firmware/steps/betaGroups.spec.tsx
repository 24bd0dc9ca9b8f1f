// @module-tag rest
/** Whose testers a beta is offered to is chosen where it is offered. */
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { createRelease, obstacle } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'

const w = {
  groups: 'Beta groups',
  search: 'Search',
  choose: 'Choose the groups that it is offered to.',
  missing: /has no beta group/,
  offer: 'Offer to 9 beta testers',
  none: 'Offer to beta testers',
} as const

/** As the server says it: nobody, before there is a group. */
const getStep = ({ query: { betaGroupIds } }: { query: { betaGroupIds: number[] } }) =>
  betaGroupIds.length === 0
    ? { audience: { customers: 0, detectors: 0, withoutFirmware: 0 }, obstacles: [obstacle('noGroup', { isRefused: true })] }
    : { audience: { customers: 9, detectors: 10, withoutFirmware: 0 }, obstacles: [] }

it('a release without a group waits for one, and counts its testers', async () => {
  const { calls } = createRelease({ state: 'released' })
  const release = { ...calls.release, getStep }
  const { seen } = await openApp('/firmware/show/14?step=beta', { as: 'admin', calls: { ...calls, release } })
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(w.missing)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: w.none })).toBeDisabled()
  await expect.element(dialog).toHaveAccessibleDescription(w.choose)
  await expectNoAxeFindings('a beta without a group')
  await dialog.getByRole('combobox', { name: w.groups }).click()
  await page.getByRole('option', { name: 'WS6 field testers' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByText(w.missing)).not.toBeInTheDocument()
  await expect.element(dialog.getByText(w.choose)).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: w.offer }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const sent = seen.filter(({ name }) => name === 'release.takeStep')
  expect(sent).toMatchObject([{ parts: { body: { step: 'beta', from: 'released', betaGroupIds: [1], confirmed: [] } } }])
})
