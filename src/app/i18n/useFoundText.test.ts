/** What outcomes say of a release, in a sentence (docs/releases.md, "Halting"). */
import { expect, it } from 'vitest'
import { foundSentences } from '../../../tests/support/foundSentences.ts'
import { describeInLanguages, hookOf } from '../../../tests/support/shownText.tsx'
import { useFoundText } from './useFoundText.ts'

describeInLanguages('what outcomes say (%s)', (locale) => {
  it.each(foundSentences)('names what failed, and by what it is measured: $en', ({ found, ...sentence }) => {
    expect(hookOf(useFoundText)(found)).toBe(sentence[locale])
  })
})
