/** Staff check proofs of purchase, with the mouse and with two keys. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { unavailable } from '../../../../tests/component/everyScreen.ts'
import { type FakeCalls, held } from '../../../../tests/component/fakeApi.ts'
import { fakeTable } from '../../../../tests/component/fakeTable.ts'
import { describeInEachLanguage } from '../../../../tests/component/languages.ts'
import { waitingProof } from '../../../../tests/component/proofs.ts'
import { grayPng, shownUser } from '../../../../tests/component/records.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import type { WaitingProof } from '../../../contract/proofCheck.ts'
import type { Locale } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'

const picture = () => Uint8Array.from(atob(grayPng), (letter) => letter.charCodeAt(0))
const ada = waitingProof(31, { owner: { id: 4, tostring: 'Ada Field' }, code: 'ABCDE23456FGHJK7890L' })
const bob = waitingProof(32, { owner: { id: 5, tostring: 'Bob Meadow' }, kind: 'detector', name: 'WS6 Master' })
const eve = waitingProof(33, { owner: { id: 6, tostring: 'Eve Heath' } })

type Decided = { readonly id: number; readonly body: unknown }

/** A queue as the server keeps it: two at a time, oldest first. */
async function openQueue(
  proofs: readonly WaitingProof[],
  {
    locale = 'en',
    others = {},
    files = () => new Response(picture(), { headers: { 'content-type': 'image/png' } }),
  }: { locale?: Locale; others?: FakeCalls['proofCheck']; files?: () => Response | Promise<Response> } = {},
) {
  const waiting = [...proofs]
  const decided: Decided[] = []
  const reopened: number[] = []
  const app = await openApp('/proofCheck/index', {
    as: 'backoffice',
    locale,
    calls: {
      // The mouse may rest on a link, whose record is then fetched ahead.
      user: { ...fakeTable(() => []), get: () => shownUser() },
      file: { showFileFromWeb: files },
      proofCheck: {
        take: () => ({ waiting: waiting.length, proofs: waiting.slice(0, 2) }),
        decide({ params: { id }, body }) {
          decided.push({ id, body })
          waiting.splice(
            waiting.findIndex((one) => one.id === id),
            1,
          )
          return { id }
        },
        reopen({ params: { id } }) {
          reopened.push(id)
          waiting.unshift(...proofs.filter((one) => one.id === id))
          return { id }
        },
        ...others,
      },
    },
  })
  return { ...app, decided, reopened }
}

const shownOf = (fileId: number, seen: readonly { name: string; parts: unknown }[]) =>
  seen.filter(({ name, parts }) => name === 'file.showFileFromWeb' && JSON.stringify(parts).includes(`"id":${fileId}`)).length
const owner = (name: string) => page.getByRole('link', { name, exact: true })
const document = (name: string) => page.getByRole('img', { name })
const approve = () => page.getByRole('button', { name: 'Approve' })
const refuse = () => page.getByRole('button', { name: 'Refuse', exact: true })

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

describe('checking proofs', () => {
  it('A approves and goes on with the next, whose document is there already [T933]', async () => {
    const { decided, seen } = await openQueue([ada, bob, eve])
    await expect.element(owner('Ada Field')).toBeVisible()
    await expect.poll(() => shownOf(32, seen)).toBe(1)
    await expect.element(approve()).toBeEnabled()
    await userEvent.keyboard('a')
    await expect.element(owner('Bob Meadow')).toBeVisible()
    await expect.element(document('invoice-32.png')).toBeVisible()
    expect(shownOf(32, seen)).toBe(1)
    expect(decided).toEqual([{ id: 31, body: { decision: 'approved', submittedAt: ada.submittedAt } }])
    await expect.poll(() => shownOf(33, seen)).toBe(1)
    await expect.element(approve()).toBeEnabled()
    await userEvent.keyboard('A')
    await expect.element(owner('Eve Heath')).toBeVisible()
    await approve().click()
    await expect.element(page.getByText('Nothing to check')).toBeVisible()
    expect(decided.map(({ id }) => id)).toEqual([31, 32, 33])
  })

  it('a key that is held decides once', async () => {
    const { decided } = await openQueue([ada, bob, eve])
    await expect.element(document('invoice-31.png')).toBeVisible()
    await userEvent.keyboard('{a>}')
    await expect.element(document('invoice-32.png')).toBeVisible()
    window.document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', repeat: true, bubbles: true }))
    await userEvent.keyboard('{/a}')
    await expect.element(owner('Bob Meadow')).toBeVisible()
    expect(decided.map(({ id }) => id)).toEqual([31])
  })

  it('a page that somebody has left open keeps no proof from the others, and says on their return what another has taken [T1033]', async () => {
    onTestFinished(() => void vi.useRealTimers())
    let isTaken = false
    const takenAt: number[] = []
    const take = () => {
      takenAt.push(Date.now())
      return { waiting: 2, proofs: isTaken ? [eve] : [ada, bob] }
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: true })
    await openQueue([], { others: { take } })
    await expect.element(document('invoice-31.png')).toBeVisible()
    const cameAt = Date.now()
    await vi.advanceTimersByTimeAsync(60 * 60_000)
    const lastMs = (takenAt.at(-1) ?? 0) - cameAt
    expect(lastMs).toBeGreaterThan(3 * 60_000)
    expect(lastMs).toBeLessThan(6 * 60_000)
    isTaken = true
    window.dispatchEvent(new PointerEvent('pointermove'))
    await expect.element(page.getByText('This proof has been changed, or somebody else is checking it.')).toBeVisible()
  })

  it('nothing is decided before the document is there', async () => {
    const file = held<Response>()
    const { decided } = await openQueue([ada], { files: file.answer })
    await expect.element(approve()).toBeDisabled()
    await expect.element(refuse()).toBeDisabled()
    await userEvent.keyboard('a')
    expect(decided).toEqual([])
    file.release(new Response(picture(), { headers: { 'content-type': 'image/png' } }))
    await expect.element(approve()).toBeEnabled()
  })

  it('R asks for the reason, and Escape decides nothing [T934]', async () => {
    const { decided } = await openQueue([ada])
    await expect.element(refuse()).toBeEnabled()
    await userEvent.keyboard('r')
    const dialog = page.getByRole('dialog', { name: 'Refuse the proof of Ada Field?' })
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await userEvent.keyboard('R')
    await dialog.getByLabelText('Reason').selectOptions('The document is for another product.')
    // The letter is typed, and approves nothing.
    await dialog.getByLabelText('Your words').click()
    await userEvent.keyboard('a')
    await dialog.getByRole('button', { name: 'Refuse' }).click()
    await expect.element(page.getByText('Nothing to check')).toBeVisible()
    expect(decided).toEqual([{ id: 31, body: { decision: 'refused', submittedAt: ada.submittedAt, reason: 'otherProduct', words: 'a' } }])
  })

  it('a decision can be taken back from its toast [T935]', async () => {
    const { reopened } = await openQueue([ada, bob])
    await expect.element(owner('Ada Field')).toBeVisible()
    await approve().click()
    await expect.element(owner('Bob Meadow')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(owner('Ada Field')).toBeVisible()
    expect(reopened).toEqual([31])
  })

  it('what somebody else has decided meanwhile is said, and left out [T936]', async () => {
    let isGone = false
    const take = () => ({ waiting: isGone ? 1 : 2, proofs: isGone ? [bob] : [ada, bob] })
    await openQueue([], {
      others: {
        take,
        decide() {
          isGone = true
          throw new AppError('proof.changed.error')
        },
      },
    })
    await expect.element(owner('Ada Field')).toBeVisible()
    await approve().click()
    await expect.element(page.getByText(/^This proof has been replaced or decided/)).toBeVisible()
    // Nobody decides on what has just taken its place.
    await expect.element(approve()).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Check the next one' }).click()
    await expect.element(owner('Bob Meadow')).toBeVisible()
  })
})
