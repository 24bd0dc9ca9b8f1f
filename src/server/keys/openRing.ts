/** Opens the keys of an installation: its ring of signing keys, which the first start makes, and what protects second factors. */
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { signingKeys } from '../db/tables.ts'
import { createFactorVault, type FactorVault } from './factorVault.ts'
import { createKeyRing, type KeyRing } from './keyRing.ts'
import { isOpenedBy, newRow, readRing, type RingRow } from './ringRows.ts'
import { findOrMakeSecret, findSecret, readSecretFile, type RingSecret, secretFile } from './ringSecret.ts'

type RingConfig = Pick<Config, 'secretKey' | 'dataDir' | 'accessTokenSeconds'>

/** Throws an error with a sentence that names SECRET_KEY if the ring was wrapped by another secret than this server's. */
export async function openKeys(db: Database, place: RingConfig, now: Date): Promise<{ keyRing: KeyRing; factorVault: FactorVault }> {
  const { text: secret } = await openOrMakeRing(db, place, now)
  return { keyRing: createKeyRing(db, { secret, accessTokenSeconds: place.accessTokenSeconds }), factorVault: createFactorVault(secret) }
}

/** Returns the secret that opens the ring. */
export async function openOrMakeRing(db: Database, place: RingConfig, now: Date): Promise<RingSecret> {
  const rows = await readRing(db)
  if (rows.length > 0) return assertOpens(rows, await findSecret(place), place)
  const secret = await findOrMakeSecret(place)
  // Of servers that start at once, one adds the first key (an index of the table allows one that signs).
  await db.insert(signingKeys).values(newRow(secret.text, now)).onConflictDoNothing()
  return assertOpens(await readRing(db), secret, place)
}

async function assertOpens(rows: readonly RingRow[], secret: RingSecret | undefined, { dataDir }: RingConfig): Promise<RingSecret> {
  if (secret !== undefined && isOpenedBy(rows, secret.text)) return secret
  throw new Error(await describeRefusal(rows, secret, dataDir))
}

/** What an operator must do where the secret does not open the ring. */
export async function describeRefusal(rows: readonly RingRow[], secret: RingSecret | undefined, dataDir: string): Promise<string> {
  const path = secretFile(dataDir)
  const file = await readSecretFile(path)
  if (secret !== undefined && secret.source !== path && file !== undefined && isOpenedBy(rows, file.text))
    return `The signing keys in the database are wrapped by ${path}, from before SECRET_KEY was set. To wrap them by SECRET_KEY: npm run rotate-keys -- --secret`
  const found = secret === undefined ? 'this server has none' : `${secret.source} does not open them`
  return (
    `The signing keys in the database are wrapped by another secret: ${found}. Set SECRET_KEY (or SECRET_KEY_FILE) to that of the other servers. ` +
    `If it was changed, or is lost, see "Secret and keys" in docs/operating.md.`
  )
}
