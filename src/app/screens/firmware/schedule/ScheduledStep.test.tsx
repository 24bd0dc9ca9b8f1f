/** What is said of a step that waits, and of one that was not taken. */
import { describe, expect, it } from 'vitest'
import { shownRelease } from '../../../../../tests/component/records.ts'
import { describeInLanguages, speak, textOf, textsOf } from '../../../../../tests/support/shownText.tsx'
import type { Locale } from '../../../../contract/rules.ts'
import type { ReleaseStep } from '../../../../contract/releaseStates.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { ScheduledStep } from './ScheduledStep.tsx'

type Scheduled = NonNullable<ShownRelease['scheduled']>

/** In local time, so that the words are the same in every time zone. */
const due = new Date(2199, 7, 1, 14, 0)
const moments = { en: 'Thursday, 1 August 2199, 14:00', fr: 'jeudi 1er août 2199 à 14:00' }

function scheduled(others: Partial<Scheduled> = {}): Scheduled {
  const setBy = { id: 3, tostring: 'Ada Field' }
  return { step: 'released', at: due.toISOString(), setBy, setAt: '2026-03-04T10:00:00.000Z', failure: null, ...others }
}

const drawn = (others: Partial<Scheduled>) => (
  <ScheduledStep release={shownRelease({ state: 'beta', reach: 'beta', scheduled: scheduled(others) })} />
)

const ahead: Readonly<Record<Locale, Readonly<Record<ReleaseStep, string>>>> = {
  en: {
    beta: 'Will be offered to its beta testers on',
    staged: 'Will be offered in steps on',
    released: 'Will be offered to all owners on',
    resume: 'Will be offered again on',
    halt: 'Will be halted on',
    withdraw: 'Will be withdrawn for good on',
  },
  fr: {
    beta: 'Sera proposée à ses bêta-testeurs le',
    staged: 'Sera proposée par étapes le',
    released: 'Sera proposée à tous les propriétaires le',
    resume: 'Sera à nouveau proposée le',
    halt: 'Sera suspendue le',
    withdraw: 'Sera définitivement retirée le',
  },
}

describeInLanguages('a release (%s)', (locale) => {
  const by = locale === 'en' ? ', set by Ada Field' : ', programmé par Ada Field'

  it.each(Object.entries(ahead[locale]))('says when the step %s will be taken, and who set it', (step, words) => {
    // The keys are steps.
    expect(textsOf(drawn({ step: step as ReleaseStep }), 'p')).toEqual([`${words} ${moments[locale]}${by}`])
  })
})

describe('a step that was not taken', () => {
  speak('en')

  it.each([
    ['release.obstacle.error', /not taken\. Something speaks against this step that nobody has confirmed/],
    ['changed.meanwhile.error', /not taken\. The release has changed since this was set\./],
    ['restored', /not taken\. The portal was restored from a backup since this was set\./],
    ['not.authorized', /not taken\. Ada Field may no longer take this step\./],
    ['code.of.a.newer.server', /not taken\. Something went wrong on our side\./],
  ])('words %s for somebody who made no call', (failure, words) => {
    const text = textOf(drawn({ failure }))
    expect(text).toMatch(words)
    expect(text).not.toMatch(/since you opened it|Not authorized/)
  })
})
