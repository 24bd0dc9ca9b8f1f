/** How far a staged release is offered, and what its next step waits for, in words. */
import { describe, expect, it } from 'vitest'
import { releaseImage, shownPlan, shownRelease } from '../../../../../tests/component/records.ts'
import { describeInLanguages, speak, textOf, textsOf } from '../../../../../tests/support/shownText.tsx'
import { testFound } from '../../../../../tests/support/foundSentences.ts'
import type { Locale } from '../../../../contract/rules.ts'
import type { ReleasePlan, ShownRelease } from '../../../../contract/shownRelease.ts'
import { Plan } from './Plan.tsx'

/** In local time, so that the words are the same in every time zone. */
const inDays = (days: number) => {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 14, 0)
}
const weekday = (date: Date, locale: Locale) => new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(date)
const [tomorrow, lastWeek, longAgo] = [inDays(1), inDays(-3), new Date(2021, 10, 24, 14, 0)]
const at = (date: Date) => date.toISOString()
const next = (outcomes: number, notBefore: string | null, share = 0.3) => ({ share, outcomes, notBefore })

const drawn = (one: Partial<ReleasePlan>, others: Partial<ShownRelease> = {}) => (
  <Plan release={shownRelease({ state: 'staged', reach: 'staged', plan: shownPlan(one), ...others })} />
)
const buttons = (one: Partial<ReleasePlan>, others?: Partial<ShownRelease>) => textsOf(drawn(one, others), 'button')

type Case = { readonly plan: Partial<ReleasePlan>; readonly en: string; readonly fr: string }

const growing: Readonly<Record<string, Case>> = {
  'outcomes and a day': {
    plan: { since: at(lastWeek), next: next(38, at(tomorrow)) },
    en: `Offered to 10% of the detectors since ${weekday(lastWeek, 'en')}. Next: 30%, after 38 more updates without a failure, and ${weekday(tomorrow, 'en')} 14:00 at the earliest.`,
    fr: `Proposée à 10 % des détecteurs depuis ${weekday(lastWeek, 'fr')}. Prochaine étape : 30 %, après 38 autres mises à jour sans échec, et au plus tôt ${weekday(tomorrow, 'fr')} à 14:00.`,
  },
  'outcomes alone': {
    plan: { since: at(longAgo), next: next(1, null, 1) },
    en: 'Offered to 10% of the detectors since 24 November 2021. Next: everyone, after 1 more update without a failure.',
    fr: 'Proposée à 10 % des détecteurs depuis le 24 novembre 2021. Prochaine étape : tous les détecteurs, après 1 autre mise à jour sans échec.',
  },
  'a day alone': {
    plan: { since: at(inDays(0)), share: 0.025, next: next(0, at(tomorrow), 0.1) },
    en: `Offered to 2.5% of the detectors since 14:00 today. Next: 10%, ${weekday(tomorrow, 'en')} 14:00 at the earliest.`,
    fr: `Proposée à 2,5 % des détecteurs depuis aujourd’hui à 14:00. Prochaine étape : 10 %, au plus tôt ${weekday(tomorrow, 'fr')} à 14:00.`,
  },
  'nothing more': {
    plan: { next: next(0, null) },
    en: 'Next: 30%, within a minute.',
    fr: 'Prochaine étape : 30 %, dans la minute.',
  },
  'a person, without a plan': {
    plan: { shares: [], next: null },
    en: 'It grows by hand only.',
    fr: 'Elle ne s’étend qu’à la main.',
  },
  'a person, at the end of the plan': {
    plan: { shares: [0.02, 0.1], next: null },
    en: 'Its plan ends here: it grows by hand only.',
    fr: 'Son plan s’arrête ici : elle ne s’étend plus qu’à la main.',
  },
  'updates, once everybody is in it': {
    plan: { share: 1, next: { share: 1, outcomes: 38, notBefore: null }, since: null },
    en: 'Offered to all detectors. Next: released, after 38 more updates without a failure.',
    fr: 'Proposée à tous les détecteurs. Prochaine étape : publiée, après 38 autres mises à jour sans échec.',
  },
  'a person, once everybody is in it': {
    plan: { share: 1, shares: [0.1], next: null, since: null },
    en: 'Offered to all detectors. It stays staged until you offer it to everyone.',
    fr: 'Proposée à tous les détecteurs. Elle reste en diffusion par étapes tant que vous ne la proposez pas à tous.',
  },
}

const paused: Readonly<Record<string, { readonly pause: NonNullable<ReleasePlan['pause']>; readonly en: string; readonly fr: string }>> = {
  'a person': {
    pause: { cause: 'person', test: null, at: at(lastWeek) },
    en: 'It stays at this share until you let it go on.',
    fr: 'Sa part ne change plus tant que vous ne reprenez pas le plan.',
  },
  'a build of the portal': {
    pause: { cause: 'portal', test: testFound({ kind: 'build', name: '8', failures: 4, outcomes: 6 }), at: at(lastWeek) },
    en: '4 of 6 updates with portal build 8 failed; the version before had 3 in 100. That is the portal’s fault, not the firmware’s.',
    fr: '4 mises à jour sur 6 ont échoué avec le build 8 du portail, contre 3 sur 100 avec la version précédente. La cause est le portail, pas le firmware.',
  },
  'a browser': {
    pause: { cause: 'portal', test: testFound({ kind: 'browser', name: 'edge', failures: 4, outcomes: 6 }), at: at(lastWeek) },
    en: '4 of 6 updates in Edge failed; the version before had 3 in 100. That is the browser’s fault, not the firmware’s.',
    fr: '4 mises à jour sur 6 ont échoué dans Edge, contre 3 sur 100 avec la version précédente. La cause est le navigateur, pas le firmware.',
  },
  'what speaks against everyone': {
    pause: { cause: 'obstacle', test: null, at: at(lastWeek) },
    en: 'What it needs for everyone is missing: see what “Offer to everyone…” says.',
    fr: 'Il manque une condition pour la proposer à tous : « Proposer à tous… » dit laquelle.',
  },
}

describeInLanguages('a staged release (%s)', (locale) => {
  it.each(Object.entries(growing))('says that its next step waits for %s', (_, one) => {
    expect(textsOf(drawn(one.plan), 'p')[0]).toMatch(ending(one[locale]))
  })

  it.each(Object.entries(paused))('says that it was paused by %s, and since when', (_, one) => {
    const text = textOf(drawn({ pause: one.pause, next: null }))
    const since = weekday(lastWeek, locale)
    expect(text).toContain(locale === 'en' ? `Paused since ${since}` : `En pause depuis ${since}`)
    expect(text).toContain(one[locale])
    expect(text).not.toMatch(/Next|Prochaine/)
  })

  it('says where it stands while it is halted, and what it goes on with', () => {
    const text =
      locale === 'en'
        ? 'It was offered to 10% of the detectors. Once it is offered again, it goes on from there, and its updates are counted anew.'
        : 'Elle était proposée à 10 % des détecteurs. Si elle est à nouveau proposée, elle reprendra à ce stade, et ses mises à jour seront comptées à partir de zéro.'
    expect(textsOf(drawn({ next: null }, { state: 'halted' }), 'p')).toEqual([text])
    expect(buttons({ next: null }, { state: 'halted' })).toEqual([])
  })
})

function ending(text: string): RegExp {
  return RegExp(`${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`)
}

describe('a plan', () => {
  speak('en')

  it.each<[string, Partial<ReleasePlan>, Partial<ShownRelease>, readonly string[]]>([
    ['goes on', {}, {}, ['Raise the share…', 'Pause', 'Change the plan…']],
    ['is paused', { next: null, pause: paused['a person']?.pause ?? null }, {}, ['Raise the share…', 'Go on', 'Change the plan…']],
    ['grows by hand only', { next: null, shares: [] }, {}, ['Raise the share…', 'Change the plan…']],
    ['has everybody in it', { share: 1 }, {}, ['Pause', 'Change the plan…']],
    ['is deleted', {}, { images: [releaseImage({ isDeleted: true })] }, []],
  ])('of a release that %s offers what can be changed', (_, one, others, expected) => {
    expect(buttons(one, others)).toEqual(expected)
  })

  it('says that an update counts a day later, while it waits for some', () => {
    expect(textsOf(drawn({}), 'p')).toContain('An update counts a day after it began.')
  })
})
