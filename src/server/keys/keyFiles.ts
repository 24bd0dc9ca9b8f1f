/**
 * The maker's keys and what they sign, as files that an operator has (docs/signing.md). What is there is never written over. Whatever is wrong is
 * an error with a sentence.
 */
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { readFirstRoot, type Root } from '../../contract/signatures/root.ts'
import { signed } from '../../contract/fields.ts'
import type { Signed } from '../../contract/signatures/signed.ts'
import { messageOf } from '../config/messageOf.ts'
import { claimedRoot } from './nextRoot.ts'
import type { KeyPlace } from './signWith.ts'

const ownerOnly = { file: 0o600, folder: 0o700 }

/** Where the variables say that the key is: RELEASE_KEY_FILE or RELEASE_KEY_COMMAND, ROOT_KEY_FILE or ROOT_KEY_COMMAND. */
export function findKeyPlace(role: 'release' | 'root'): KeyPlace {
  const name = `${role.toUpperCase()}_KEY`
  const [file = '', command = ''] = [process.env[`${name}_FILE`], process.env[`${name}_COMMAND`]]
  if (file !== '' && command !== '') throw new Error(`Set ${name}_FILE or ${name}_COMMAND, not both.`)
  if (file !== '') return { file }
  if (command !== '') return { command }
  throw new Error(`Set ${name}_FILE to the file of the ${role} key, or ${name}_COMMAND to a command that signs with it.`)
}

export async function assertAbsent(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    )
    if (isThere) throw new Error(`${path} is there already. Nothing was written.`)
  }
}

/** Only its owner can read it. */
export async function writeKeyFile(path: string, pem: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: ownerOnly.folder })
  await writeFile(path, pem, { mode: ownerOnly.file, flag: 'wx' })
}

export async function writeNewJson(path: string, value: unknown): Promise<void> {
  await assertAbsent([path])
  await mkdir(dirname(path), { recursive: true })
  await rewriteJson(path, value)
}

/** In the place of what was read from there. */
export async function rewriteJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}

export function keyFile(folder: string, name: string): string {
  return join(folder, `${name}.pem`)
}

/** `what`: "a list of releases to sign". */
export async function readJson<const S extends v.GenericSchema>(path: string, schema: S, what: string): Promise<v.InferOutput<S>> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`${path} cannot be read: ${messageOf(cause)}`, { cause })
  })
  try {
    return v.parse(schema, JSON.parse(text))
  } catch (cause) {
    throw new Error(`${path} is not ${what}.`, { cause })
  }
}

/** Of a root that is not verified yet. */
export async function readRootDocuments(path: string): Promise<Signed> {
  const what = 'a root: make-release-keys and rotate-release-keys write them'
  const documents = await readJson(path, signed, what)
  try {
    claimedRoot(documents)
  } catch (cause) {
    throw new Error(`${path} is not ${what}.`, { cause })
  }
  return documents
}

/** A root by itself: whole, and signed by its own keys. */
export async function readRootFile(path: string): Promise<{ documents: Signed; root: Root }> {
  const documents = await readRootDocuments(path)
  try {
    return { documents, root: await readFirstRoot(documents) }
  } catch (cause) {
    throw new Error(`${path} is no root that enough of its own root keys have signed.`, { cause })
  }
}
