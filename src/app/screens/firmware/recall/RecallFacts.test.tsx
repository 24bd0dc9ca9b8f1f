import { describe, expect, it } from 'vitest'
import { describeInLanguages, hookOf, speak, textOf } from '../../../../../tests/support/shownText.tsx'
import { RecallFacts } from './RecallFacts.tsx'
import { type Recall, useRecallText } from './useRecallText.ts'

function recall(lefts: readonly number[], told = 28): Recall {
  const days = lefts.map((left, index) => ({ day: `2026-03-${String(5 + index).padStart(2, '0')}`, left }))
  return { left: lefts.at(-1) ?? 0, told, days }
}

const cases: readonly (Readonly<Record<'en' | 'fr', string>> & { readonly where: string; readonly of: Recall })[] = [
  {
    where: 'some are left',
    of: recall([31, 20, 12]),
    en: '12 of 31 detectors still have it. 28 owners were told by mail.',
    fr: '12 détecteurs sur 31 l’ont encore. 28 propriétaires ont été prévenus par email.',
  },
  {
    where: 'one is left',
    of: recall([31, 1], 1),
    en: '1 of 31 detectors still has it. 1 owner was told by mail.',
    fr: '1 détecteur sur 31 l’a encore. 1 propriétaire a été prévenu par email.',
  },
  {
    where: 'nobody has updated yet',
    of: recall([31], 0),
    en: '31 detectors still have it. No owner has been told by mail yet.',
    fr: '31 détecteurs l’ont encore. Aucun propriétaire n’a encore été prévenu par email.',
  },
  {
    where: 'more report it later',
    of: recall([9, 31, 12]),
    en: '12 of 31 detectors still have it. 28 owners were told by mail.',
    fr: '12 détecteurs sur 31 l’ont encore. 28 propriétaires ont été prévenus par email.',
  },
  {
    where: 'none is left',
    of: recall([31, 0]),
    en: 'No detector has it any more. 28 owners were told by mail.',
    fr: 'Plus aucun détecteur ne l’a. 28 propriétaires ont été prévenus par email.',
  },
  { where: 'nobody ever had it', of: recall([0, 0], 0), en: 'No detector has it any more.', fr: 'Plus aucun détecteur ne l’a.' },
]

describeInLanguages('a recalled release (%s)', (locale) => {
  it.each(cases)('says how far it is where $where', ({ of, [locale]: sentence }) => {
    const { left, told } = hookOf(useRecallText)
    expect([left(of), told(of)].filter((text) => text !== null).join(' ')).toBe(sentence)
  })
})

describe('a recall', () => {
  speak('en')

  it.each([
    ['without a course', recall([31]), '31 detectors still have it. 28 owners were told by mail.'],
    ['of what nobody ever had', recall([0, 0], 0), 'No detector has it any more.'],
    ['that is none', null, ''],
  ])('%s says no more than there is', (_, of, text) => {
    expect(textOf(<RecallFacts recall={of} />)).toBe(text)
  })
})
