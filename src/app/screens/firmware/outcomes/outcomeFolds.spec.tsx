// @module-tag rest
/** What supports the summary of a release's outcomes, folded beside it. Its tables' words: Outcomes.test.tsx. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { fakeTable } from '../../../../../tests/component/fakeTable.ts'
import { shownFailure, shownOutcomes } from '../../../../../tests/component/outcomes.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ShownOutcomes } from '../../../../contract/shownOutcomes.ts'
import { formatDateTime } from '../../../i18n/formatDate.ts'

async function open(others: Partial<ShownOutcomes>, fold: string) {
  const { calls } = createRelease({ outcomes: shownOutcomes(others) })
  // The mouse may rest on a link to an owner.
  await openApp('/firmware/show/14', { as: 'admin', calls: { ...calls, user: fakeTable(() => []) } })
  await page.getByText(fold, { exact: true }).click()
}

const textOf = ({ textContent }: Element) => textContent.replaceAll(/\s/g, ' ')

const failures = [
  shownFailure({ round: 2 }),
  shownFailure({ serialNumberFormatted: '1A 1B 2C 3D 4E', round: 2, isCounted: false, repairedAt: '2026-03-06T12:00:00.000Z' }),
  shownFailure({
    serialNumberFormatted: '2A 1B 2C 3D 4E',
    round: 1,
    isCounted: false,
    user: null,
    userProductId: null,
    appBuild: null,
    browser: null,
  }),
]

it('each part has its row, and each failure says where it happened, whether it is repaired, and whether it counts', async () => {
  await open({ round: 2, failed: failures }, 'Failures (3)')
  await page.getByText('By hardware version, build, browser', { exact: true }).click()
  await expect.element(page.getByRole('table', { name: 'What is watched', exact: true }).getByRole('row')).toHaveLength(8)
  const rows = page.getByRole('list', { name: 'Failures', exact: true }).getByRole('listitem')
  await expect.element(rows.first()).toBeVisible()
  expect(rows.elements().map((row) => textOf(row).replace(formatDateTime(shownFailure().at), ''))).toEqual([
    '0A 1B 2C 3D 4EMarc DelaunayUSB disconnection error, after the eraseHardware 3 · Portal build 3630012 · Edge',
    '1A 1B 2C 3D 4EMarc DelaunayRepaired 06/03/2026Does not countUSB disconnection error, after the eraseHardware 3 · Portal build 3630012 · Edge',
    '2A 1B 2C 3D 4E1st countUSB disconnection error, after the eraseHardware 3',
  ])
  await expect.element(page.getByRole('link', { name: '1A 1B 2C 3D 4E' })).toHaveAttribute('href', '/user/show/4')
  await expect.element(page.getByRole('link', { name: '2A 1B 2C 3D 4E' })).not.toBeInTheDocument()
  await expectNoAxeFindings('parts and failures', { at: [390, 1280] })
})

it('says that only the latest failures are listed', async () => {
  const hundred = Array.from({ length: 100 }, (_, place) => shownFailure({ serialNumberFormatted: `0A 1B 2C 3D ${place}` }))
  await open({ failed: hundred }, 'Failures (the latest 100)')
  await expect.element(page.getByRole('list', { name: 'Failures' }).getByRole('listitem')).toHaveLength(100)
})
