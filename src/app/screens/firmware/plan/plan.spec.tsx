// @module-tag rest
/** The plan of a staged release on its page. Its words: Plan.test.tsx. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { movedClock } from '../../../../../tests/component/movedClock.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { shownPlan } from '../../../../../tests/component/records.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { testFound } from '../../../../../tests/support/foundSentences.ts'

const plan = page.getByRole('region', { name: /^Plan/ })
const staged = { state: 'staged', reach: 'staged' } as const

it('a paused plan says why, and that nobody in its share can have it', async () => {
  const test = testFound({ kind: 'browser', name: 'edge', failures: 4, outcomes: 6 })
  const paused = shownPlan({ next: null, pause: { cause: 'portal', test, at: '2021-11-24T12:00:00.000Z' } })
  const audience = { customers: 0, detectors: 0, withoutFirmware: 0 }
  await openRelease(createRelease({ ...staged, plan: paused, audience }), { as: 'backoffice' })
  await expect.element(plan.getByText('Paused since 24 November 2021')).toBeVisible()
  // Its products are not blamed.
  await expect.element(page.getByText('No customer has a detector in its share that it can be installed on for now.')).toBeVisible()
  await expectNoAxeFindings('a paused plan', { at: [390, 1280] })
})

it('shows on an open page that it has grown', async () => {
  const moveTime = movedClock()
  const due = new Date(Date.now() + 600_000)
  const next = { share: 0.3, outcomes: 0, notBefore: due.toISOString() }
  const release = createRelease({ ...staged, plan: shownPlan({ next }) })
  const grown = shownPlan({ share: 0.3, next: { share: 1, outcomes: 9, notBefore: null } })
  const { get } = release.calls.release
  await openRelease(release, { answers: { get: () => (Date.now() < due.getTime() ? get() : { ...get(), plan: grown }) } })
  await expect.element(plan.getByText(/^Offered to 10% of the detectors/)).toBeVisible()
  moveTime(601_000)
  await expect.element(plan.getByText(/^Offered to 30% of the detectors .* Next: everyone, after 9 more/)).toBeVisible()
})
