/** What a page believes: it remembers what it has seen, follows the maker's keys, and knows when it is offline. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type Keys, makeKeys, rootOf, signCatalogue, signRoot, signStatement } from '../../../../tests/support/releaseKeys.ts'
import { releaseOf } from '../../../../tests/support/releases.ts'
import type { Signatures } from '../../../contract/signature.ts'
import type { Catalogue } from '../../../contract/signatures/catalogue.ts'
import { digestOf, type Signed } from '../../../contract/signatures/signed.ts'
import { type Statement, statementBytes } from '../../../contract/signatures/statement.ts'
import { noRequirements } from '../../../contract/requirements.ts'
import { judgeSignature, type SignaturePorts } from './judgeSignature.ts'
import { createSeenSignatures } from './seenSignatures.ts'

const file = { id: 3, filename: '5.3.bin', sizeBytes: 4096, sha256: 'ab'.repeat(32) }
const said: Statement = {
  version: '5.3',
  types: [27],
  images: [{ language: 'fr', bytes: 4096, sha256: file.sha256 }],
  requirements: { ...noRequirements, hardwareVersions: [] },
}
const catalogueOf = (number: number, state: Catalogue['releases'][number]['state'] = 'released'): Catalogue => ({
  typeId: 27,
  number,
  issuedAt: '2026-11-26T00:00:00.000Z',
  expiresAt: '2026-12-26T00:00:00.000Z',
  releases: [{ id: 1, statement: digestOf(statementBytes(said)), state, share: 1, holds: [] }],
})

/** The keys of four years, each root signed by the keys of the year before. */
const years: Keys[] = []
const roots: Signed[] = []
let stored: string | null
let served: { signatures: Signatures; isOnline: boolean } | null
let statement: Signed | null
let ports: SignaturePorts

beforeAll(async () => {
  for (const year of ['2026', '2027', '2028', '2029']) years.push(await makeKeys(year))
  for (const [index, keys] of years.entries()) {
    const before = years[index - 1]
    roots.push(await signRoot(rootOf(keys, index + 1), [...(before === undefined ? [] : [before.root]), keys.root]))
  }
})

beforeEach(async () => {
  stored = null
  const seen = createSeenSignatures({ get: () => stored, set: (text) => (stored = text) })
  ports = { firstRoot: roots[0] ?? [], isDemo: false, seen, load: async () => served, now: () => new Date('2026-11-26T12:00:00.000Z') }
  await serve({ year: 0, number: 100 })
})

type Served = { year: number; number: number; isOnline?: boolean; state?: Parameters<typeof catalogueOf>[1] }

async function serve({ year, number, isOnline = true, state = 'released' }: Served): Promise<void> {
  const keys = years[year]
  if (keys === undefined) throw new Error('four years have keys')
  const later = roots.slice(1, year + 1).map((documents) => documents.slice())
  served = { signatures: { roots: later, catalogue: [...(await signCatalogue(catalogueOf(number, state), keys))] }, isOnline }
  statement = await signStatement(said, keys)
}

const judge = (more: Partial<SignaturePorts> = {}) => {
  const release = releaseOf('released', { statement: statement === null ? null : [...statement], isInGroup: false })
  const firmware = {
    id: 7,
    versionName: '5.3',
    language: 'fr',
    releaseDate: '',
    changeLog: null,
    isBetaTest: false,
    firmwareFile: file,
    release,
  }
  const detector = { typeId: 27, hardwareVersion: 3, serialNumber: '0A1B2C3D4E', isErased: false }
  return judgeSignature({ ...ports, ...more }, { firmware, detector, userProductId: 9 })
}

const afterFortyDays = () => new Date('2027-01-05T00:00:00.000Z')

it('says who has signed it', async () => {
  expect(await judge()).toEqual({ state: 'signed', isExpired: false, keys: ['2026 release'] })
})

it('refuses a lower number than it has seen, online and offline, after any sign-out', async () => {
  await judge()
  await serve({ year: 0, number: 99 })
  expect(await judge()).toEqual({ state: 'refused', fault: 'older' })
  await serve({ year: 0, number: 99, isOnline: false })
  expect(await judge()).toEqual({ state: 'refused', fault: 'older' })
  await serve({ year: 0, number: 101 })
  expect(await judge()).toMatchObject({ state: 'signed' })
})

it('remembers what it was shown where it refuses: a halted release is not offered again by an older catalogue', async () => {
  await serve({ year: 0, number: 120, state: 'halted' })
  expect(await judge()).toEqual({ state: 'refused', fault: 'notOffered' })
  await serve({ year: 0, number: 110 })
  expect(await judge()).toEqual({ state: 'refused', fault: 'older' })
})

it('remembers the newest keys where it refuses, as far as they follow', async () => {
  await serve({ year: 2, number: 120, state: 'halted' })
  served?.signatures.roots.push(['no root'])
  expect(await judge()).toEqual({ state: 'refused', fault: 'root' })
  await serve({ year: 0, number: 130 })
  expect(await judge()).toEqual({ state: 'refused', fault: 'altered' })
  await serve({ year: 2, number: 130 })
  expect(await judge()).toMatchObject({ state: 'signed', keys: ['2028 release'] })
})

it('is locked out for good by nobody who had the online key: a number counts as long as the key that signed it', async () => {
  await serve({ year: 0, number: 9_000_000_000 })
  await judge()
  await serve({ year: 0, number: 120 })
  expect(await judge()).toEqual({ state: 'refused', fault: 'older' })
  // Another key for the catalogue, and the stolen one is dropped.
  await serve({ year: 1, number: 120 })
  expect(await judge()).toMatchObject({ state: 'signed' })
  await serve({ year: 1, number: 119 })
  expect(await judge()).toEqual({ state: 'refused', fault: 'older' })
})

it('begins anew with a build whose first root is another one, since the root key was lost', async () => {
  await serve({ year: 3, number: 200 })
  await judge()
  const keys = await makeKeys('made anew')
  const firstRoot = await signRoot(rootOf(keys, 1), [keys.root])
  served = { signatures: { roots: [], catalogue: [...(await signCatalogue(catalogueOf(150), keys))] }, isOnline: true }
  statement = await signStatement(said, keys)
  expect(await judge({ firstRoot })).toMatchObject({ state: 'signed', keys: ['made anew release'] })
  // Its own later roots are kept in place of the other maker's.
  const next = await makeKeys('after')
  const later = [...(await signRoot(rootOf(next, 2), [keys.root, next.root]))]
  served = { signatures: { roots: [later], catalogue: [...(await signCatalogue(catalogueOf(160), next))] }, isOnline: true }
  statement = await signStatement(said, next)
  expect(await judge({ firstRoot })).toMatchObject({ state: 'signed' })
  served = { signatures: { roots: [], catalogue: served.signatures.catalogue }, isOnline: true }
  expect(await judge({ firstRoot })).toMatchObject({ state: 'signed' })
})

it('keeps no later keys where those of the demo sign them, which everybody has', async () => {
  await serve({ year: 1, number: 100 })
  expect(await judge({ isDemo: true })).toMatchObject({ state: 'signed', keys: ['2027 release'] })
  await serve({ year: 0, number: 100 })
  expect(await judge({ isDemo: true })).toMatchObject({ state: 'signed', keys: ['2026 release'] })
})

it('says that it does not know what is offered now where there is no catalogue', async () => {
  served = null
  expect(await judge()).toEqual({ state: 'refused', fault: 'noCatalogue' })
})

it('takes a state that has expired only offline, and says so', async () => {
  expect(await judge({ now: afterFortyDays })).toEqual({ state: 'refused', fault: 'expired' })
  await serve({ year: 0, number: 100, isOnline: false })
  expect(await judge({ now: afterFortyDays })).toMatchObject({ state: 'signed', isExpired: true })
})

it('follows three rotations at once, keeps them, and believes the keys of before no more', async () => {
  await serve({ year: 3, number: 200 })
  expect(await judge()).toMatchObject({ state: 'signed', keys: ['2029 release'] })
  // A server in wrong hands that shows the keys of before.
  await serve({ year: 0, number: 300 })
  expect(await judge()).toEqual({ state: 'refused', fault: 'altered' })
})

it('refuses where nothing is signed, unless the maker does not enforce it yet', async () => {
  statement = null
  expect(await judge()).toEqual({ state: 'refused', fault: 'unsigned' })
  const [keys] = years
  if (keys === undefined) throw new Error('four years have keys')
  const firstRoot = await signRoot(rootOf(keys, 1, { isEnforced: false }), [keys.root])
  expect(await judge({ firstRoot })).toEqual({ state: 'none' })
  // Nothing is asked for where nothing is signed.
  expect(await judge({ firstRoot, load: () => Promise.reject(new Error('asked')) })).toEqual({ state: 'none' })
  // What is signed is judged all the same, also where a server has no catalogue of it.
  statement = await signStatement({ ...said, images: [] }, keys)
  served = null
  expect(await judge({ firstRoot })).toEqual({ state: 'refused', fault: 'file' })
  statement = await signStatement(said, years[1] ?? keys)
  expect(await judge({ firstRoot })).toEqual({ state: 'refused', fault: 'altered' })
})

it('goes on where what it has kept is damaged by hand', async () => {
  stored = '{"roots":'
  expect(await judge()).toMatchObject({ state: 'signed' })
})
