/** A server in wrong hands: whatever it answers, nothing that is not signed for this detector is written on it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Keys, makeKeys, rootOf, sign, signCatalogue, signRoot, signStatement } from '../../../tests/support/releaseKeys.ts'
import { seededRandom } from '../../../tests/support/seededRandom.ts'
import { noRequirements } from '../requirements.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import { type Install, judgeInstall } from './judgeInstall.ts'
import { followRoots, readFirstRoot } from './root.ts'
import { digestOf, type Fault, type Signed, SignatureFault } from './signed.ts'
import { type Statement, statementBytes } from './statement.ts'

const now = new Date('2026-11-26T12:00:00.000Z')
const typeId = 27
const file = { language: 'fr', sizeBytes: 4096, sha256: 'ab'.repeat(32) }
const said: Statement = {
  version: '5.3',
  types: [27, 28],
  images: [{ language: 'fr', bytes: 4096, sha256: file.sha256 }],
  requirements: { ...noRequirements, hardwareVersions: [3, 4] },
}
const current: Catalogue = {
  typeId,
  number: 1000,
  issuedAt: '2026-11-26T00:00:00.000Z',
  expiresAt: '2026-12-26T00:00:00.000Z',
  releases: [{ id: 7, statement: digestOf(statementBytes(said)), state: 'released', share: 1, holds: [] }],
}
const only = (changes: Partial<Catalogue['releases'][number]>): Catalogue => ({
  ...current,
  releases: current.releases.map((release) => ({ ...release, ...changes })),
})

/** What a page gets and knows before it judges. */
type Served = Omit<Install, 'catalogue'> & { readonly catalogue: Signed | null; readonly least: number; readonly now: Date }

let [keys, others]: Keys[] = []
let right: Served

beforeAll(async () => {
  ;[keys, others] = await Promise.all([makeKeys('2026'), makeKeys('thief')])
  right = {
    root: rootOf(maker(), 1),
    statement: await signStatement(said, maker()),
    catalogue: await signCatalogue(current, maker()),
    least: 1000,
    now,
    isOnline: true,
    detector: { typeId, hardwareVersion: 3, serialNumber: '0A1B2C3D4E', isErased: false, hasBegun: false },
    file,
    isTester: false,
  }
})

const maker = () => given(keys)
const thief = () => given(others)
function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('made before each test')
  return value
}

async function judge({ catalogue, least, now: at, ...install }: Served): Promise<void> {
  const seen = { [maker().catalogue.kid]: least }
  const { root, detector } = install
  const read = catalogue && (await readCatalogue(catalogue, { root, typeId: detector.typeId, seen, now: at }))
  await judgeInstall({ ...install, catalogue: read })
}

async function faultOf(changes: Partial<Served>): Promise<Fault | 'none'> {
  try {
    await judge({ ...right, ...changes })
    return 'none'
  } catch (error) {
    if (error instanceof SignatureFault) return error.fault
    throw error
  }
}

const judged = async (changes: Partial<Catalogue['releases'][number]>, more: Partial<Served> = {}) =>
  faultOf({ catalogue: await signCatalogue(only(changes), maker()), ...more })

describe('what is signed', () => {
  it('may be written', async () => {
    expect(await faultOf({})).toBe('none')
  })

  it('may be written on a detector without a firmware, also while it is held back or halted', async () => {
    const kept: Parameters<typeof only>[0][] = [{ state: 'halted' }, { holds: [[3]] }, { holds: [[]] }]
    for (const changes of kept) {
      const catalogue = await signCatalogue(only(changes), maker())
      expect(await faultOf({ catalogue })).toBe('notOffered')
      for (const facts of [{ isErased: true }, { hasBegun: true }])
        expect(await faultOf({ catalogue, detector: { ...right.detector, ...facts } })).toBe('none')
    }
  })

  it('is offered by share, group and state as releases are', async () => {
    expect(await judged({ state: 'staged', share: 0 })).toBe('notOffered')
    expect(await judged({ state: 'staged', share: 0 }, { isTester: true })).toBe('none')
    expect(await judged({ state: 'staged', share: 1 })).toBe('none')
    for (const state of ['beta', 'draft'] as const) {
      expect(await judged({ state })).toBe('notOffered')
      expect(await judged({ state }, { isTester: true })).toBe('none')
    }
    for (const facts of [{}, { isErased: true }, { hasBegun: true }])
      expect(await judged({ state: 'withdrawn' }, { detector: { ...right.detector, ...facts }, isTester: true })).toBe('notOffered')
  })
})

describe('a server in wrong hands is refused', () => {
  it('an expired catalogue online; offline its owner decides', async () => {
    const later = new Date('2026-12-27T00:00:00.000Z')
    expect(await faultOf({ now: later })).toBe('expired')
    expect(await faultOf({ now: later, isOnline: false })).toBe('none')
  })

  it('an older catalogue', async () => {
    expect(await faultOf({ least: 1001 })).toBe('older')
  })

  it('what another key has signed, also one that says it is the maker’s', async () => {
    expect(await faultOf({ statement: await signStatement(said, thief()) })).toBe('altered')
    expect(await faultOf({ catalogue: await signCatalogue(current, thief()) })).toBe('altered')
    const posing = { ...thief().release, kid: maker().release.kid }
    expect(await faultOf({ statement: await sign(statementBytes(said), 'release', [posing]) })).toBe('altered')
  })

  it('what a key of another role has signed', async () => {
    const { catalogue, release, root } = maker()
    for (const key of [catalogue, root])
      expect(await faultOf({ statement: await sign(statementBytes(said), 'release', [key]) })).toBe('role')
    // As a catalogue, which the online key may sign, and shown as a statement.
    expect(await faultOf({ statement: await sign(statementBytes(said), 'catalogue', [catalogue]) })).toBe('role')
    expect(await faultOf({ statement: await sign(statementBytes(said), 'catalogue', [release]) })).toBe('role')
    expect(await faultOf({ statement: right.catalogue, catalogue: right.statement })).toBe('role')
  })

  it('another product, another hardware, and a catalogue of another product', async () => {
    const statement = await signStatement({ ...said, types: [28] }, maker())
    expect(await faultOf({ statement })).toBe('product')
    expect(await faultOf({ detector: { ...right.detector, hardwareVersion: 5 } })).toBe('product')
    expect(await faultOf({ catalogue: await signCatalogue({ ...current, typeId: 28 }, maker()) })).toBe('product')
  })

  it('a swapped file, language or length', async () => {
    for (const swapped of [{ sha256: 'cd'.repeat(32) }, { language: 'en' }, { sizeBytes: 4097 }])
      expect(await faultOf({ file: { ...file, ...swapped } })).toBe('file')
  })

  it('a statement that the catalogue does not name', async () => {
    expect(await faultOf({ catalogue: await signCatalogue({ ...current, releases: [] }, maker()) })).toBe('notOffered')
  })

  it('nothing at all', async () => {
    expect([await faultOf({ statement: null }), await faultOf({ catalogue: null }), await faultOf({ statement: [] })]).toEqual([
      'unsigned',
      'noCatalogue',
      'unsigned',
    ])
  })

  it('another algorithm, or none', async () => {
    const [document = ''] = right.statement ?? []
    const [, payload, signature] = document.split('.')
    for (const alg of ['none', 'HS256', 'ES384']) {
      const header = Buffer.from(JSON.stringify({ alg, typ: 'fieldport-release+jws', kid: maker().release.kid })).toString('base64url')
      expect(await faultOf({ statement: [`${header}.${payload}.${signature}`] })).toBe('altered')
      expect(await faultOf({ statement: [`${header}.${payload}.`] })).toBe('altered')
    }
  })

  it('1,000 documents of which one bit is another', async () => {
    const random = seededRandom(20_261_126)
    const flipped = (documents: Signed | null) => {
      const bytes = Buffer.from(documents?.[0] ?? '')
      const place = Math.floor(random() * bytes.length)
      bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 8))
      return [bytes.toString('latin1')]
    }
    const found = new Set<string>()
    for (let turn = 0; turn < 500; turn += 1) {
      found.add(await faultOf({ statement: flipped(right.statement) }))
      found.add(await faultOf({ catalogue: flipped(right.catalogue) }))
    }
    expect([...found].toSorted()).toEqual(['altered', 'role'])
  })
})

describe('the keys of the maker', () => {
  it('are followed through three rotations by a page that was offline', async () => {
    const generations = await Promise.all(['a', 'b', 'c', 'd'].map(makeKeys))
    const first = await readFirstRoot(await signRoot(rootOf(given(generations[0]), 1), [given(generations[0]).root]))
    const later = await Promise.all(
      generations.slice(1).map(async (after, index) => signRoot(rootOf(after, index + 2), [given(generations[index]).root, after.root])),
    )
    const last = given(generations[3])
    const root = await followRoots(first, later)
    expect(root.version).toBe(4)
    expect(await faultOf({ root, statement: await signStatement(said, last), catalogue: await signCatalogue(current, last) })).toBe('none')
    expect(await faultOf({ root })).toBe('altered')
    await expect(followRoots(root, later)).resolves.toEqual(root)
    // One of them is missing.
    await expect(followRoots(first, later.slice(1))).rejects.toMatchObject({ fault: 'root' })
  })

  it('are not followed to keys that the ones before did not sign, nor to keys that nobody has', async () => {
    const after = await makeKeys('after')
    const next = rootOf(after, 2)
    for (const by of [[after.root], [maker().root], [thief().root, after.root], [maker().release, after.root]])
      await expect(followRoots(right.root, [await signRoot(next, by)])).rejects.toMatchObject({ fault: 'root' })
    await expect(followRoots(right.root, [await signRoot(next, [maker().root, after.root])])).resolves.toEqual(next)
  })

  it('may be several, of which some have to sign', async () => {
    const [one, two] = [maker().release, (await makeKeys('second')).release]
    const several = rootOf(maker(), 1)
    const root = {
      ...several,
      keys: { ...several.keys, [two.kid]: two.publicKey },
      roles: { ...several.roles, release: { keyIds: [one.kid, two.kid], threshold: 2 } },
    }
    const by = async (...signers: (typeof one)[]) => faultOf({ root, statement: await sign(statementBytes(said), 'release', signers) })
    expect([await by(one), await by(one, one), await by(one, two)]).toEqual(['role', 'role', 'none'])
    // A key that was dropped since has signed it, too.
    expect(await by(one, two, thief().release)).toBe('none')
  })
})
