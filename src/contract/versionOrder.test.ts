import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areMixed, compareVersions, isAtLeast, isOrdered, isUpgrade, versionKey } from './versionOrder.ts'

/** Each is newer than those before it. */
const ascending = [
  ['field test', 'WS6'],
  ['5.1'],
  ['5.2-alpha', '5.2 alpha', '5.2alpha'],
  ['5.2-alpha.1', '5.2a1', '5.2 alpha-1'],
  ['5.2-alpha.beta'],
  ['5.2-beta2', '5.2b2', 'v5.2_BETA_2'],
  ['5.2-beta10', '5.2 (beta 10)'],
  ['5.2-dev'],
  ['5.2-nightly'],
  ['5.2-pre3'],
  ['5.2-rc1', '5.2rc1'],
  ['5.2-rc1.2'],
  ['5.2-special'],
  ['5.2x3'],
  [
    '5.2',
    '5.02',
    '5.2.0',
    '5-2',
    '5-02 final',
    '5,2',
    'V 5.2',
    'Version 5.2',
    'ver. 5.2',
    'FW V5.2',
    'R5.2',
    '5.2 final',
    '5.2-GA',
    '5.2 stable',
    'Vers. 5.2',
    '5.2+7a',
    ' 5.2 ',
  ],
  ['5.2-1', '5.2 (1)', '5-2 (1)', '5.2_1', '5.2-1.0'],
  ['5.2-1.2'],
  ['5.2-10'],
  ['5.2a-rc1'],
  ['5.2a', '5.2 A', '5.2-a'],
  ['5.2a.1'],
  ['5.2b'],
  ['5.2 bis'],
  ['5.2 ter'],
  ['5.2p1', '5.2 patch 1'],
  ['5.2 R2', '5.2 rev. 2'],
  ['5.2 SP1', '5.2 SP1.0'],
  ['5.2 SP1.1'],
  ['5.2 SP2'],
  ['5.2.0.1'],
  ['5.2.1-rc1', '5-2-1-rc1'],
  ['5.2.1'],
  ['5.10'],
  ['2023.12'],
  ['2024.03', '2024-03'],
  ['2024-03-15', '2024.3.15'],
  ['2024-10-01'],
  ['2024.11'],
  ['20260101000000000001'],
]

const byBytes = (one: string, other: string) => Math.sign(Buffer.compare(Buffer.from(versionKey(one)), Buffer.from(versionKey(other))))

describe('the order of versions', () => {
  it('has numbers by their value, what precedes a version before it, and what follows one after it', () => {
    const [[first = '', second = ''] = [], ...ordered] = ascending
    // What has no order comes first, each by its own name.
    expect([first, second].map(isOrdered)).toEqual([false, false])
    expect(compareVersions(first, second)).toBe('older')
    for (const [index, versions] of ordered.entries()) {
      for (const version of versions) {
        expect([version, compareVersions(version, versions[0] ?? ''), isOrdered(version)]).toEqual([version, 'same', true])
        for (const older of [first, second, ...ordered.slice(0, index).flat()]) {
          expect([version, older, compareVersions(version, older), compareVersions(older, version)]).toEqual([
            version,
            older,
            'newer',
            'older',
          ])
        }
      }
    }
  })

  it('is that of Semantic Versioning where both say something', () => {
    const semantic = ['alpha', 'alpha.1', 'alpha.beta', 'beta', 'beta.2', 'beta.11', 'rc.1'].map((word) => `1.0.0-${word}`)
    const all = [...semantic, '1.0.0', '2.0.0', '2.1.0', '2.1.1']
    expect(all.toReversed().toSorted((one, other) => (compareVersions(one, other) === 'newer' ? 1 : -1))).toEqual(all)
  })

  it.each(['', 'field', '5.2 field', '5.2 français', '5.2 ⚡', '5.2²', '5.2 01/04/2024', 'WS6 5.2', '5.2abc', '-', '+5.2'])(
    'says of "%s" that it has none',
    (version) => {
      expect(isOrdered(version)).toBe(false)
      expect([isUpgrade('5.1', version), isUpgrade(version, '5.3'), isAtLeast(version, version), isAtLeast('5.3', version)]).toEqual(
        Array.from({ length: 4 }, () => false),
      )
    },
  )

  const piece = fc.oneof(
    fc.constantFrom(
      '.',
      '-',
      ' ',
      '_',
      '(',
      ')',
      ',',
      '+',
      'v',
      'a',
      'b',
      'r',
      'p',
      'rc',
      'beta',
      'bis',
      'ter',
      'SP',
      'final',
      'x',
      'foo',
      '0',
      '00',
    ),
    fc.nat({ max: 120 }).map(String),
  )
  const version = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.tuple(fc.nat({ max: 3 }), fc.array(piece, { maxLength: 5 })).map(([first, rest]) => `${first}${rest.join('')}`),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  )

  it('is a total preorder, the same as that of the stored bytes', () => {
    const sign = { older: -1, same: 0, newer: 1 }
    const order = (one: string, other: string) => sign[compareVersions(one, other)]
    fc.assert(
      fc.property(version, version, version, (one, other, third) => {
        expect(order(one, one)).toBe(0)
        expect(order(one, other)).toBe(0 - order(other, one) || 0)
        expect(order(one, other)).toBe(byBytes(one, other))
        const [low = '', middle = '', high = ''] = [one, other, third].toSorted(order)
        expect([order(low, middle), order(middle, high), order(low, high)].every((each) => each <= 0)).toBe(true)
        expect(order(low, high)).toBe(Math.min(order(low, middle), order(middle, high)))
      }),
      { numRuns: 20_000, seed: 50 },
    )
  })

  it('says that two follow the same version in two ways', () => {
    const mixed = [
      ['5.2a', '5.2 bis'],
      ['5.2.0-1', '5.2 SP1'],
      ['5.2a-rc1', '5.2 bis'],
      ['5.2a-1', '5.2a bis'],
    ] as const
    expect(mixed.map(([one, other]) => [areMixed(one, other), areMixed(other, one)])).toEqual(mixed.map(() => [true, true]))
    const single = [
      ['5.2a', '5.2b'],
      ['5.2', '5.2 bis'],
      ['5.2a', '5.3 bis'],
      ['5.2 bis', '5.2 ter'],
      ['5.2-beta', '5.2a'],
      ['5.2a', '5.2a bis'],
    ] as const
    expect(single.map(([one, other]) => areMixed(one, other))).toEqual(single.map(() => false))
  })
})
