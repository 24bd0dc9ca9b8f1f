// @module-tag rest
/** Why a release was halted by its outcomes, on its page. Its words: HaltedFor.test.tsx. */
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { testFound } from '../../../../../tests/support/foundSentences.ts'

const titles = { en: 'Halted by itself', fr: 'Suspendue automatiquement' }
const because = {
  en: '14 of 96 updates of hardware 4 failed; the version before had 3 in 100.',
  fr: '14 mises à jour sur 96 ont échoué sur le matériel 4, contre 3 sur 100 avec la version précédente.',
}

itInEachLanguage('a release that outcomes have halted says why (%s)', async (locale) => {
  const haltedFor = testFound({ kind: 'hardware', name: '4' })
  await openApp('/firmware/show/14', { as: 'backoffice', locale, calls: createRelease({ state: 'halted', haltedFor }).calls })
  await expect.element(page.getByText(titles[locale])).toBeVisible()
  await expect.element(page.getByText(because[locale])).toBeVisible()
  await expectNoAxeFindings('halted by itself', { at: [390, 1280] })
})
