// @module-tag rest
/** Releases in the list of firmwares: their state, halt and withdraw from the row, and the question before a deletion. Its words: DeletionText.test.tsx. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { type FakeCalls, held } from '../../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../../tests/component/fakeTable.ts'
import { listIsThere, rows } from '../../../../../tests/component/list.ts'
import { shownFirmware } from '../../../../../tests/component/records.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { releaseStates } from '../../../../contract/releaseStates.ts'

const badges = { draft: 'Draft', beta: 'Beta', staged: 'Staged', released: 'Released', halted: 'Halted', withdrawn: 'Withdrawn' }

const dialog = page.getByRole('alertdialog')
const everyState = releaseStates.map((state, index) =>
  Object.assign(shownFirmware({ id: index + 1, versionName: `6.${index}` }), { state }),
)
const ofEveryState = { firmware: fakeTable(() => everyState) } satisfies FakeCalls

describe('in the list', () => {
  it('each state is a word beside the version, and what can be stopped has its buttons', async () => {
    await openApp('/firmware/index', { as: 'backoffice', calls: ofEveryState })
    await listIsThere()
    for (const { versionName, state } of everyState) {
      const row = rows().filter({ hasText: versionName })
      await expect.element(row.getByText(badges[state], { exact: true })).toBeVisible()
      await expect.element(row.getByRole('button', { name: `Delete ${versionName}` })).toBeVisible()
      const isOffered = state === 'beta' || state === 'staged' || state === 'released'
      await expect.element(row.getByRole('button', { name: `Halt ${versionName}` })).toHaveLength(isOffered ? 1 : 0)
      const isWithdrawable = isOffered || state === 'halted'
      await expect.element(row.getByRole('button', { name: `Withdraw ${versionName}` })).toHaveLength(isWithdrawable ? 1 : 0)
    }
    await expectNoAxeFindings('the list')
  })

  it('a release is halted from its row, which then says so', async () => {
    const { seen } = await openApp('/firmware/index', { as: 'backoffice', calls: createRelease().calls })
    await page.getByRole('button', { name: 'Halt 5.2' }).click()
    await expect.element(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Halt 5.2' }).click()
    await expect.element(page.getByText('5.2 is halted')).toBeVisible()
    await expect.element(rows().getByText(badges.halted)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Halt 5.2' })).not.toBeInTheDocument()
    expect(seen.filter(({ name }) => name === 'release.takeStep')).toMatchObject([
      { parts: { params: { id: 9 }, body: { step: 'halt', from: 'released' } } },
    ])
  })
})

it('a draft has no date of release yet, in the list and on its page', async () => {
  const made = { releaseDate: '2026-03-09T10:00:00.000Z' }
  for (const [state, date] of [
    ['released', /09\/03\/2026/],
    ['draft', /^–$/],
  ] as const) {
    const { calls } = createRelease({ state })
    const shown = shownFirmware({ ...made, state })
    const firmware = { ...calls.firmware, ...fakeTable(() => [shown]), get: () => shown }
    await openApp('/firmware/index', { as: 'admin', calls: { ...calls, firmware } })
    await listIsThere()
    await expect.element(rows().getByRole('cell').nth(2)).toMatchTextContent(date)
    await openApp('/firmware/show/14', { as: 'admin', calls: { ...calls, firmware } })
    await expect.element(page.getByText('Released', { exact: true }).last()).toBeVisible()
    await expect.element(page.getByRole('definition').nth(1)).toMatchTextContent(date)
  }
})

/** The buttons of a row that are in sight. */
const shown = (versionName: string) =>
  rows()
    .filter({ hasText: versionName })
    .element()
    .querySelectorAll('td:last-child :is(a, button)')
    .values()
    .filter((button) => button.checkVisibility())
    .map((button) => button.getAttribute('aria-label'))
    .toArray()

it('a phone shows what is most urgent in a row, beside its deletion', async () => {
  await page.viewport(390, 844)
  await openApp('/firmware/index', { as: 'admin', calls: ofEveryState })
  await listIsThere()
  await expect.poll(() => shown('6.0')).toEqual(['Edit 6.0 (English)', 'Delete 6.0 (English)'])
  expect(shown('6.3')).toEqual(['Halt 6.3', 'Delete 6.3 (English)'])
  expect(shown('6.4')).toEqual(['Withdraw 6.4', 'Delete 6.4 (English)'])
})

it('a deleted row has no steps', async () => {
  const gone = shownFirmware({ state: 'halted', isDeleted: true })
  await openApp('/firmware/index', { as: 'admin', calls: { firmware: fakeTable(() => [gone]) } })
  await listIsThere()
  await expect.element(rows().getByText('Halted')).toBeVisible()
  await expect.element(rows().getByRole('button')).toHaveLength(0)
})

it('the question starts from the state that it has loaded, even if the row is older', async () => {
  const row = shownFirmware({ state: 'beta' })
  const { calls } = createRelease({ state: 'released' })
  const { seen } = await openApp('/firmware/index', { as: 'admin', calls: { ...calls, firmware: fakeTable(() => [row]) } })
  await page.getByRole('button', { name: 'Halt 5.2' }).click()
  await dialog.getByRole('button', { name: 'Halt 5.2' }).click()
  await expect.element(page.getByText('5.2 is halted')).toBeVisible()
  // What the question has shown, not what the row did.
  expect(seen.find(({ name }) => name === 'release.takeStep')).toMatchObject({ parts: { body: { from: 'released' } } })
})

it('the question before a deletion waits for what it has to say, and can be answered meanwhile', async () => {
  const halts = /^It is offered to customers: deleting halts it first\. It can be restored within 24 hours, and is then halted\./
  const slow = held<ShownRelease>()
  const { calls } = createRelease()
  await openApp('/firmware/index', { as: 'admin', calls: { ...calls, release: { ...calls.release, get: slow.answer } } })
  await page.getByRole('button', { name: 'Delete 5.2' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expect.element(dialog).not.toHaveAccessibleDescription(halts)
  slow.release(calls.release.get())
  await expect.element(dialog).toHaveAccessibleDescription(halts)
  await openApp('/firmware/show/14', { as: 'admin', calls })
  await page.getByRole('button', { name: 'Delete' }).first().click()
  await expect.element(dialog).toHaveAccessibleDescription(halts)
})
