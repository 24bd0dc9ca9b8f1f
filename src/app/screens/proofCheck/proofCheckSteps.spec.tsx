// @module-tag rest
/** Staff check proofs one after the other, with the mouse and with two keys, beside others who do. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { held } from '../../../../tests/component/fakeApi.ts'
import { ada, approve, bob, document, eve, openQueue, owner, picture, refuse, shownOf } from '../../../../tests/component/proofQueue.ts'
import { AppError } from '../../../errors.ts'

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
