/** The root that follows from another: what changes, and who has to sign it. Knows no file and no database. */
import type { KeyObject } from 'node:crypto'
import { type Root, root as rootSchema, signersOf } from '../../contract/signatures/root.ts'
import {
  claimedPayload,
  kidOf,
  type PublicKey,
  readPayload,
  type Role,
  roles,
  type Signed,
  type Signers,
} from '../../contract/signatures/signed.ts'
import { makePrivateKey, publicKeyOf } from './signWith.ts'

export type AddedKey = { readonly role: Role; readonly kid: string; readonly key: KeyObject; readonly publicKey: PublicKey }

export type Changes = {
  readonly added: AddedKey | undefined
  readonly drop: string | undefined
  /** "release=2": so many keys of the role have to sign. */
  readonly threshold: string | undefined
  /** Undefined: as before. */
  readonly isEnforced: boolean | undefined
}

/** The name of a key is the name of its file, too. */
export function assertKeyName(name: string): void {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u.test(name))
    throw new Error(`"${name}" is no name for a key: use letters, digits, spaces, dots, hyphens and underscores.`)
}

/** Throws a sentence where the role is none, or the name is taken or none. */
export function makeNamedKey({ keys }: Root, ofRole: string, kid: string): AddedKey {
  assertKeyName(kid)
  if (Object.hasOwn(keys, kid)) throw new Error(`There is a key "${kid}" already: choose another name.`)
  const key = makePrivateKey()
  return { role: roleOf(ofRole), kid, key, publicKey: publicKeyOf(key) }
}

/** A key is added beside the others of its role, so that nothing is unsigned while things are signed again; then the old one is dropped. */
export function changeRoot(before: Root, { added, drop, threshold, isEnforced }: Changes): Root {
  if (drop !== undefined && !Object.hasOwn(before.keys, drop)) throw new Error(`There is no key "${drop}".`)
  const needed = threshold === undefined ? undefined : readThreshold(threshold)
  const keysOf = (role: Role) => {
    const { keyIds, threshold: neededBefore } = before.roles[role]
    const kept = [...keyIds.filter((kid) => kid !== drop), ...(added?.role === role ? [added.kid] : [])]
    const has = { keyIds: kept, threshold: needed?.role === role ? needed.count : neededBefore }
    if (kept.length < has.threshold)
      throw new Error(
        `The role "${role}" would be left with fewer keys (${kept.length}) than have to sign (${has.threshold}). Add another one first.`,
      )
    return has
  }
  const after: Root['roles'] = { root: keysOf('root'), release: keysOf('release'), catalogue: keysOf('catalogue') }
  const kept = Object.entries(before.keys).filter(([kid]) => kid !== drop)
  return {
    version: before.version + 1,
    keys: Object.fromEntries([...kept, ...(added === undefined ? [] : [[added.kid, added.publicKey] as const])]),
    roles: after,
    isEnforced: isEnforced ?? before.isEnforced,
  }
}

function readThreshold(text: string): { role: Role; count: number } {
  const [, name, digits] = /^(\w+)=([1-9])$/.exec(text) ?? []
  if (name === undefined) throw new Error(`"${text}" does not say how many keys of a role have to sign: write it as release=2.`)
  const role = roleOf(name)
  // Servers sign catalogues by themselves, with the one key that they have.
  if (role === 'catalogue') throw new Error('One key signs catalogues. --threshold is for "root" and "release".')
  return { role, count: Number(digits) }
}

function roleOf(name: string): Role {
  const role = roles.find((one) => one === name)
  if (role === undefined) throw new Error(`"${name}" is no role. The roles are: ${roles.join(', ')}.`)
  return role
}

/** What they say, unverified. Throws a SignatureFault where they are no root. */
export function claimedRoot(documents: Signed): Root {
  return readPayload(rootSchema, claimedPayload(documents))
}

/** Those who may sign the next root: the root keys of both. */
export function signersOfNext(before: Root, after: Root): Signers {
  return { ...signersOf(before, 'root'), keys: new Map([...signersOf(before, 'root').keys, ...signersOf(after, 'root').keys]) }
}

/** Root keys of which one more at least has to sign; none if it is complete. */
export function lackingSigners(before: Root, documents: Signed): string[] {
  const have = new Set(documents.map(kidOf))
  const lacking = [before, claimedRoot(documents)].flatMap((one) => {
    const { keys, threshold } = signersOf(one, 'root')
    const missing = [...keys.keys()].filter((kid) => !have.has(kid))
    return keys.size - missing.length >= threshold ? [] : missing
  })
  return [...new Set(lacking)]
}

/** One line for each thing that it says, for those who sign it. */
export function describeRoot({ version, roles: its, isEnforced }: Root): string[] {
  const lines = roles.map((role) => {
    const { keyIds, threshold } = its[role]
    return `  ${role}: ${keyIds.join(', ')}${threshold > 1 ? ` (${threshold} have to sign)` : ''}`
  })
  return [`Root ${version}:`, ...lines, `  Pages ${isEnforced ? 'refuse' : 'still take'} what is not signed.`]
}
