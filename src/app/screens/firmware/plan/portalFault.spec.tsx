// @module-tag rest
/** A build or browser in which updates of a release without a plan fail, on its page, until somebody has seen it. Its words: HaltedFor.test.tsx. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { openRelease } from '../../../../../tests/component/openRelease.ts'
import { shownRelease } from '../../../../../tests/component/records.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { testFound } from '../../../../../tests/support/foundSentences.ts'
import { AppError } from '../../../../errors.ts'

const edge = testFound({ kind: 'browser', name: 'edge', outcomes: 9, failures: 4 })

const w = {
  browser: 'Updates fail in one browser',
  text: '4 of 9 updates in Edge failed; the version before had 3 in 100. That is the browser’s fault, not the firmware’s. The release is still offered.',
  see: 'Mark as seen',
}

it('a fault of the portal is said until it is marked as seen', async () => {
  const { sent } = await openRelease(createRelease({ portalFault: edge }), { as: 'backoffice' })
  await expect.element(page.getByText(w.browser, { exact: true })).toBeVisible()
  await expect.element(page.getByText(w.text, { exact: true })).toBeVisible()
  await expectNoAxeFindings('a fault of the portal', { at: [390, 1280] })
  await page.getByRole('button', { name: w.see, exact: true }).click()
  await expect.element(page.getByText('The failures of 5.2 are marked as seen')).toBeVisible()
  await expect.element(page.getByText(w.browser, { exact: true })).not.toBeInTheDocument()
  expect(sent('resumePlan')).toMatchObject([{ params: { id: 9 } }])
})

it('that somebody else has marked as seen is gone after the refusal', async () => {
  let isSeen = false
  const get = () => shownRelease({ portalFault: isSeen ? null : edge })
  function resumePlan(): never {
    isSeen = true
    throw new AppError('release.step.error')
  }
  await openRelease(createRelease(), { as: 'backoffice', answers: { get, resumePlan } })
  await page.getByRole('button', { name: w.see }).click()
  await expect.element(page.getByText('The state of this release no longer allows this step.')).toBeVisible()
  await expect.element(page.getByText(w.browser, { exact: true })).not.toBeInTheDocument()
})
