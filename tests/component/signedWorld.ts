/** A customer's server whose firmware the maker has signed, and how it looks in wrong hands: one way for each fault that a page can find. */
import { digestOf, type Fault, type Signed } from '../../src/contract/signatures/signed.ts'
import type { Catalogue } from '../../src/contract/signatures/catalogue.ts'
import { type Statement, statementBytes } from '../../src/contract/signatures/statement.ts'
import { createStoredItem } from '../../src/app/browser/storedItem.ts'
import { createSeenSignatures, seenSignaturesKey } from '../../src/app/update/signatures/seenSignatures.ts'
import { AppError } from '../../src/errors.ts'
import { releaseOf, required } from '../support/releases.ts'
import { type Keys, makeKeys, rootOf, sign, signCatalogue, signRoot, signStatement } from '../support/releaseKeys.ts'
import { createCustomer, type CustomerWorld } from './customer.ts'
import type { FakeCalls } from './fakeApi.ts'

/** Of the simulated detector. */
const typeId = 6

export type SignedWorld = {
  readonly world: CustomerWorld
  readonly calls: readonly FakeCalls[]
  readonly image: Uint8Array
  /** The server is in wrong hands from now on, so that pages find this. */
  readonly spoil: (fault: Fault) => Promise<void>
  /** The catalogue of today, issued anew, so that pages have seen nothing newer. */
  readonly beHonest: () => Promise<void>
  /** There is no network for the catalogue from now on. */
  readonly cut: () => void
}

let made: Promise<Keys> | undefined

/** The build trusts this maker until `forgetMaker`. */
export async function createSignedWorld(versionName: string): Promise<SignedWorld> {
  const keys = await (made ??= makeKeys('2026'))
  // What Vite defines is a global in development.
  Object.assign(globalThis, { builtRoot: await signRoot(rootOf(keys, 1), [keys.root]) })
  localStorage.removeItem(seenSignaturesKey)
  const world = createCustomer()
  const language = 'English'
  const image = await world.publish(versionName, 500, { language })
  const [honest] = world.firmwares
  if (honest === undefined) throw new Error('one was published')
  const { sizeBytes: bytes, sha256 } = honest.firmwareFile
  const said: Statement = { version: versionName, types: [typeId], images: [{ language, bytes, sha256 }], requirements: required({}) }
  const digest = digestOf(statementBytes(said))
  let number = 100
  let roots: Signed[] = []
  let catalogue: Signed | null = null
  let isCut = false

  const list = (statement: Signed | null) => {
    world.firmwares[0] = { ...honest, release: releaseOf('released', { statement: statement && [...statement] }) }
  }
  const issue = async (changes: Partial<Catalogue> = {}, state: Catalogue['releases'][number]['state'] = 'released') => {
    const releases: Catalogue['releases'] = [{ id: 1, statement: digest, state, share: 1, holds: [] }]
    const [issuedAt, expiresAt] = [Date.now(), Date.now() + 86_400_000].map((at) => new Date(at).toISOString())
    const full = { typeId, number, issuedAt: issuedAt ?? '', expiresAt: expiresAt ?? '', releases, ...changes }
    catalogue = await signCatalogue(full, keys)
  }
  const swapFile = async () => {
    await world.publish(versionName, 600, { language })
    const swapped = world.firmwares.shift()
    const [listed] = world.firmwares
    if (swapped === undefined || listed === undefined) throw new Error('it was published')
    world.firmwares[0] = { ...listed, firmwareFile: swapped.firmwareFile }
  }
  const ways: Readonly<Record<Fault, () => void | Promise<void>>> = {
    unsigned: () => list(null),
    altered: async () => list(await signStatement(said, await makeKeys('2026'))),
    role: async () => list(await sign(statementBytes(said), 'release', [keys.catalogue])),
    older: () => {
      const seen = createSeenSignatures(createStoredItem(seenSignaturesKey))
      seen.noteNumber(typeId, { number: number + 1, keys: [keys.catalogue.kid] })
    },
    expired: () => issue({ expiresAt: new Date(Date.now() - 1000).toISOString() }),
    noCatalogue: () => {
      catalogue = null
    },
    product: async () => list(await signStatement({ ...said, types: [typeId + 1] }, keys)),
    file: swapFile,
    notOffered: () => issue({}, 'withdrawn'),
    root: async () => {
      const next = await makeKeys('thief')
      roots = [await signRoot(rootOf(next, 2), [next.root])]
    },
  }

  async function beHonest(): Promise<void> {
    number += 2
    roots = []
    list(await signStatement(said, keys))
    await issue()
  }
  await beHonest()
  return {
    world,
    image,
    beHonest,
    spoil: async (fault) => ways[fault](),
    cut: () => {
      isCut = true
    },
    calls: [
      world.calls,
      {
        signature: {
          getForType: () => {
            if (isCut) throw new AppError('network.offline.error')
            return { roots: roots.map((documents) => documents.slice()), catalogue: catalogue && [...catalogue] }
          },
        },
      },
    ],
  }
}

export function forgetMaker(): void {
  Object.assign(globalThis, { builtRoot: null })
  localStorage.removeItem(seenSignaturesKey)
}
