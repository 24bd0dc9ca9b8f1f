/** A demo signs what it has by itself, with keys that everybody has: to show what a maker's own keys do. */
import { createPrivateKey } from 'node:crypto'
import { signersOf } from '../../../contract/signatures/root.ts'
import { statementBytes } from '../../../contract/signatures/statement.ts'
import type { Config } from '../../config/readConfig.ts'
import type { Database } from '../../db/connect.ts'
import { signDocument, signerOf } from '../../keys/signWith.ts'
import { findRoot } from './roots.ts'
import { findUnsigned, lockStatement, storeStatement } from './statements.ts'

/** Does nothing where there are keys of a maker, or this is no demo. */
export async function signDemo(db: Database, config: Pick<Config, 'demoReleaseKey' | 'releaseRoot'>): Promise<void> {
  const root = config.demoReleaseKey === undefined ? null : await findRoot(db, config)
  if (root === null || config.demoReleaseKey === undefined) return
  for (const [kid, publicKey] of signersOf(root, 'release').keys) {
    const signer = signerOf(kid, createPrivateKey(config.demoReleaseKey))
    for (const { id } of await findUnsigned(db, root)) {
      await db.transaction(async (transaction) => {
        // As it is now: it may have been changed or deleted since it was found. A call that asks for signatures is not refused for that.
        const said = await lockStatement(transaction, id)
        if (said.images.length === 0) return
        const documents = [await signDocument(statementBytes(said), 'release', signer, publicKey)]
        await storeStatement(transaction, root, { id, documents })
      })
    }
  }
}
