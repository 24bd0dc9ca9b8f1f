// @module-tag rest
/** A step that waits on a release's page, and one that was not taken. All its words: ScheduledStep.test.tsx. */
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { movedClock } from '../../../../../tests/component/movedClock.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import type { ReleaseState } from '../../../../contract/releaseStates.ts'
import { AppError } from '../../../../errors.ts'

type Scheduled = NonNullable<ShownRelease['scheduled']>

/** In local time, so that the words are the same in every time zone. */
const due = new Date(2199, 7, 1, 14, 0)
const moment = 'Thursday, 1 August 2199, 14:00'

function scheduled(others: Partial<Scheduled> = {}): Scheduled {
  const setBy = { id: 3, tostring: 'Ada Field' }
  return { step: 'released', at: due.toISOString(), setBy, setAt: '2026-03-04T10:00:00.000Z', failure: null, ...others }
}

const releaseWith = (others: Partial<Scheduled>, state: ReleaseState = 'beta') =>
  createRelease({ state, reach: state === 'beta' ? 'beta' : 'released', scheduled: scheduled(others) })
const main = page.getByRole('main')

function unschedule(): never {
  throw new AppError('network.offline.error')
}

describe('a step ahead', () => {
  const sentence = main.getByText(/^Will be offered to all owners/)
  const cancel = main.getByRole('button', { name: 'Cancel' })

  it('says when it will be taken and who set it, and can be cancelled', async () => {
    const { sent } = await openRelease(releaseWith({}))
    await expect.element(main.getByText(`Will be offered to all owners on ${moment}, set by Ada Field`)).toBeVisible()
    await expectNoAxeFindings('a step ahead', { at: [390, 1280] })
    await cancel.click()
    await expect.element(page.getByText(`Cancelled: nothing happens on ${moment}`)).toBeVisible()
    await expect.element(sentence).not.toBeInTheDocument()
    expect(sent('unschedule')).toMatchObject([{ params: { id: 9 } }])
  })

  it('stays where cancelling fails, and says so', async () => {
    await openRelease(releaseWith({}), { answers: { unschedule } })
    await cancel.click()
    await expect.element(page.getByText(/Your changes are not saved/)).toBeVisible()
    await expect.element(sentence).toBeVisible()
  })

  it('shows on an open page what became of it', async () => {
    const moveTime = movedClock()
    const at = new Date(Date.now() + 600_000)
    const release = releaseWith({ at: at.toISOString() })
    const { get } = release.calls.release
    await openRelease(release, {
      answers: { get: () => (Date.now() < at.getTime() ? get() : { ...get(), state: 'released', scheduled: null }) },
    })
    await expect.element(sentence).toBeVisible()
    moveTime(601_000)
    await expect.element(sentence).not.toBeInTheDocument()
    await expect.element(main.getByText('Released', { exact: true }).first()).toBeVisible()
  })
})

describe('a step that was not taken', () => {
  const failed = { failure: 'release.approval.error' } as const

  it('is set again in its own question, which asks for the time', async () => {
    const { sent } = await openRelease(releaseWith(failed))
    await main.getByRole('button', { name: 'Set again' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Offer 5.2 to everyone?' })
    await expect.element(dialog.getByLabelText('Day and time')).toBeVisible()
    await dialog.getByRole('button', { name: /^Offer to 412 customers on/ }).click()
    await expect.element(main.getByText('Not offered to all owners')).not.toBeInTheDocument()
    await expect.element(main.getByText(/^Will be offered to all owners/)).toBeVisible()
    expect(sent('schedule')).toMatchObject([{ body: { step: 'released', from: 'beta' } }])
  })

  it('says why, and can be dismissed', async () => {
    const { sent } = await openRelease(releaseWith(failed))
    await expect.element(main.getByText('Not offered to all owners')).toBeVisible()
    await expect
      .element(
        main.getByText(
          `Was due on ${moment}, and was not taken. Another administrator has to approve this release first; a beta of many people needs that, too.`,
        ),
      )
      .toBeVisible()
    await expectNoAxeFindings('a step not taken', { at: [390, 1280] })
    await main.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(main.getByText('Not offered to all owners')).not.toBeInTheDocument()
    expect(sent('unschedule')).toHaveLength(1)
  })

  it('is not set again where its state no longer allows it', async () => {
    await openRelease(releaseWith(failed, 'released'))
    await expect.element(main.getByRole('button', { name: 'Dismiss' })).toBeVisible()
    await expect.element(main.getByRole('button', { name: 'Set again' })).not.toBeInTheDocument()
  })
})
