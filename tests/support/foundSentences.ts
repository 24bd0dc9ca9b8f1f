/** What outcomes say of a release, as pages and mails put it. */
import type { TestFound } from '../../src/contract/haltingRule.ts'
import type { Locale } from '../../src/contract/rules.ts'

type FoundSentence = Readonly<Record<Locale, string>> & { readonly found: TestFound }

const earlier = { outcomes: 1000, failures: 30 }

export function testFound(others: Partial<TestFound> = {}): TestFound {
  return { kind: 'all', name: '', outcomes: 96, failures: 14, expected: 0.0377, before: earlier, ...others }
}

export const foundSentences: readonly FoundSentence[] = [
  {
    found: testFound(),
    en: '14 of 96 updates failed; the version before had 3 in 100.',
    fr: '14 mises à jour sur 96 ont échoué, contre 3 sur 100 avec la version précédente.',
  },
  {
    found: testFound({ outcomes: 1204, failures: 89, before: { outcomes: 50_000, failures: 0 } }),
    en: '89 of 1,204 updates failed; the version before had none.',
    fr: '89 mises à jour sur 1\u202f204 ont échoué\u00a0; aucun cas avec la version précédente.',
  },
  {
    found: testFound({ kind: 'hardware', name: '4', outcomes: 3, failures: 3, before: null, expected: 0.05 }),
    en: '3 of 3 updates of hardware 4 failed; 5 in 100 were expected.',
    fr: '3 mises à jour sur 3 ont échoué sur le matériel 4\u00a0; on s’attendait à 5 sur 100.',
  },
  {
    found: testFound({ kind: 'empty', failures: 3, before: { outcomes: 2000, failures: 4 } }),
    en: '3 of 96 detectors were still without a firmware after a second try; the version before had 2 in 1,000.',
    fr: '3 détecteurs sur 96 étaient encore sans firmware après une deuxième tentative, contre 2 sur 1\u202f000 avec la version précédente.',
  },
  {
    found: testFound({ kind: 'silent', before: { outcomes: 299, failures: 0 }, expected: 0.1 }),
    en: '14 of 96 detectors were not heard from for a day after their update began; 10 in 100 were expected.',
    fr: '14 détecteurs sur 96 n’ont pas donné signe de vie pendant un jour après le début de la mise à jour\u00a0; on s’attendait à 10 sur 100.',
  },
  {
    found: testFound({ kind: 'build', name: '812', outcomes: 9, failures: 4 }),
    en: '4 of 9 updates with portal build 812 failed; the version before had 3 in 100.',
    fr: '4 mises à jour sur 9 ont échoué avec le build 812 du portail, contre 3 sur 100 avec la version précédente.',
  },
  {
    found: testFound({ kind: 'browser', name: 'edge', outcomes: 9, failures: 4 }),
    en: '4 of 9 updates in Edge failed; the version before had 3 in 100.',
    fr: '4 mises à jour sur 9 ont échoué dans Edge, contre 3 sur 100 avec la version précédente.',
  },
  {
    found: testFound({ kind: 'browser', name: 'other', outcomes: 9, failures: 4 }),
    en: '4 of 9 updates in other browsers failed; the version before had 3 in 100.',
    fr: '4 mises à jour sur 9 ont échoué dans d’autres navigateurs, contre 3 sur 100 avec la version précédente.',
  },
]
