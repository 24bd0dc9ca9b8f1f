import { describe, expect, it } from 'vitest'
import { findMissingProof } from './proof.ts'

const english = { language: 'English', sha256: 'a' }
const french = { language: 'Français', sha256: 'b' }
const of = (version: number, detectors: number) => ({ version, detectors })
const on = (hardwareVersion: number, { sha256 } = english) => ({ sha256, hardwareVersion })
const missing = (hardwareVersion: number | null, { language } = english) => ({ language, hardwareVersion })

describe('what a release lacks', () => {
  it('is every language on every hardware version', () => {
    const release = { images: [english, french], requiredVersions: [], known: [of(2, 40), of(3, 60)] }
    expect(findMissingProof(release, [on(2), on(3, french)])).toEqual([missing(3), missing(2, french)])
    expect(findMissingProof(release, [on(2), on(3), on(2, french), on(3, french)])).toEqual([])
  })

  it('is nothing on hardware that fewer than one known detector in a hundred has', () => {
    const release = { images: [english], requiredVersions: [] }
    expect(findMissingProof({ ...release, known: [of(2, 1), of(3, 99)] }, [on(3)])).toEqual([missing(2)])
    expect(findMissingProof({ ...release, known: [of(2, 1), of(3, 100)] }, [on(3)])).toEqual([])
  })

  it('is counted among the hardware that it requires, and no other hardware proves it', () => {
    const release = { images: [english], requiredVersions: [2, 9], known: [of(2, 1), of(3, 9_999)] }
    expect(findMissingProof(release, [on(3)])).toEqual([missing(2)])
    expect(findMissingProof(release, [on(2)])).toEqual([])
  })

  it('is one detector, where none is known', () => {
    const release = { images: [english], requiredVersions: [], known: [] }
    expect(findMissingProof(release, [])).toEqual([missing(null)])
    expect(findMissingProof(release, [on(7)])).toEqual([])
    expect(findMissingProof({ ...release, requiredVersions: [9], known: [of(3, 5)] }, [on(3)])).toEqual([missing(null)])
  })

  it('is everything for a file of other bytes', () => {
    expect(findMissingProof({ images: [french], requiredVersions: [], known: [of(3, 1)] }, [on(3)])).toEqual([missing(3, french)])
  })
})
