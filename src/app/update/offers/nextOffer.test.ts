import { describe, expect, it } from 'vitest'
import { holdOf, releaseOf, required } from '../../../../tests/support/releases.ts'
import { firmware as anyFirmware } from '../../../../tests/support/updateWorld.ts'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import type { SettledFirmware } from './knownFirmware.ts'
import { nextOffer, type PresentDetector, sortFor } from './nextOffer.ts'

const has = (versionName: string): SettledFirmware => ({ state: 'installed', versionName, language: 'Français' })
const unknown: SettledFirmware = { state: 'unknown', versionName: null }
const erasedBy = (firmwareId: number): SettledFirmware => ({ state: 'none', firmwareId, versionName: '5.5', outcome: null })
const detector = (known: SettledFirmware): PresentDetector => ({
  userProductId: 12,
  serialNumber: '0A1B2C3D4E',
  hardwareVersion: 3,
  known,
  appBuild: 7,
  detectorLanguage: null,
})
let ids = 0
function offer(versionName: string, others: Parameters<typeof releaseOf>[1] = {}, language = 'Français'): OfferedFirmware {
  ids += 1
  return { ...anyFirmware, id: ids, versionName, language, release: releaseOf('released', others) }
}
const held = (versionName: string, language?: string) => offer(versionName, { holds: [holdOf([3])] }, language)
const after = (stone: string) => ({ requirements: required({ steppingStone: stone }) })
function next(listed: readonly OfferedFirmware[], known: SettledFirmware) {
  const { way, kept } = nextOffer(listed, detector(known), 'fr')
  const names = way.map(({ versionName, language }) => (language === 'Français' ? versionName : `${versionName} ${language}`))
  return { way: names, kept: kept && `${kept.firmware.versionName} ${kept.because.kind}` }
}

describe('what is next for a detector', () => {
  it('is the newest in its language', () => {
    expect(next([offer('5.5'), offer('5.4')], has('5.4'))).toEqual({ way: ['5.5'], kept: null })
  })

  it('is nothing where nobody could order the version that it has, unless that is to be replaced', () => {
    expect(next([offer('5.5'), offer('5.4')], has('field'))).toEqual({ way: [], kept: '5.5 unordered' })
    expect(next([offer('field')], has('field'))).toEqual({ way: [], kept: null })
    expect(next([offer('5.5')], { ...has('field'), isRecalled: true } as SettledFirmware).way).toEqual(['5.5'])
    expect(next([offer('field'), offer('5.5')], has('5.4'))).toEqual({ way: ['5.5'], kept: null })
  })

  it('is the first of the steps to the newest, then the step after it', () => {
    const listed = [offer('5.5', after('5.2')), offer('5.2', after('5.0')), offer('5.0'), offer('4.9')]
    expect(next(listed, has('4.9')).way).toEqual(['5.0', '5.2', '5.5'])
    expect(next(listed, unknown).way).toEqual(['5.0', '5.2', '5.5'])
    expect(next(listed, has('5.0')).way).toEqual(['5.2', '5.5'])
    expect(next(listed, has('5.2')).way).toEqual(['5.5'])
    expect(next(listed, erasedBy(99)).way).toEqual(['5.5'])
  })

  it('is a step in the language of what it leads to, where there is one', () => {
    const target = offer('5.5', after('5.0'))
    expect(next([target, offer('5.0', {}, 'English'), offer('5.0')], has('4.9')).way).toEqual(['5.0', '5.5'])
    expect(next([target, offer('5.0', {}, 'English')], has('4.9')).way).toEqual(['5.0 English', '5.5'])
  })

  it('is what else there is where the newest is kept from it, and says which that is', () => {
    expect(next([held('5.5'), offer('5.4')], has('5.3'))).toEqual({ way: ['5.4'], kept: '5.5 hold' })
    expect(next([held('5.5'), offer('5.4')], has('5.4'))).toEqual({ way: ['5.4'], kept: '5.5 hold' })
    const minimum = offer('5.5', { requirements: required({ minimumInstalledVersion: '5.0' }) })
    expect(next([minimum, offer('4.9')], unknown)).toEqual({ way: ['4.9'], kept: '5.5 minimum' })
    expect(next([minimum], unknown)).toEqual({ way: [], kept: '5.5 minimum' })
    const build = offer('5.5', { requirements: required({ minimumAppBuild: 8 }) })
    expect(next([build, held('5.4')], has('5.3'))).toEqual({ way: [], kept: '5.5 appBuild' })
  })

  it('says nothing of what is for other hardware, is installed already, or less wanted than what is offered', () => {
    const other = offer('5.6', { requirements: required({ hardwareVersions: [2] }), holds: [holdOf()] })
    expect(next([other, offer('5.5')], has('5.4'))).toEqual({ way: ['5.5'], kept: null })
    expect(next([held('5.5'), offer('5.4')], has('5.5')).kept).toBeNull()
    expect(next([held('5.5', 'English'), offer('5.4')], has('5.3')).kept).toBeNull()
    expect(next([offer('5.5'), held('5.4')], has('5.3')).kept).toBeNull()
  })

  it('is nothing while no list is known, and all of it where the list knows of no releases', () => {
    expect(nextOffer(null, detector(has('5.3')), 'fr')).toEqual({ way: [], kept: null })
    const { release: _, ...plain } = offer('5.5')
    expect(next([plain], has('5.3'))).toEqual({ way: ['5.5'], kept: null })
  })
})

describe('a detector whose version was withdrawn', () => {
  const recalled: SettledFirmware = { state: 'installed', versionName: '5.5', language: 'Français', isRecalled: true }

  it('goes back to what there is in its language, or on to what is newer, by its steps', () => {
    expect(next([offer('5.6', {}, 'English'), offer('5.4'), offer('5.3')], recalled).way).toEqual(['5.4'])
    expect(next([offer('6.0', after('5.6')), offer('5.6'), offer('5.4')], recalled).way).toEqual(['5.6', '6.0'])
  })

  it('is not offered that version by a list that is older than the recall', () => {
    expect(next([offer('5.5'), offer('5.4')], recalled)).toEqual({ way: ['5.4'], kept: null })
    expect(next([offer('5.5')], recalled)).toEqual({ way: [], kept: null })
    expect(next([held('5.5')], recalled)).toEqual({ way: [], kept: null })
  })

  it('is told of an older one too that is held back', () => {
    expect(next([held('5.4')], recalled)).toEqual({ way: [], kept: '5.4 hold' })
    expect(next([held('5.4')], has('5.5'))).toEqual({ way: [], kept: null })
  })
})

describe('a detector without a firmware', () => {
  it('finishes its own update, but not with what is held back while another is there', () => {
    const [interrupted, free] = [held('5.5'), offer('5.4')]
    expect(next([interrupted, free], erasedBy(interrupted.id))).toEqual({ way: ['5.4'], kept: null })
    expect(next([interrupted], erasedBy(interrupted.id))).toEqual({ way: ['5.5'], kept: null })
  })

  it('gets the newest safe one in the language of the one that was cut', () => {
    const cut = offer('5.4')
    expect(next([offer('5.5'), cut], erasedBy(cut.id))).toEqual({ way: ['5.5'], kept: null })
    expect(next([held('5.6'), offer('5.5'), cut], erasedBy(cut.id)).way).toEqual(['5.5'])
    const english = offer('5.4', {}, 'English')
    expect(next([offer('5.5'), english], erasedBy(english.id)).way).toEqual(['5.4 English'])
    expect(next([offer('5.5'), offer('5.5', {}, 'English'), english], erasedBy(english.id)).way).toEqual(['5.5 English'])
  })

  it('finishes the one that was cut where the newest needs it first, and a draft that staff test', () => {
    const stone = offer('5.2')
    expect(next([offer('5.5', after('5.2')), stone], erasedBy(stone.id)).way).toEqual(['5.2'])
    const first = offer('5.0')
    expect(next([offer('5.5', after('5.2')), offer('5.2', after('5.0')), first], erasedBy(first.id)).way).toEqual(['5.0'])
    const draft = { ...offer('5.6'), release: releaseOf('draft') }
    expect(next([draft, offer('5.5')], erasedBy(draft.id)).way).toEqual(['5.6'])
  })

  it('may choose what is held back, after all else but drafts', () => {
    const draft = { ...offer('5.6'), release: releaseOf('draft') }
    const sorted = sortFor([draft, held('5.5'), offer('5.4'), offer('5.3', {}, 'English')], detector(erasedBy(99)), 'fr')
    expect(sorted.map(({ versionName }) => versionName)).toEqual(['5.4', '5.3', '5.5', '5.6'])
  })
})
