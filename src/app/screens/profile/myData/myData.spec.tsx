// @module-tag rest
/** One's data on the profile: an archive to take along, and the deletion of the account, which can be taken back. */
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoOverflow } from '../../../../../tests/component/accountForms.ts'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { callsOfAllScreens } from '../../../../../tests/component/everyScreen.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { archive, createLeaving, dueAt } from '../../../../../tests/component/leaving.ts'
import { openApp, type Person } from '../../../../../tests/component/render.tsx'
import { watchSavedFiles } from '../../../../../tests/component/savedFiles.ts'
import { leavingWords } from '../../../../../tests/e2e/leavingWords.ts'

const w = leavingWords.en
const card = page.getByRole('region', { name: w.card, exact: true })
const banner = page.getByRole('complementary', { name: w.banner })
const open = (calls: FakeCalls, as: Person = 'customer') => openApp('/profile#myData', { as, calls: [callsOfAllScreens(), calls] })

describe('one’s data on the profile', () => {
  it('say before the deletion what stays and why, then when it comes, on every screen, and keep the account by one click [T880]', async () => {
    const { sent } = await open(createLeaving())
    await expect.element(card).toHaveFocus()
    for (const text of w.stays) await expect.element(card.getByText(text)).toBeVisible()
    await expect.element(banner).not.toBeInTheDocument()
    await expectNoAxeFindings('one’s data')
    await card.getByRole('button', { name: w.remove }).click()
    const question = page.getByRole('alertdialog', { name: w.question })
    await expect.element(question.getByText(w.days)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(sent('leaving.requestDeletion')).toEqual([])
    await card.getByRole('button', { name: w.remove }).click()
    await question.getByRole('button', { name: w.remove }).click()
    await expect.element(card.getByText(w.date)).toBeVisible()
    await expect.element(banner.getByText(w.date)).toBeVisible()
    await page.viewport(390, 844)
    expectNoOverflow()
    await expectNoAxeFindings('an account that will be deleted')
    await banner.getByRole('button', { name: w.keep }).click()
    await expect.element(banner).not.toBeInTheDocument()
    await expect.element(page.getByText(w.kept).first()).toBeVisible()
    await expect.element(card.getByRole('button', { name: w.remove })).toBeVisible()
  })

  it('are prepared once, and downloaded as a file when they are ready [T881]', async () => {
    const saved = watchSavedFiles()
    const { sent } = await open(createLeaving([archive(3), archive(2, { isByStaff: true })]))
    await card.getByRole('button', { name: w.prepare }).click()
    await expect.element(card.getByText(w.preparing)).toBeVisible()
    await expect.element(card.getByRole('button', { name: w.prepare })).not.toBeInTheDocument()
    await page.viewport(390, 844)
    expectNoOverflow()
    await expectNoAxeFindings('archives')
    await card.getByRole('button', { name: w.download }).first().click()
    await expect.poll(() => saved.map(({ name }) => name)).toEqual(['Fieldport-2026-11-27.zip'])
    await expect(saved[0]?.text).resolves.toBe('the archive')
    expect(sent('leaving.downloadExport')).toMatchObject([{ body: { exportId: 3 } }])
  })

  it('are being deleted once the deletion has begun, and no button would keep them [T1021]', async () => {
    await open(createLeaving([], { deletion: { requestedAt: dueAt, dueAt, isByStaff: false, hasBegun: true } }))
    await expect.element(card.getByText(w.begun)).toBeVisible()
    await expect.element(banner.getByText(w.begun)).toBeVisible()
    await expect.element(page.getByText(w.date)).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: w.keep })).not.toBeInTheDocument()
  })

  it('whose archive failed say so, and can be prepared anew [T1023]', async () => {
    await open(createLeaving([archive(3, { sizeBytes: null, hasFailed: true })]))
    await expect.element(card.getByText(w.failed)).toBeVisible()
    await card.getByRole('button', { name: w.prepare }).click()
    await expect.element(card.getByText(w.preparing)).toBeVisible()
    await expect.element(card.getByText(w.failed)).not.toBeInTheDocument()
  })

  it('are not deleted of the only administrator, who learns why [T882]', async () => {
    await open(createLeaving([], { isOnly: true }), 'admin')
    await card.getByRole('button', { name: w.remove }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: w.remove }).click()
    await expect.element(card.getByText(w.onlyOne)).toBeVisible()
    await expect.element(banner).not.toBeInTheDocument()
  })
})
