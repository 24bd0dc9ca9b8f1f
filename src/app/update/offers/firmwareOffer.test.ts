import { describe, expect, it } from 'vitest'
import { releaseOf } from '../../../../tests/support/releases.ts'
import { firmware } from '../../../../tests/support/updateWorld.ts'
import { changeBy, isUpToDate, mustAsk, sortOffered } from './firmwareOffer.ts'
import type { SettledFirmware } from './knownFirmware.ts'

const offer = (versionName: string, language: string, isBetaTest = false) => ({ ...firmware, versionName, language, isBetaTest })
const offered = [
  offer('5.3', 'English'),
  offer('5.3', 'Français'),
  offer('5.2', 'Deutsch'),
  offer('5.2', 'Français'),
  offer('5.1', 'English'),
]
const unknown: SettledFirmware = { state: 'unknown', versionName: null }
const names = (detectorLanguage: string | null, person: string, known: SettledFirmware = unknown) =>
  sortOffered(offered, { known, detectorLanguage }, person).map(({ versionName, language }) => `${versionName} ${language}`)

describe('the offered firmware', () => {
  it('starts with the newest in the detector’s language [T337]', () => {
    expect(names('de', 'fr')[0]).toBe('5.2 Deutsch')
    expect(names('fr', 'en')).toEqual(['5.3 Français', '5.2 Français', '5.3 English', '5.2 Deutsch', '5.1 English'])
  })

  it('starts with the newest in the user’s language when the detector reports none, or nothing is offered in it', () => {
    expect(names(null, 'fr')[0]).toBe('5.3 Français')
    expect(names('it', 'fr')[0]).toBe('5.3 Français')
    expect(names('it', 'pl')).toEqual(names(null, 'en').toSorted((one, other) => offeredIndex(one) - offeredIndex(other)))
  })
})

it('starts with the newest in the installed language when the detector reports none', () => {
  const german: SettledFirmware = { state: 'installed', versionName: '5.2', language: 'deutsch' }
  expect(names(null, 'en', german)[0]).toBe('5.2 Deutsch')
  expect(names('fr', 'en', german)[0]).toBe('5.3 Français')
})

it('starts with what customers are offered, also for staff who test a draft in their language', () => {
  const draft = { ...offer('5.4', 'Français'), release: releaseOf('draft') }
  const sorted = sortOffered([draft, ...offered], { known: unknown, detectorLanguage: 'fr' }, 'fr')
  expect(sorted.map(({ versionName, language }) => `${versionName} ${language}`)).toEqual([...names('fr', 'fr'), '5.4 Français'])
  expect(sortOffered([draft, offer('5.2', 'Deutsch')], { known: unknown, detectorLanguage: 'fr' }, 'fr')[0]?.versionName).toBe('5.2')
})

const asks = (one: typeof firmware, present: Parameters<typeof changeBy>[1]) => mustAsk(changeBy(one, present))

function offeredIndex(name: string): number {
  return offered.findIndex(({ versionName, language }) => `${versionName} ${language}` === name)
}

describe('the change by an installation', () => {
  const installed: SettledFirmware = { state: 'installed', versionName: '5.2', language: 'Français' }
  const none: SettledFirmware = { state: 'none', firmwareId: 31, versionName: '5.3', outcome: null }
  const french = { known: installed, detectorLanguage: null }

  it('is nothing only for the same version in the same language', () => {
    expect(isUpToDate(changeBy(offer('5.2.0', 'français'), french))).toBe(true)
    expect(isUpToDate(changeBy(offer('5.2', 'English'), french))).toBe(false)
    expect(isUpToDate(changeBy(offer('5.3', 'Français'), french))).toBe(false)
  })

  it('is never nothing when the installed firmware is unknown', () => {
    for (const known of [none, unknown]) {
      const change = changeBy(offer('5.2', 'Français'), { known, detectorLanguage: 'fr' })
      expect(change).toEqual({ version: 'unknown', isReplacement: false, languageBefore: null, isBeta: false, isDraft: false })
      expect(isUpToDate(change)).toBe(false)
    }
  })

  it('is to a draft, and not to a beta, where both are true', () => {
    const draft = { ...offer('5.3', 'Français', true), release: releaseOf('draft') }
    expect(changeBy(draft, french)).toMatchObject({ isDraft: true, isBeta: false })
    expect(asks(draft, french)).toBe(true)
  })

  it('needs a confirmation only for another language, an older version, a beta or a draft', () => {
    expect(asks(offer('5.3', 'Français'), french)).toBe(false)
    expect(asks(offer('5.3', 'English'), french)).toBe(true)
    expect(asks(offer('5.1', 'Français'), french)).toBe(true)
    expect(asks(offer('5.3', 'Français', true), french)).toBe(true)
    expect(asks(offer('5.3', 'English'), { known: unknown, detectorLanguage: 'fr' })).toBe(true)
    expect(asks(offer('5.3', 'English'), { known: unknown, detectorLanguage: null })).toBe(false)
  })
})
