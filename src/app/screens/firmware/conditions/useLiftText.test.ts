import { describe, expect, it } from 'vitest'
import { shownHold, shownRelease } from '../../../../../tests/component/records.ts'
import { hookOf, speak } from '../../../../../tests/support/shownText.tsx'
import { noRequirements } from '../../../../contract/requirements.ts'
import type { ShownRelease } from '../../../../contract/shownRelease.ts'
import { useLiftText } from './useLiftText.ts'

const hardware = [
  { version: 3, detectors: 430 },
  { version: 5, detectors: 20 },
]

describe('lifting a hold', () => {
  speak('en')

  it.each<[string, Partial<ShownRelease>, string]>([
    ['of hardware', {}, 'It is offered again for hardware 3: 430 known detectors.'],
    ['of all', { holds: [shownHold({ hardwareVersions: [] })] }, 'It is offered again for all detectors: 450 known detectors.'],
    [
      'of all that it is for',
      { holds: [shownHold({ hardwareVersions: [] })], requirements: { ...noRequirements, hardwareVersions: [5] } },
      'It is offered again for hardware 5: 20 known detectors.',
    ],
    [
      'beside another one',
      { holds: [shownHold({ hardwareVersions: [3, 5] }), shownHold({ id: 2, hardwareVersions: [5] })] },
      'It is offered again for hardware 3: 430 known detectors.',
    ],
    [
      'within another one',
      { holds: [shownHold(), shownHold({ id: 2, hardwareVersions: [] })] },
      'Nobody is offered it again yet: another hold or its requirements keep it from these detectors.',
    ],
    ['of a draft', { state: 'draft' }, 'Administrators and the back office can try it again on hardware 3.'],
    ['of a beta', { state: 'beta', reach: 'beta' }, 'Its beta testers are offered it again for hardware 3.'],
    [
      'of what is halted',
      { state: 'halted' },
      'Nobody is offered it while it is halted. Once it is offered again, that includes hardware 3.',
    ],
  ])('says whom the release is offered to then: %s', (_, others, sentence) => {
    const release = shownRelease({ hardware, holds: [shownHold()], ...others })
    const [hold = shownHold()] = release.holds
    expect(hookOf(useLiftText)(hold, release)).toBe(sentence)
  })
})
