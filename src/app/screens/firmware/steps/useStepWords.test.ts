/** What each step of a release is called, what it does and what its button says. */
import { describe, expect, it } from 'vitest'
import { shownRelease } from '../../../../../tests/component/records.ts'
import { describeInLanguages, hookOf, speak } from '../../../../../tests/support/shownText.tsx'
import type { ReleaseState } from '../../../../contract/releaseStates.ts'
import type { Locale } from '../../../../contract/rules.ts'
import type { ShownStep } from './shownSteps.ts'
import { useStepAction, useStepSentence, useStepWords } from './useStepWords.ts'

type Case = {
  readonly state: ReleaseState
  readonly step: ShownStep
  readonly reach?: 'beta' | 'released'
  readonly ask: Readonly<Record<Locale, string>>
  readonly title: Readonly<Record<Locale, RegExp>>
  readonly sentence: Readonly<Record<Locale, RegExp>>
  readonly action: Readonly<Record<Locale, string>>
  readonly done: Readonly<Record<Locale, string>>
}

const next = { customers: 9, detectors: 10, withoutFirmware: 2 }
const nobody = { customers: 0, detectors: 0, withoutFirmware: 0 }
const whom = { en: '9 customers with 10 detectors, 2 of them without a firmware', fr: '9 clients avec 10 détecteurs, dont 2 sans firmware' }

const cases: Readonly<Record<string, Case>> = {
  'offering a draft to beta testers': {
    state: 'draft',
    step: 'beta',
    ask: { en: 'Offer to beta testers…', fr: 'Proposer aux bêta-testeurs…' },
    title: { en: /^Offer 5\.2 to beta testers\?$/, fr: /^Proposer 5\.2 aux bêta-testeurs\s\?$/ },
    sentence: {
      en: /^It will be offered to 9 beta testers with 10 detectors, 2 of them without a firmware\.$/,
      fr: /^Cette version sera proposée à 9 bêta-testeurs avec 10 détecteurs, dont 2 sans firmware\.$/,
    },
    action: { en: 'Offer to 9 beta testers', fr: 'Proposer à 9 bêta-testeurs' },
    done: { en: '5.2 is now offered to beta testers', fr: '5.2 est maintenant proposée aux bêta-testeurs' },
  },
  'offering it to beta testers only': {
    state: 'released',
    step: 'beta',
    ask: { en: 'Offer to beta testers…', fr: 'Proposer aux bêta-testeurs…' },
    title: { en: /^Offer 5\.2 to beta testers\?$/, fr: /^Proposer 5\.2 aux bêta-testeurs\s\?$/ },
    sentence: {
      en: /^It will be offered only to 9 beta testers with/,
      fr: /^Cette version ne sera plus proposée qu’à 9 bêta-testeurs avec/,
    },
    action: { en: 'Offer to 9 beta testers', fr: 'Proposer à 9 bêta-testeurs' },
    done: { en: '5.2 is now offered to beta testers', fr: '5.2 est maintenant proposée aux bêta-testeurs' },
  },
  'offering it in steps': {
    state: 'draft',
    step: 'staged',
    ask: { en: 'Offer in steps…', fr: 'Proposer par étapes…' },
    title: { en: /^Offer 5\.2 in steps\?$/, fr: /^Proposer 5\.2 par étapes\s\?$/ },
    sentence: {
      en: RegExp(
        `^It will be offered to ${whom.en} first, about 2% of all detectors\\. It then grows to 10%, 30%, and everyone as updates succeed, at most one step a day\\.$`,
      ),
      fr: RegExp(
        `^Cette version sera d’abord proposée à ${whom.fr}, soit environ 2\\s% des détecteurs\\. Elle s’étendra ensuite par étapes \\(10\\s%, 30\\s% et tous les détecteurs\\) à mesure`,
      ),
    },
    action: { en: 'Offer to 9 customers', fr: 'Proposer à 9 clients' },
    done: { en: '5.2 is now offered in steps', fr: '5.2 est maintenant proposée par étapes' },
  },
  'offering it to everyone': {
    state: 'beta',
    step: 'released',
    reach: 'beta',
    ask: { en: 'Offer to everyone…', fr: 'Proposer à tous…' },
    title: { en: /^Offer 5\.2 to everyone\?$/, fr: /^Proposer 5\.2 à tous\s\?$/ },
    sentence: { en: RegExp(`^It will be offered to ${whom.en}\\.$`), fr: RegExp(`^Cette version sera proposée à ${whom.fr}\\.$`) },
    action: { en: 'Offer to 9 customers', fr: 'Proposer à 9 clients' },
    done: { en: '5.2 is now offered to everyone', fr: '5.2 est maintenant proposée à tous' },
  },
  'halting it': {
    state: 'released',
    step: 'halt',
    ask: { en: 'Halt…', fr: 'Suspendre…' },
    title: { en: /^Halt 5\.2\?$/, fr: /^Suspendre 5\.2\s\?$/ },
    sentence: {
      en: RegExp(`^It will no longer be offered to ${whom.en}\\. Updates that have begun can be finished\\.`),
      fr: RegExp(`^Cette version ne sera plus proposée à ${whom.fr}\\. Les mises à jour commencées peuvent être terminées\\.`),
    },
    action: { en: 'Halt 5.2', fr: 'Suspendre 5.2' },
    done: { en: '5.2 is halted', fr: '5.2 est suspendue' },
  },
  'offering a beta again': {
    state: 'halted',
    step: 'resume',
    reach: 'beta',
    ask: { en: 'Offer again…', fr: 'Proposer à nouveau…' },
    title: { en: /^Offer 5\.2 again\?$/, fr: /^Proposer à nouveau 5\.2\s\?$/ },
    sentence: { en: /^It will be offered to 9 beta testers with/, fr: /^Cette version sera proposée à 9 bêta-testeurs avec/ },
    action: { en: 'Offer to 9 beta testers', fr: 'Proposer à 9 bêta-testeurs' },
    done: { en: '5.2 is offered again', fr: '5.2 est à nouveau proposée' },
  },
  'withdrawing it': {
    state: 'released',
    step: 'withdraw',
    ask: { en: 'Withdraw…', fr: 'Retirer…' },
    title: { en: /^Withdraw 5\.2 for good\?$/, fr: /^Retirer définitivement 5\.2\s\?$/ },
    sentence: {
      en: RegExp(`^It will no longer be offered to ${whom.en}, and interrupted updates cannot be finished with it\\. This is final`),
      fr: RegExp(
        `^Cette version ne sera plus proposée à ${whom.fr}, et les mises à jour interrompues ne pourront pas être terminées avec elle\\. C’est définitif`,
      ),
    },
    action: { en: 'Withdraw 5.2', fr: 'Retirer 5.2' },
    done: { en: '5.2 is withdrawn', fr: '5.2 est retirée' },
  },
  'withdrawing what is halted': {
    state: 'halted',
    step: 'withdraw',
    ask: { en: 'Withdraw…', fr: 'Retirer…' },
    title: { en: /^Withdraw 5\.2 for good\?$/, fr: /^Retirer définitivement 5\.2\s\?$/ },
    sentence: {
      en: /^Interrupted updates can no longer be finished with it\. This is final/,
      fr: /^Les mises à jour interrompues ne pourront plus être terminées avec elle\. C’est définitif/,
    },
    action: { en: 'Withdraw 5.2', fr: 'Retirer 5.2' },
    done: { en: '5.2 is withdrawn', fr: '5.2 est retirée' },
  },
}

const spaced = (text: string) => text.replaceAll(/\s/g, ' ')

describeInLanguages('the question (%s)', (locale) => {
  it.each(Object.entries(cases))('before %s says what happens, and who is meant', (_, one) => {
    const { state, step, reach = 'released' } = one
    const words = hookOf(() => useStepWords('5.2'))[step]
    expect(words.ask).toBe(one.ask[locale])
    expect(words.title).toMatch(one.title[locale])
    expect(words.done).toBe(one.done[locale])
    const asked = { step, release: shownRelease({ state, reach }), audience: next, ...(step === 'staged' && { share: 0.02 }) }
    expect(spaced(hookOf(useStepSentence)(asked))).toMatch(one.sentence[locale])
    expect(hookOf(useStepAction)(asked)).toBe(one.action[locale])
  })

  it('before a withdrawal says that owners are told', () => {
    const sentence = hookOf(useStepSentence)({ step: 'withdraw', release: shownRelease(), audience: next })
    expect(sentence).toMatch(
      locale === 'en'
        ? /Owners who have it on a detector are told by mail and on their page\.$/
        : /Les propriétaires qui l’ont sur un détecteur en seront informés par email et sur leur page\.$/,
    )
  })
})

describe('the question', () => {
  speak('en')

  it.each([
    [
      'everyone at once where few update',
      { audience: next, share: 1 },
      `It will be offered to ${whom.en} at once, which is everyone: too few of them update for smaller steps. It is then released as updates succeed, a day later at the earliest.`,
      'Offer to 9 customers',
    ],
    [
      'what is left of the plan after a raised first share',
      { audience: next, share: 0.123 },
      `It will be offered to ${whom.en} first, about 12.3% of all detectors. It then grows to 30% and everyone as updates succeed, at most one step a day.`,
      'Offer to 9 customers',
    ],
    [
      'that its first share has nobody',
      { audience: nobody, share: 0.02 },
      'No customer has a detector in its share that it can be installed on for now. It then grows to 10%, 30%, and everyone as updates succeed, at most one step a day.',
      'Offer in steps',
    ],
    [
      'that nobody has its products',
      { audience: nobody, share: 1 },
      'No customer has a detector of its products yet. It is then released as updates succeed, a day later at the earliest.',
      'Offer in steps',
    ],
  ])('says, before a release is offered in steps, %s', (_, first, sentence, action) => {
    const asked = { step: 'staged' as const, release: shownRelease({ state: 'draft' }), ...first }
    expect(hookOf(useStepSentence)(asked)).toBe(sentence)
    expect(hookOf(useStepAction)(asked)).toBe(action)
  })

  it('says that nobody would be offered it, without a number on the button', () => {
    const asked = { step: 'released' as const, release: shownRelease({ state: 'draft' }), audience: nobody }
    expect(hookOf(useStepSentence)(asked)).toBe('No customer has a detector of its products yet.')
    expect(hookOf(useStepAction)(asked)).toBe('Offer to everyone')
  })
})
