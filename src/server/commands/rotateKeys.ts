/**
 * `npm run rotate-keys`: a new key signs from now on, in the installation that the environment names. Nobody is signed out. With
 * `-- --secret` wraps the keys by another secret, with `-- --lost-secret` makes new ones. On PostgreSQL the servers may keep running; the
 * embedded database allows one process at a time. docs/operating.md, Secret and keys.
 */
import { readClock } from '../clock/openClock.ts'
import { type Config, readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'
import { connectDatabase, type Database } from '../db/connect.ts'
import { countClosedApps } from '../keys/factorVault.ts'
import { verifyingMs } from '../keys/keyRing.ts'
import { openOrMakeRing } from '../keys/openRing.ts'
import { findOrMakeSecret, readSecretFile, secretFile } from '../keys/ringSecret.ts'
import { replaceRing, rewrapKeys, rotateKeys } from '../keys/rotateKeys.ts'
import { minuteMs } from '../limits/durations.ts'

const usage = 'Usage: npm run rotate-keys [-- --secret [--from-file FILE] | --lost-secret]'
const options = { secret: { type: 'boolean' }, 'from-file': { type: 'string' }, 'lost-secret': { type: 'boolean' } } as const

async function main(): Promise<void> {
  const { secret: isNewSecret = false, 'from-file': fromFile, 'lost-secret': isLost = false } = readArguments(usage, options).values
  if ((isNewSecret && isLost) || (fromFile !== undefined && !isNewSecret)) throw new Error(usage)
  const config = readConfig(process.env)
  const oldSecret = isNewSecret ? await readOldSecret(config, fromFile) : undefined
  const { db, kind, close } = await connectDatabase(config)
  try {
    const now = (await readClock({ db, kind }))()
    if (oldSecret !== undefined) await changeSecret(db, config, oldSecret)
    else if (isLost) await startAgain(db, config, now)
    else await rotate(db, config, now)
  } finally {
    await close()
  }
}

async function rotate(db: Database, config: Config, now: Date): Promise<void> {
  const { text } = await openOrMakeRing(db, config, now)
  await rotateKeys(db, text, now)
  const minutes = Math.ceil(verifyingMs(config.accessTokenSeconds) / minuteMs)
  print(`A new key signs from now on. What the former one signed is accepted for ${minutes} more minutes: nobody is signed out.`)
}

async function changeSecret(db: Database, config: Config, from: string): Promise<void> {
  const { text: to, source } = await findOrMakeSecret(config)
  const count = await rewrapKeys(db, { from, to })
  print(
    count === 0 ? 'There are no keys yet: the first start makes them.' : `The signing keys are wrapped by ${source} from now on: ${count}.`,
  )
  await tellClosedApps(db, to)
  print('Start every server with this secret, one after the other. If somebody may have seen the old one: npm run rotate-keys')
}

async function startAgain(db: Database, config: Config, now: Date): Promise<void> {
  const { text, source } = await findOrMakeSecret(config)
  await replaceRing(db, text, now)
  print(`There are new signing keys, wrapped by ${source}. Start every server with this secret. People stay signed in.`)
  await tellClosedApps(db, text)
}

async function tellClosedApps(db: Database, secret: string): Promise<void> {
  const closed = await countClosedApps(db, secret)
  if (closed > 0)
    print(
      `${closed === 1 ? 'One authenticator app is' : `${closed} authenticator apps are`} tied to a lost secret and can be used no more. Their owners sign in with a passkey or a recovery code; for the others reset them (docs/operating.md, Second factors).`,
    )
}

async function readOldSecret({ secretKey, dataDir }: Config, fromFile: string | undefined): Promise<string> {
  // Without SECRET_KEY the file of the data folder is the new secret.
  if (fromFile === undefined && secretKey === undefined)
    throw new Error(`Set SECRET_KEY to the new secret, or name the file that holds the old one: --from-file FILE\n${usage}`)
  const path = fromFile ?? secretFile(dataDir)
  const old = await readSecretFile(path)
  if (old === undefined) throw new Error(`There is no file ${path}. Name the one that holds the old secret: --from-file FILE`)
  return old.text
}

await runCommand(main)
