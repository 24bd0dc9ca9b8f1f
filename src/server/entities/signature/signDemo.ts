/** A demo signs what it has by itself, with keys that everybody has: to show what a maker's own keys do. */
import { createPrivateKey } from 'node:crypto'
import { base64url } from 'jose'
import { signersOf } from '../../../contract/signatures/root.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { signDocument, signerOf } from '../../keys/signWith.ts'
import { findRoot } from './roots.ts'
import { findUnsigned, storeStatement } from './statements.ts'

/** Does nothing where there are keys of a maker, or this is no demo. */
export async function signDemo(db: Database, config: Pick<Config, 'demoReleaseKey' | 'releaseRoot'>): Promise<void> {
  const root = config.demoReleaseKey === undefined ? null : await findRoot(db, config)
  if (root === null || config.demoReleaseKey === undefined) return
  for (const [kid, publicKey] of signersOf(root, 'release').keys) {
    const signer = signerOf(kid, createPrivateKey(config.demoReleaseKey))
    for (const { id, bytes } of await findUnsigned(db, root)) {
      const documents = [await signDocument(base64url.decode(bytes), 'release', signer, publicKey)]
      await db.transaction((transaction) => storeStatement(transaction, root, { id, documents }))
    }
  }
}
