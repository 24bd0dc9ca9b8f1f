/** Staff check proofs of purchase. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { unavailable } from '../../../../tests/component/everyScreen.ts'
import { type FakeCalls } from '../../../../tests/component/fakeApi.ts'
import { describeInEachLanguage } from '../../../../tests/component/languages.ts'
import { ada, bob, document, eve, openQueue, owner } from '../../../../tests/component/proofQueue.ts'
import { openApp } from '../../../../tests/component/render.tsx'

const words = {
  en: {
    title: 'Proofs of purchase',
    count: '3 to check',
    date: 'Purchase date',
    refuse: 'Refuse',
    question: 'Refuse the proof of Ada Field?',
    reason: 'Reason',
    own: 'Your words',
    choose: 'Choose a reason',
    choice: 'Another reason',
    missing: 'This field is required',
    done: 'Proof of Ada Field refused',
    retry: 'Try again',
    nothing: 'Nothing to check',
    left: 'What is left is with somebody else, or your own.',
  },
  fr: {
    title: 'Preuves d’achat',
    count: '3 à vérifier',
    date: 'Date d’achat',
    refuse: 'Refuser',
    question: 'Refuser la preuve envoyée par Ada Field\u00A0?',
    reason: 'Motif',
    own: 'Votre message',
    choose: 'Choisissez un motif',
    choice: 'Autre motif',
    missing: 'Ce champ est obligatoire',
    done: 'Preuve envoyée par Ada Field\u00A0: refusée',
    retry: 'Réessayer',
    nothing: 'Rien à vérifier',
    left: 'Celles qui restent sont vérifiées par quelqu’un d’autre, ou sont les vôtres.',
  },
} as const

describeInEachLanguage('the queue of proofs (%s)', (locale) => {
  const w = words[locale]

  it('shows the document beside what it has to prove, and refuses with a reason and words [T932]', async () => {
    const { decided } = await openQueue([ada, bob, eve], { locale })
    await expect.element(page.getByRole('heading', { level: 1, name: w.title })).toBeVisible()
    await expect.element(page.getByText(w.count)).toBeVisible()
    await expect.element(document('invoice-31.png')).toBeVisible()
    await expect.element(page.getByText('01/11/2026', { exact: true })).toBeVisible()
    await expect.element(page.getByText('ABCDE23456FGHJK7890L')).toBeVisible()
    await expectNoAxeFindings('the queue of proofs')
    await page.getByRole('button', { name: w.refuse, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: w.question })
    await expect.element(dialog).toBeVisible()
    // No reason is sent that nobody has chosen.
    await expect.element(dialog.getByLabelText(w.reason)).toHaveDisplayValue(w.choose)
    await dialog.getByRole('button', { name: w.refuse }).click()
    await expect.element(dialog.getByText(w.missing)).toBeVisible()
    await dialog.getByLabelText(w.reason).selectOptions(w.choice)
    await dialog.getByRole('button', { name: w.refuse }).click()
    await expect.element(dialog.getByText(w.missing)).toBeVisible()
    await expectNoAxeFindings('refusing a proof')
    await dialog.getByLabelText(w.own).fill('Ein Bild')
    await dialog.getByRole('button', { name: w.refuse }).click()
    await expect.element(page.getByText(w.done)).toBeVisible()
    expect(decided).toEqual([{ id: 31, body: { decision: 'refused', submittedAt: ada.submittedAt, reason: 'other', words: 'Ein Bild' } }])
    await expect.element(owner('Bob Meadow')).toBeVisible()
  })

  it.each([
    ['its proofs', { proofCheck: { take: unavailable } }],
    ['the document', { proofCheck: { take: () => ({ waiting: 1, proofs: [ada] }) }, file: { showFileFromWeb: unavailable } }],
  ])('says that %s could not be loaded, and tries again', { tags: 'rest' }, async (what, failing: FakeCalls) => {
    await openApp('/proofCheck/index', { as: 'admin', locale, calls: failing })
    await expect.element(page.getByRole('alert').getByRole('button', { name: w.retry })).toBeVisible()
    await expectNoAxeFindings(`a queue of proofs without ${what}`)
  })

  it('is empty, or left to others', async () => {
    await openQueue([], { locale })
    await expect.element(page.getByText(w.nothing)).toBeVisible()
    await expectNoAxeFindings('no proof to check')
    await openQueue([], { locale, others: { take: () => ({ waiting: 2, proofs: [] }) } })
    await expect.element(page.getByText(w.left)).toBeVisible()
  })
})
