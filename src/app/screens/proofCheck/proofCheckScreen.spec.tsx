/** Staff check proofs of purchase. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { unavailable } from '../../../../tests/component/everyScreen.ts'
import { type FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { ada, bob, document, eve, openQueue, owner } from '../../../../tests/component/proofQueue.ts'
import { openApp } from '../../../../tests/component/render.tsx'

const w = { refuse: 'Refuse', reason: 'Reason', missing: 'This field is required' } as const

describe('the queue of proofs', () => {
  it('shows the document beside what it has to prove, and refuses with a reason and words [T932]', async () => {
    const { decided } = await openQueue([ada, bob, eve])
    await expect.element(page.getByRole('heading', { level: 1, name: 'Proofs of purchase' })).toBeVisible()
    await expect.element(page.getByText('3 to check')).toBeVisible()
    await expect.element(document('invoice-31.png')).toBeVisible()
    await expect.element(page.getByText('01/11/2026', { exact: true })).toBeVisible()
    await expect.element(page.getByText('ABCDE23456FGHJK7890L')).toBeVisible()
    await expectNoAxeFindings('the queue of proofs')
    await page.getByRole('button', { name: w.refuse, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Refuse the proof of Ada Field?' })
    await expect.element(dialog).toBeVisible()
    // No reason is sent that nobody has chosen.
    await expect.element(dialog.getByLabelText(w.reason)).toHaveDisplayValue('Choose a reason')
    await dialog.getByRole('button', { name: w.refuse }).click()
    await expect.element(dialog.getByText(w.missing)).toBeVisible()
    await dialog.getByLabelText(w.reason).selectOptions('Another reason')
    await dialog.getByRole('button', { name: w.refuse }).click()
    await expect.element(dialog.getByText(w.missing)).toBeVisible()
    await expectNoAxeFindings('refusing a proof')
    await dialog.getByLabelText('Your words').fill('Ein Bild')
    await dialog.getByRole('button', { name: w.refuse }).click()
    await expect.element(page.getByText('Proof of Ada Field refused')).toBeVisible()
    expect(decided).toEqual([{ id: 31, body: { decision: 'refused', submittedAt: ada.submittedAt, reason: 'other', words: 'Ein Bild' } }])
    await expect.element(owner('Bob Meadow')).toBeVisible()
  })

  it.each([
    ['its proofs', { proofCheck: { take: unavailable } }],
    ['the document', { proofCheck: { take: () => ({ waiting: 1, proofs: [ada] }) }, file: { showFileFromWeb: unavailable } }],
  ])('says that %s could not be loaded, and tries again', { tags: 'rest' }, async (what, failing: FakeCalls) => {
    await openApp('/proofCheck/index', { as: 'admin', calls: failing })
    await expect.element(page.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible()
    await expectNoAxeFindings(`a queue of proofs without ${what}`)
  })

  it('is empty, or left to others', async () => {
    await openQueue([])
    await expect.element(page.getByText('Nothing to check')).toBeVisible()
    await expectNoAxeFindings('no proof to check')
    await openQueue([], { others: { take: () => ({ waiting: 2, proofs: [] }) } })
    await expect.element(page.getByText('What is left is with somebody else, or your own.')).toBeVisible()
  })
})
