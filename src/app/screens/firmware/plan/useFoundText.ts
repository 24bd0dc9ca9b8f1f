import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { leastOutcomesBefore } from '../../../../contract/haltingRule.ts'
import type { ShownTestFound } from '../../../../contract/shownRelease.ts'
import { roundRate } from './roundRate.ts'

/** What has halted a release or paused its plan: "14 of 96 updates failed; the version before had 3 in 100." There are three failures at least. */
export function useFoundText(): (found: ShownTestFound) => string {
  const { t } = useLingui()
  const [happenedText, expectedText] = [useHappenedText(), useExpectedText()]
  return (found) => t`${happenedText(found)}; ${expectedText(found)}.`
}

function useHappenedText(): (found: ShownTestFound) => string {
  const { t, i18n } = useLingui()
  return ({ kind, name, ...count }) => {
    const [failures, outcomes] = [i18n.number(count.failures), i18n.number(count.outcomes)]
    switch (kind) {
      case 'all':
        return t`${failures} of ${outcomes} updates failed`
      case 'hardware':
        return t`${failures} of ${outcomes} updates of hardware ${name} failed`
      case 'empty':
        return t`${failures} of ${outcomes} detectors were left without a firmware after a second try`
      case 'silent':
        return t`Nothing was heard of ${failures} of ${outcomes} updates for a day`
      case 'build':
        return t`${failures} of ${outcomes} updates in build ${name} of the portal failed`
      case 'browser':
        return name === 'other'
          ? t`${failures} of ${outcomes} updates in other browsers failed`
          : t`${failures} of ${outcomes} updates in ${browserNames[name] ?? name} failed`
    }
  }
}

const browserNames: Readonly<Record<string, string>> = { chrome: 'Chrome', edge: 'Edge', opera: 'Opera' }

/** How the version before did; where it had too few updates to say, what the rule expects. */
function useExpectedText(): (found: ShownTestFound) => string {
  const { t, i18n } = useLingui()
  return ({ expected, before }) => {
    const isKnown = before !== null && before.outcomes >= leastOutcomesBefore
    if (isKnown && before.failures === 0) return t`the version before had none`
    const { part, whole } = roundRate(isKnown ? before.failures / before.outcomes : expected)
    const hundreds = i18n.number(whole)
    const rate = t`${part} in ${hundreds}`
    if (isKnown) return t`the version before had ${rate}`
    return t`${plural(part, { one: `${rate} was expected`, other: `${rate} were expected` })}`
  }
}
