/** The keys that sign access tokens, and the secret that wraps them. Changes nothing, and prints neither. */
import { stat } from 'node:fs/promises'
import type { Config } from '../config/readConfig.ts'
import type { Database } from '../db/connect.ts'
import { describeRefusal } from '../keys/openRing.ts'
import { isOpenedBy, readRing } from '../keys/ringRows.ts'
import { countClosedApps } from '../keys/factorVault.ts'
import { findSecret, secretFile } from '../keys/ringSecret.ts'
import { fault, ok, warning } from './finding.ts'

const permissionBits = 0o777

export async function checkSecret({ secretKey, databaseUrl, isDemo, dataDir }: Config) {
  if (secretKey !== undefined) return ok('SECRET_KEY wraps the signing keys.')
  const path = secretFile(dataDir)
  if (databaseUrl !== undefined && !isDemo)
    return fault(
      `There is no SECRET_KEY: only a server that has ${path} can sign people in.`,
      'Set SECRET_KEY on every server, then run "npm run rotate-keys -- --secret" if that file exists.',
    )
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return ok(`The first start makes ${path}, which wraps the signing keys.`)
  // Windows has no such bits.
  const mode = found.mode & permissionBits
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    return warning(`${path} can be read by others than the user of the server (${mode.toString(8)}).`, `Run "chmod 600 ${path}".`)
  return ok(`${path} wraps the signing keys: who copies the folder has both.`)
}

export async function checkKeys(db: Database, config: Config) {
  const rows = await readRing(db)
  const secret = await findSecret(config)
  if (rows.length > 0 && (secret === undefined || !isOpenedBy(rows, secret.text)))
    return fault(await describeRefusal(rows, secret, config.dataDir), 'The server does not start before this is done.')
  const closed = secret === undefined ? 0 : await countClosedApps(db, secret.text)
  if (closed > 0)
    return warning(
      `${closed} authenticator ${closed === 1 ? 'app was' : 'apps were'} set up under another secret than this one, and cannot be used.`,
      'Bring that secret back by "npm run rotate-keys -- --secret --from-file FILE", or reset them (docs/operating.md, Second factors).',
    )
  if (rows.length === 0) return ok('There are no signing keys yet. The first start makes them.')
  return ok('The signing keys can be unwrapped.')
}
