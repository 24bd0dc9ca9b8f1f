// @module-tag rest
/** Why a release was halted by its outcomes, on its page. Its words: HaltedFor.test.tsx. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { testFound } from '../../../../../tests/support/foundSentences.ts'

it('a release that outcomes have halted says why', async () => {
  const haltedFor = testFound({ kind: 'hardware', name: '4' })
  await openApp('/firmware/show/14', { as: 'backoffice', calls: createRelease({ state: 'halted', haltedFor }).calls })
  await expect.element(page.getByText('Halted by itself')).toBeVisible()
  await expect.element(page.getByText('14 of 96 updates of hardware 4 failed; the version before had 3 in 100.')).toBeVisible()
  await expectNoAxeFindings('halted by itself', { at: [390, 1280] })
})
