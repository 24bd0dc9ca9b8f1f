/** The secret that wraps the signing keys: SECRET_KEY, or else a file in the data folder. It is never in the database or in a backup. */
import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/readConfig.ts'
import { syncDirectory } from '../files/syncDirectory.ts'

export type RingSecret = {
  readonly text: string
  /** For a sentence: the variable, or the path of the file. */
  readonly source: string
}

type SecretConfig = Pick<Config, 'secretKey' | 'dataDir'>

const secretBytes = 32
const ownerOnly = 0o600

export function secretFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

/** Returns undefined if there is neither. */
export async function findSecret({ secretKey, dataDir }: SecretConfig): Promise<RingSecret | undefined> {
  if (secretKey !== undefined) return { text: secretKey, source: 'SECRET_KEY' }
  return readSecretFile(secretFile(dataDir))
}

/** Makes the file if there is neither. */
export async function findOrMakeSecret(place: SecretConfig): Promise<RingSecret> {
  const found = await findSecret(place)
  if (found !== undefined) return found
  await makeSecretFile(place.dataDir)
  const made = await findSecret(place)
  if (made === undefined) throw new Error(`${secretFile(place.dataDir)} was removed as soon as it was made. Set SECRET_KEY.`)
  return made
}

/** Returns undefined if there is no such file. */
export async function readSecretFile(path: string): Promise<RingSecret | undefined> {
  const content = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(`${path} cannot be read. Let the user of the server read it, or set SECRET_KEY.`, { cause: error })
  })
  if (content === undefined) return undefined
  const text = content.replace(/\r?\n$/, '')
  if (text === '') throw new Error(`${path} is empty. Bring its content back, or set SECRET_KEY.`)
  return { text, source: path }
}

/** Complete under its name or not there. Of two servers that share the folder and start at once, the file of one stays. */
async function makeSecretFile(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const path = secretFile(dataDir)
  const unfinished = `${path}.${randomBytes(8).toString('hex')}.unfinished`
  try {
    const file = await open(unfinished, 'wx', ownerOnly)
    try {
      await file.writeFile(`${randomBytes(secretBytes).toString('hex')}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(unfinished, path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    })
    await syncDirectory(dataDir)
  } finally {
    await rm(unfinished, { force: true })
  }
}
