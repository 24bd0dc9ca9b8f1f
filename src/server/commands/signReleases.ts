/**
 * `npm run sign-releases`: signs each release that has no statement yet, with RELEASE_KEY_FILE or RELEASE_KEY_COMMAND, in the installation that the
 * environment names; with `-- --all` also those that another key has signed. On another computer, without a database: `-- --write FILE` beside
 * the database, `-- --sign FILE` beside each key that has to sign, `-- --read FILE` beside the database again. docs/signing.md.
 */
import { base64url } from 'jose'
import * as v from 'valibot'
import { type Root, root as rootSchema, signersOf } from '../../contract/signatures/root.ts'
import { kidOf, readPayload, SignatureFault } from '../../contract/signatures/signed.ts'
import { type Statement, statement, statementBytes } from '../../contract/signatures/statement.ts'
import { AppError } from '../../errors.ts'
import { readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'
import { connectDatabase, type Database } from '../db/connect.ts'
import { requireRoot } from '../entities/signature/roots.ts'
import { findUnsigned, storeStatement } from '../entities/signature/statements.ts'
import { findKeyPlace, readJson, rewriteJson, writeNewJson } from '../keys/keyFiles.ts'
import { openSigner, signDocument } from '../keys/signWith.ts'

const usage = 'Usage: npm run sign-releases [-- --write FILE | --sign FILE | --read FILE] [--key NAME] [--all]'
const options = {
  write: { type: 'string' },
  sign: { type: 'string' },
  read: { type: 'string' },
  key: { type: 'string' },
  all: { type: 'boolean' },
} as const

const list = v.object({
  root: rootSchema,
  releases: v.array(v.object({ id: v.number(), name: v.string(), bytes: v.string(), documents: v.array(v.string()) })),
})
type List = v.InferOutput<typeof list>
type Values = ReturnType<typeof readArguments<typeof options>>['values']

async function main(): Promise<void> {
  const { values } = readArguments(usage, options)
  const { write, sign, read } = values
  if ([write, sign, read].filter((path) => path !== undefined).length > 1) throw new Error(usage)
  if (sign !== undefined) return signFile(sign, values.key)
  const config = readConfig(process.env)
  const { db, close } = await connectDatabase(config)
  try {
    await work({ db, root: await requireRoot(db, config) }, values)
  } finally {
    await close()
  }
}

type Place = { readonly db: Database; readonly root: Root }

async function work(place: Place, { write, read, key, all = false }: Values): Promise<void> {
  const { db, root } = place
  const found = async () => ({ root, releases: await findUnsigned(db, root, all) })
  if (write !== undefined) {
    const unsigned = v.parse(list, await found())
    await writeNewJson(write, unsigned)
    for (const { name } of unsigned.releases) print(`  ${name}`)
    return print(`${write}: ${count(unsigned.releases.length)} to sign.`)
  }
  const { threshold } = root.roles.release
  if (read === undefined && threshold > 1)
    throw new Error(`${threshold} keys have to sign: use --write FILE, then --sign FILE with each of them, then --read FILE.`)
  const { releases } = read === undefined ? await signAll(await found(), key) : await load(read)
  if (releases.length === 0) return print('Every release is signed.')
  const refused = await store(place, releases)
  if (refused > 0) throw new Error(`${count(refused)} not signed: changed since, or signed by too few keys that the root names.`)
}

async function signFile(path: string, key: string | undefined): Promise<void> {
  const signed = await signAll(await load(path), key)
  await rewriteJson(path, signed)
  print(`${path}: ${count(signed.releases.length)} signed.`)
}

/** Says what is signed by its bytes: what the list calls it may be a lie. */
async function signAll({ root, releases }: List, kid: string | undefined): Promise<List> {
  const signers = signersOf(root, 'release')
  const signer = await openSigner(findKeyPlace('release'), 'release', signers, kid)
  const publicKey = signers.keys.get(signer.kid)
  if (publicKey === undefined) throw new Error(`The root names no release key "${signer.kid}".`)
  // Without those of keys that the root has dropped.
  const others = new Set([...signers.keys.keys()].filter((other) => other !== signer.kid))
  const signedNow: List['releases'] = []
  for (const release of releases) {
    const bytes = base64url.decode(release.bytes)
    describe(readWhole(release.name, bytes))
    const document = await signDocument(bytes, 'release', signer, publicKey)
    signedNow.push({ ...release, documents: [...release.documents.filter((one) => others.has(kidOf(one) ?? '')), document] })
  }
  return { root, releases: signedNow }
}

/** Of bytes that say nothing else besides. */
function readWhole(name: string, bytes: Uint8Array): Statement {
  try {
    const said = readPayload(statement, bytes)
    if (Buffer.from(statementBytes(said)).equals(bytes)) return said
  } catch (error) {
    if (!(error instanceof SignatureFault)) throw error
  }
  throw new Error(`What is to be signed of "${name}" is no statement.`)
}

function describe({ version, types, images, requirements }: Statement): void {
  print(`Version ${version} for the types ${types.join(', ')}:`)
  for (const { language, bytes, sha256 } of images) print(`  ${language}, ${bytes} bytes, SHA-256 ${sha256}`)
  const required = Object.entries(requirements).filter(([, value]) => value !== null && value !== false && String(value) !== '')
  for (const [name, value] of required) print(`  ${name}: ${String(value)}`)
}

/** How many are not as they were signed. */
async function store({ db, root }: Place, releases: List['releases']): Promise<number> {
  let refused = 0
  for (const { id, name, documents } of releases) {
    try {
      await db.transaction((transaction) => storeStatement(transaction, root, { id, documents }))
      print(`${name} is signed.`)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused += 1
      print(`${name} is not signed.`)
    }
  }
  return refused
}

function count(releases: number): string {
  return `${releases} ${releases === 1 ? 'release' : 'releases'}`
}

function load(path: string): Promise<List> {
  return readJson(path, list, 'a list of releases to sign: --write writes one')
}

await runCommand(main)
