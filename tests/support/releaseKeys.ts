/** Keys of a maker, and what they sign: roots, statements and catalogues, right or wrong. */
import { CompactSign, exportJWK, exportPKCS8, generateKeyPair } from 'jose'
import type { Catalogue } from '../../src/contract/signatures/catalogue.ts'
import type { Root } from '../../src/contract/signatures/root.ts'
import { algorithm, type PublicKey, type Role, type Signed, typeOf } from '../../src/contract/signatures/signed.ts'
import { type Statement, statementBytes } from '../../src/contract/signatures/statement.ts'

export type Key = { readonly kid: string; readonly privateKey: CryptoKey; readonly publicKey: PublicKey }

export async function makeKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  const { x = '', y = '' } = await exportJWK(publicKey)
  return { kid, privateKey, publicKey: { kty: 'EC', crv: 'P-256', x, y } }
}

/** By each of these keys. `more`: into the protected header, over what belongs there. */
export async function sign(bytes: Uint8Array, role: Role, keys: readonly Key[], more: object = {}): Promise<Signed> {
  return Promise.all(
    keys.map(async ({ kid, privateKey }) =>
      new CompactSign(bytes).setProtectedHeader({ alg: algorithm, typ: typeOf[role], kid, ...more }).sign(privateKey),
    ),
  )
}

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

export type Keys = { readonly root: Key; readonly release: Key; readonly catalogue: Key }

export async function makeKeys(name: string): Promise<Keys> {
  const [root, release, catalogue] = await Promise.all(['root', 'release', 'catalogue'].map((role) => makeKey(`${name} ${role}`)))
  if (root === undefined || release === undefined || catalogue === undefined) throw new Error('three keys were made')
  return { root, release, catalogue }
}

const one = (key: Key) => ({ keyIds: [key.kid], threshold: 1 })

export function rootOf(keys: Keys, version: number, changes: Partial<Root> = {}): Root {
  return {
    version,
    keys: Object.fromEntries(Object.values(keys).map((key: Key) => [key.kid, key.publicKey])),
    roles: { root: one(keys.root), release: one(keys.release), catalogue: one(keys.catalogue) },
    isEnforced: true,
    ...changes,
  }
}

export const signRoot = (root: Root, by: readonly Key[]) => sign(bytesOf(root), 'root', by)
export const signStatement = (said: Statement, keys: Keys) => sign(statementBytes(said), 'release', [keys.release])
export const signCatalogue = (said: Catalogue, keys: Keys) => sign(bytesOf(said), 'catalogue', [keys.catalogue])

/** As CATALOGUE_KEY has it. */
export async function pemOf({ privateKey }: Key): Promise<string> {
  return exportPKCS8(privateKey)
}
