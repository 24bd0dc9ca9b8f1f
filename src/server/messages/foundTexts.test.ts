import { expect, it } from 'vitest'
import { foundSentences } from '../../../tests/support/foundSentences.ts'
import { foundText } from './foundTexts.ts'

it.each(foundSentences)('a mail says what outcomes found, as pages do: $en', ({ found, en, fr }) => {
  expect([foundText('en', found), foundText('fr', found)]).toEqual([en, fr])
})
