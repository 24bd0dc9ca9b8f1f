/** Why a release was halted by its outcomes, in words. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { testFound } from '../../../../../tests/support/foundSentences.ts'
import type { Locale } from '../../../../contract/rules.ts'
import type { ShownRelease, ShownTestFound } from '../../../../contract/shownRelease.ts'

const open = (haltedFor: ShownTestFound | null, others: Partial<ShownRelease> = {}, locale: Locale = 'en') =>
  openApp('/firmware/show/14', { as: 'backoffice', locale, calls: createRelease({ state: 'halted', haltedFor, ...others }).calls })

const titles = { en: 'Halted by itself', fr: 'Suspendue automatiquement' }
const because = {
  en: '14 of 96 updates of hardware 4 failed; the version before had 3 in 100.',
  fr: '14 mises à jour sur 96 ont échoué sur le matériel 4, contre 3 sur 100 avec la version précédente.',
}

itInEachLanguage('a release that outcomes have halted says why (%s)', async (locale) => {
  await open(testFound({ kind: 'hardware', name: '4' }), {}, locale)
  await expect.element(page.getByText(titles[locale])).toBeVisible()
  await expect.element(page.getByText(because[locale])).toBeVisible()
  await expectNoAxeFindings('halted by itself', { at: [390, 1280] })
})

it.each<[string, ShownTestFound | null, Partial<ShownRelease>, string]>([
  ['halted by a person', null, {}, 'Halted'],
  ['withdrawn since', testFound(), { state: 'withdrawn' }, 'Withdrawn'],
])('a release that was %s says nothing of it', async (_, found, others, badge) => {
  await open(found, others)
  await expect.element(page.getByText(badge, { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText(titles.en)).not.toBeInTheDocument()
})
