/** Why a release was halted by its outcomes, in words. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { testFound } from '../../../../../tests/component/records.ts'
import { createRelease } from '../../../../../tests/component/releases.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { Locale } from '../../../../contract/rules.ts'
import type { ShownRelease, ShownTestFound } from '../../../../contract/shownRelease.ts'

const open = (haltedFor: ShownTestFound | null, others: Partial<ShownRelease> = {}, locale: Locale = 'en') =>
  openApp('/firmware/show/14', { as: 'backoffice', locale, calls: createRelease({ state: 'halted', haltedFor, ...others }).calls })

const titles = { en: 'Halted by itself', fr: 'Suspendue automatiquement' }
const few = { outcomes: 12, failures: 0 }

type Case = readonly [name: string, found: ShownTestFound, en: string, fr: string]
const cases: readonly Case[] = [
  [
    'its updates failed',
    testFound('all'),
    '14 of 96 updates failed; the version before had 3 in 100.',
    '14 mises à jour sur 96 ont échoué, contre 3 sur 100 pour la version précédente.',
  ],
  [
    'it has no version before',
    testFound('all', { outcomes: 1_204, before: null }),
    '14 of 1,204 updates failed; 5 in 100 were expected.',
    '14 mises à jour sur 1 204 ont échoué, alors qu’on en attendait 5 sur 100.',
  ],
  [
    'the version before had too few updates to count',
    testFound('all', { expected: 0.01, before: few }),
    '14 of 96 updates failed; 1 in 100 was expected.',
    '14 mises à jour sur 96 ont échoué, alors qu’on en attendait 1 sur 100.',
  ],
  [
    'hardware fails',
    testFound('hardware', { name: '4', before: { outcomes: 400, failures: 0 } }),
    '14 of 96 updates of hardware 4 failed; the version before had none.',
    'Sur le matériel 4, 14 mises à jour sur 96 ont échoué, contre aucun cas pour la version précédente.',
  ],
  [
    'detectors are left empty',
    testFound('empty', { failures: 3, outcomes: 40, expected: 0.002, before: null }),
    '3 of 40 detectors were left without a firmware after a second try; 1 in 500 was expected.',
    '3 détecteurs sur 40 sont restés sans firmware après un deuxième essai, alors qu’on en attendait 1 sur 500.',
  ],
  [
    'nothing is heard',
    testFound('silent', { failures: 6, outcomes: 40, before: { outcomes: 1_000, failures: 5 } }),
    'Nothing was heard of 6 of 40 updates for a day; the version before had 1 in 200.',
    '6 mises à jour sur 40 sont restées sans nouvelles pendant un jour, contre 1 sur 200 pour la version précédente.',
  ],
]

describeInEachLanguage('a release that was halted because (%s)', (locale) => {
  it.each(cases)('%s says so', async (name, found, en, fr) => {
    await open(found, {}, locale)
    await expect.element(page.getByText(titles[locale])).toBeVisible()
    await expect.element(page.getByText(locale === 'en' ? en : fr)).toBeVisible()
    if (name === 'hardware fails') await expectNoAxeFindings('halted by itself', { at: [390, 1280] })
  })
})

it.each<[string, ShownTestFound | null, Partial<ShownRelease>, string]>([
  ['halted by a person', null, {}, 'Halted'],
  ['withdrawn since', testFound('all'), { state: 'withdrawn' }, 'Withdrawn'],
])('a release that was %s says nothing of it', async (_, found, others, badge) => {
  await open(found, others)
  await expect.element(page.getByText(badge, { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText(titles.en)).not.toBeInTheDocument()
})
