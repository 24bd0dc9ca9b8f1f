import { describe, expect, it } from 'vitest'
import { type DetectorState, findPath, findUnmet, type Hold, noRequirements, type Requirements, type Target } from './requirements.ts'

const detector: DetectorState = {
  hardwareVersion: 3,
  isErased: false,
  installedVersion: '5.0',
  batteryPercent: 80,
  hasCoil: true,
  appBuild: 7,
}
const hold = (hardwareVersions: readonly number[]): Hold => ({
  hardwareVersions,
  reason: { en: 'The restart fails', fr: 'Le redémarrage échoue' },
  since: '2026-11-20T08:00:00.000Z',
})
const needing = (requirements: Partial<Requirements>, holds: readonly Hold[] = []): Target => ({
  versionName: '6.0',
  requirements: { ...noRequirements, ...requirements },
  holds,
})
const kinds = (conditions: Target, others: Partial<DetectorState> = {}) =>
  findUnmet(conditions, { ...detector, ...others }).map(({ kind }) => kind)

describe('what keeps a firmware from a detector', () => {
  it('is nothing where nothing is required', () => {
    expect(findUnmet(needing({}), { ...detector, installedVersion: null, batteryPercent: null, hasCoil: null, appBuild: null })).toEqual([])
  })

  it.each<readonly [string, Target, Partial<DetectorState>, readonly string[]]>([
    ['other hardware', needing({ hardwareVersions: [2, 4] }), {}, ['hardware']],
    ['hardware that is named', needing({ hardwareVersions: [2, 3] }), {}, []],
    ['a hold for its hardware', needing({}, [hold([2]), hold([3])]), {}, ['hold']],
    ['a hold for other hardware', needing({}, [hold([2])]), {}, []],
    ['a hold for all', needing({}, [hold([])]), {}, ['hold']],
    ['a page that is too old', needing({ minimumAppBuild: 8 }), {}, ['appBuild']],
    ['a page that does not say its build', needing({ minimumAppBuild: 1 }), { appBuild: null }, ['appBuild']],
    ['a page that is just new enough', needing({ minimumAppBuild: 7 }), {}, []],
    ['an older version', needing({ minimumInstalledVersion: '5.0.1' }), {}, ['minimum']],
    ['the minimum itself', needing({ minimumInstalledVersion: '5.0' }), {}, []],
    ['a newer version, by its numbers', needing({ minimumInstalledVersion: '5.9' }), { installedVersion: '5.10' }, []],
    ['an unknown version', needing({ minimumInstalledVersion: '1.0' }), { installedVersion: null }, ['minimum']],
    ['an older version than the stone, without a minimum', needing({ steppingStone: '5.1' }), {}, ['minimum']],
    ['a version between minimum and stone', needing({ minimumInstalledVersion: '4.9', steppingStone: '5.1' }), {}, []],
    ['too low a battery', needing({ minimumBatteryPercent: 81 }), {}, ['battery']],
    ['a battery that is just enough', needing({ minimumBatteryPercent: 80 }), {}, []],
    ['an unknown battery', needing({ minimumBatteryPercent: 81 }), { batteryPercent: null }, []],
    ['a version that has no order', { ...needing({}), versionName: 'field' }, {}, ['unordered']],
    ['an installed version that has no order', needing({}), { installedVersion: 'field' }, ['unordered']],
    ['no coil', needing({ needsCoil: true }), { hasCoil: false }, ['coil']],
    ['an unknown coil', needing({ needsCoil: true }), { hasCoil: null }, []],
  ])('is decided for %s', (_, conditions, others, expected) => {
    expect(kinds(conditions, others)).toEqual(expected)
  })

  const all = needing(
    {
      hardwareVersions: [2],
      minimumAppBuild: 8,
      minimumInstalledVersion: '5.1',
      minimumBatteryPercent: 90,
      needsCoil: true,
    },
    [hold([])],
  )

  it('is told the most lasting first', () => {
    expect(kinds(all, { hasCoil: false })).toEqual(['hardware', 'hold', 'appBuild', 'minimum', 'battery', 'coil'])
  })

  it('is hardware and battery alone for a detector without a firmware', () => {
    const erased = { isErased: true, installedVersion: null, hasCoil: false }
    expect(kinds(all, erased)).toEqual(['hardware', 'battery'])
    expect(kinds(all, { ...erased, hardwareVersion: 2, batteryPercent: null })).toEqual([])
  })

  it('comes with what a person is to read: the hold for this hardware, the version and the percentage that are needed', () => {
    const [mine, other] = [hold([3]), hold([2])]
    expect(findUnmet(needing({}, [other, mine]), detector)).toEqual([{ kind: 'hold', hold: mine }])
    const some = needing({ steppingStone: '5.1', minimumBatteryPercent: 90 })
    expect(findUnmet(some, detector)).toEqual([
      { kind: 'minimum', needed: '5.1', installed: '5.0' },
      { kind: 'battery', neededPercent: 90 },
    ])
    expect(findUnmet(needing({ minimumInstalledVersion: '4.9', steppingStone: '5.1' }), { ...detector, installedVersion: null })).toEqual([
      { kind: 'minimum', needed: '4.9', installed: null },
    ])
  })
})

type Listed = Target & { readonly language: string }
const listed = (versionName: string, requirements: Partial<Requirements> = {}, others: Partial<Listed> = {}): Listed => ({
  ...needing(requirements),
  versionName,
  language: 'fr',
  ...others,
})

describe('the path to a firmware', () => {
  const target = listed('6.0', { steppingStone: '5.5' })
  const path = (stones: readonly Listed[], others: Partial<DetectorState> = {}, goal = target) =>
    findPath(goal, [goal, ...stones], { ...detector, ...others })?.map(({ versionName, language }) => `${versionName} ${language}`) ?? null

  it('is the firmware alone where its minimum is met, or no version is installed at all', () => {
    expect(path([], { installedVersion: '5.5' })).toEqual(['6.0 fr'])
    expect(path([], { isErased: true, installedVersion: null })).toEqual(['6.0 fr'])
  })

  it('begins with the stepping stone, also where the installed version is unknown', () => {
    expect(path([listed('5.5')])).toEqual(['5.5 fr', '6.0 fr'])
    expect(path([listed('5.5')], { installedVersion: null })).toEqual(['5.5 fr', '6.0 fr'])
  })

  it('has as many steps as it takes', () => {
    const stones = [
      listed('5.5', { steppingStone: '5.2' }),
      listed('5.2', { minimumInstalledVersion: '5.1', steppingStone: '5.1' }),
      listed('5.1'),
    ]
    expect(path(stones)).toEqual(['5.1 fr', '5.2 fr', '5.5 fr', '6.0 fr'])
    expect(path(stones, { installedVersion: '5.1' })).toEqual(['5.2 fr', '5.5 fr', '6.0 fr'])
  })

  it('takes the stone in the language of the firmware that it leads to, or else another', () => {
    expect(path([listed('5.5', {}, { language: 'en' }), listed('5.5', {}, { language: 'FR' })])).toEqual(['5.5 FR', '6.0 fr'])
    expect(path([listed('5.5', {}, { language: 'en' })])).toEqual(['5.5 en', '6.0 fr'])
  })

  it('finds a stone by its number, however it is written', () => {
    expect(path([listed('5.5.0')])).toEqual(['5.5.0 fr', '6.0 fr'])
  })

  it.each<readonly [string, readonly Listed[]]>([
    ['is missing', [listed('5.4')]],
    ['is for other hardware', [listed('5.5', { hardwareVersions: [2] })]],
    ['is held back', [listed('5.5', {}, { holds: [hold([3])] })]],
    ['needs a newer page', [listed('5.5', { minimumAppBuild: 8 })]],
    ['has a minimum of its own and no stone', [listed('5.5', { minimumInstalledVersion: '5.1' })]],
    ['has a stone that is missing', [listed('5.5', { steppingStone: '5.2' })]],
  ])('does not exist where a stone %s', (_, stones) => {
    expect(path(stones)).toBeNull()
  })

  it('does not exist without a stone, and over one that is not older', () => {
    expect(path([], {}, listed('6.0', { minimumInstalledVersion: '5.5' }))).toBeNull()
    expect(path([listed('6.0', {}, { language: 'en' })], {}, listed('6.0', { steppingStone: '6.0' }))).toBeNull()
    expect(path([listed('6.1', {})], {}, listed('6.0', { steppingStone: '6.1' }))).toBeNull()
  })

  it('is not closed by a low battery or a missing coil: both can be helped until then', () => {
    expect(path([listed('5.5', { minimumBatteryPercent: 90, needsCoil: true })], { hasCoil: false })).toEqual(['5.5 fr', '6.0 fr'])
  })
})
