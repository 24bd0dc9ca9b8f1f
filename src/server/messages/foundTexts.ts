/**
 * What outcomes found of a release, as mails say it in both languages: "14 of 96 updates failed; the version before had 3 in 100." Pages say the
 * same (app/i18n/useFoundText.ts). At least three have failed (contract/haltingRule.ts).
 */
import { comparedWith, type TestFound, type TestKind } from '../../contract/haltingRule.ts'
import { rateWords } from '../../contract/rateWords.ts'
import { browserNames, type Locale } from '../../contract/rules.ts'

type Words = {
  /** What failed, of how many. `name`: the hardware version, the build or the browser; undefined for a browser without one. */
  readonly failed: Readonly<Record<TestKind, (failures: string, outcomes: string, name: string | undefined) => string>>
  readonly expected: (failed: string, count: string, base: string) => string
  readonly before: (failed: string, count: string, base: string) => string
  readonly noneBefore: (failed: string) => string
}

const words: Readonly<Record<Locale, Words>> = {
  en: {
    failed: {
      all: (failures, outcomes) => `${failures} of ${outcomes} updates failed`,
      hardware: (failures, outcomes, name) => `${failures} of ${outcomes} updates of hardware ${name} failed`,
      empty: (failures, outcomes) => `${failures} of ${outcomes} detectors were still without a firmware after a second try`,
      silent: (failures, outcomes) => `${failures} of ${outcomes} detectors were not heard from for a day after their update began`,
      build: (failures, outcomes, name) => `${failures} of ${outcomes} updates with portal build ${name} failed`,
      browser: (failures, outcomes, name = 'other browsers') => `${failures} of ${outcomes} updates in ${name} failed`,
    },
    expected: (failed, count, base) => `${failed}; ${count} in ${base} were expected.`,
    before: (failed, count, base) => `${failed}; the version before had ${count} in ${base}.`,
    noneBefore: (failed) => `${failed}; the version before had none.`,
  },
  fr: {
    failed: {
      all: (failures, outcomes) => `${failures} mises à jour sur ${outcomes} ont échoué`,
      hardware: (failures, outcomes, name) => `${failures} mises à jour sur ${outcomes} ont échoué sur le matériel ${name}`,
      empty: (failures, outcomes) => `${failures} détecteurs sur ${outcomes} étaient encore sans firmware après une deuxième tentative`,
      silent: (failures, outcomes) =>
        `${failures} détecteurs sur ${outcomes} n’ont pas donné signe de vie pendant un jour après le début de la mise à jour`,
      build: (failures, outcomes, name) => `${failures} mises à jour sur ${outcomes} ont échoué avec le build ${name} du portail`,
      browser: (failures, outcomes, name = 'd’autres navigateurs') => `${failures} mises à jour sur ${outcomes} ont échoué dans ${name}`,
    },
    expected: (failed, count, base) => `${failed} ; on s’attendait à ${count} sur ${base}.`,
    before: (failed, count, base) => `${failed}, contre ${count} sur ${base} avec la version précédente.`,
    noneBefore: (failed) => `${failed} ; aucun cas avec la version précédente.`,
  },
}

export function foundText(locale: Locale, found: TestFound): string {
  const { failed, expected, before, noneBefore } = words[locale]
  const inWords = (count: number) => count.toLocaleString(locale)
  const name = found.kind === 'browser' ? browserNames[found.name] : found.name
  const text = failed[found.kind](inWords(found.failures), inWords(found.outcomes), name)
  const { of, rate } = comparedWith(found)
  const { count, base } = rateWords(rate)
  if (of === 'expected') return expected(text, inWords(count), inWords(base))
  return rate === 0 ? noneBefore(text) : before(text, inWords(count), inWords(base))
}
