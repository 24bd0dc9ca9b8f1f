import { useLingui } from '@lingui/react/macro'
import { comparedWith } from '../../contract/haltingRule.ts'
import { rateWords } from '../../contract/rateWords.ts'
import { browserNames } from '../../contract/rules.ts'
import type { ShownTestFound } from '../../contract/shownRelease.ts'

/**
 * What outcomes say of a release that they halted, or whose plan they paused: "14 of 96 updates failed; the version before had 3 in 100." At least
 * three have failed (haltingRule.ts). Mails say the same (server/messages/foundTexts.ts).
 */
export function useFoundText(): (found: ShownTestFound) => string {
  const { t, i18n } = useLingui()
  const failedText = ({ kind, name, ...found }: ShownTestFound) => {
    const [failures, outcomes] = [i18n.number(found.failures), i18n.number(found.outcomes)]
    switch (kind) {
      case 'all':
        return t`${failures} of ${outcomes} updates failed`
      case 'hardware':
        return t`${failures} of ${outcomes} updates of hardware ${name} failed`
      case 'empty':
        return t`${failures} of ${outcomes} detectors were still without a firmware after a second try`
      case 'silent':
        return t`${failures} of ${outcomes} detectors were not heard from for a day after their update began`
      case 'build':
        return t`${failures} of ${outcomes} updates with portal build ${name} failed`
      case 'browser': {
        const browser = browserNames[name]
        if (browser === undefined) return t`${failures} of ${outcomes} updates in other browsers failed`
        return t`${failures} of ${outcomes} updates in ${browser} failed`
      }
    }
  }
  return (found) => {
    const failed = failedText(found)
    const { of, rate } = comparedWith(found)
    const words = rateWords(rate)
    const [count, base] = [i18n.number(words.count), i18n.number(words.base)]
    if (of === 'expected') return t`${failed}; ${count} in ${base} were expected.`
    return rate === 0 ? t`${failed}; the version before had none.` : t`${failed}; the version before had ${count} in ${base}.`
  }
}
