/**
 * `npm run rotate-release-keys -- --after ROOT --out NEXT`, with what changes: makes the root that follows from another, signed by its keys
 * (ROOT_KEY_FILE or ROOT_KEY_COMMAND). Where several root keys have to sign, each other one does by `-- --after ROOT --sign NEXT`. Needs no
 * database: do it where the root key is. `-- --read NEXT` brings it into the installation that the environment names, and says what has to be
 * signed again. docs/signing.md.
 */
import { followRoots, type Root, signersOf } from '../../contract/signatures/root.ts'
import { claimedPayload, kidOf, type Signed, SignatureFault, type Signers } from '../../contract/signatures/signed.ts'
import { type Config, readConfig } from '../config/readConfig.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'
import { connectDatabase, type Database } from '../db/connect.ts'
import { addRoot, requireRoot } from '../entities/signature/roots.ts'
import { findUnsigned } from '../entities/signature/statements.ts'
import { openCatalogueKey } from '../keys/catalogueKey.ts'
import {
  assertAbsent,
  findKeyPlace,
  keyFile,
  readRootDocuments,
  readRootFile,
  rewriteJson,
  writeNewJson,
  writeKeyFile,
} from '../keys/keyFiles.ts'
import {
  type AddedKey,
  changeRoot,
  type Changes,
  claimedRoot,
  describeRoot,
  lackingSigners,
  makeNamedKey,
  signersOfNext,
} from '../keys/nextRoot.ts'
import { openSigner, pemOf, signDocument, signerOf } from '../keys/signWith.ts'

const usage = `Usage: npm run rotate-release-keys -- --after ROOT --out NEXT [--key NAME]
         [--add ROLE --name NAME --to FOLDER] [--drop NAME] [--threshold ROLE=N] [--enforce | --relax]
       npm run rotate-release-keys -- --after ROOT --sign NEXT [--key NAME]
       npm run rotate-release-keys -- --read NEXT [--yes]`
const options = {
  after: { type: 'string' },
  out: { type: 'string' },
  key: { type: 'string' },
  add: { type: 'string' },
  name: { type: 'string' },
  to: { type: 'string' },
  drop: { type: 'string' },
  threshold: { type: 'string' },
  enforce: { type: 'boolean' },
  relax: { type: 'boolean' },
  sign: { type: 'string' },
  read: { type: 'string' },
  yes: { type: 'boolean' },
} as const

async function main(): Promise<void> {
  const { values } = readArguments(usage, options)
  const { after, out, sign, read, key } = values
  if ([out, sign, read].filter((path) => path !== undefined).length !== 1) throw new Error(usage)
  if (read !== undefined) return store(read, values.yes === true)
  if (after === undefined || (values.enforce === true && values.relax === true)) throw new Error(usage)
  const { root: before } = await readRootFile(after)
  const path = out ?? sign ?? ''
  const documents = sign === undefined ? await make(path, before, values) : await signToo(sign, before, key)
  const lacking = lackingSigners(before, documents)
  if (lacking.length === 0) await follow(path, before, documents)
  for (const line of describeRoot(claimedRoot(documents))) print(line)
  if (lacking.length === 0) return print(`${path} is complete. Bring it to the portal: npm run rotate-release-keys -- --read ${path}`)
  print(`${path} waits for another root key to sign it: ${lacking.join(', ')}. With that key:`)
  print(`npm run rotate-release-keys -- --after ${after} --sign ${path}`)
}

type Values = ReturnType<typeof readArguments<typeof options>>['values']

/** Writes nothing before it is signed. */
async function make(out: string, before: Root, values: Values): Promise<Signed> {
  const added = addedKey(before, values)
  const file = added === undefined ? undefined : keyFile(values.to ?? '', added.kid)
  await assertAbsent(file === undefined ? [out] : [file, out])
  const bytes = Buffer.from(JSON.stringify(changeRoot(before, changesOf(values, added))))
  const documents = [(await signBytes(bytes, signersOf(before, 'root'), values.key)).document]
  if (added?.role === 'root') documents.push(await signDocument(bytes, 'root', signerOf(added.kid, added.key), added.publicKey))
  if (added !== undefined && file !== undefined) {
    await writeKeyFile(file, pemOf(added.key))
    print(`${file} is the private key "${added.kid}".`)
  }
  await writeNewJson(out, documents)
  return documents
}

function addedKey(before: Root, { add, name, to }: Values): AddedKey | undefined {
  if (add === undefined && name === undefined && to === undefined) return undefined
  if (add === undefined || name === undefined || to === undefined) throw new Error(usage)
  return makeNamedKey(before, add, name)
}

function changesOf({ drop, threshold, enforce, relax }: Values, added: AddedKey | undefined): Changes {
  return { added, drop, threshold, isEnforced: enforce === true ? true : relax === true ? false : undefined }
}

/** Adds the signature of another root key, of this root or of the one before. */
async function signToo(path: string, before: Root, key: string | undefined): Promise<Signed> {
  const documents = await readRootDocuments(path)
  const after = claimedRoot(documents)
  if (after.version !== before.version + 1)
    throw new Error(`${path} is root ${after.version}, and does not follow from root ${before.version}.`)
  const bytes = claimedPayload(documents)
  const { document, kid } = await signBytes(bytes, signersOfNext(before, after), key)
  const all = [...documents.filter((one) => kidOf(one) !== kid), document]
  await rewriteJson(path, all)
  return all
}

async function signBytes(bytes: Uint8Array, signers: Signers, kid: string | undefined): Promise<{ document: string; kid: string }> {
  const signer = await openSigner(findKeyPlace('root'), 'root', signers, kid)
  const publicKey = signers.keys.get(signer.kid)
  if (publicKey === undefined) throw new Error(`There is no root key "${signer.kid}".`)
  return { document: await signDocument(bytes, 'root', signer, publicKey), kid: signer.kid }
}

async function follow(path: string, before: Root, documents: Signed): Promise<Root> {
  try {
    return await followRoots(before, [documents])
  } catch (cause) {
    if (!(cause instanceof SignatureFault)) throw cause
    throw new Error(`${path} does not follow from root ${before.version}: it is not the next one, or too few root keys have signed it.`, {
      cause,
    })
  }
}

/** Nothing is stored that would leave what is offered unsigned, unless somebody says so. */
async function store(path: string, isAgreed: boolean): Promise<void> {
  const documents = await readRootDocuments(path)
  const config = readConfig(process.env)
  const { db, close } = await connectDatabase(config)
  try {
    const before = await requireRoot(db, config)
    const after = await follow(path, before, documents)
    if (after.version === before.version)
      throw new Error(`Nothing was changed: the portal has root ${before.version} already. The next one follows from it (--after).`)
    const problems = await findProblems(db, config, before, after)
    for (const problem of problems) print(problem)
    if (problems.length > 0 && !isAgreed)
      throw new Error('Nothing was changed. Do this first, or say --yes: until it is done, pages refuse these releases.')
    await addRoot(db, after.version, documents)
    print(`Root ${after.version} counts from now on. Pages take it along when they ask next.`)
  } finally {
    await close()
  }
}

/** What pages would refuse that they take now, or what they would insist on that is not there. */
async function findProblems(db: Database, { catalogueKey }: Config, before: Root, after: Root): Promise<string[]> {
  const unsignedNow = new Set((await findUnsigned(db, before)).map(({ id }) => id))
  const unsigned = (await findUnsigned(db, after)).filter(({ id, isDraft }) => !unsignedNow.has(id) || (after.isEnforced && !isDraft))
  const isKnown = catalogueKey !== undefined && (await openCatalogueKey(catalogueKey, after)) !== undefined
  return [
    ...unsigned.map(({ name }) => `To be signed by a key that stays (npm run sign-releases -- --all): ${name}`),
    ...(isKnown || !after.isEnforced
      ? []
      : ['CATALOGUE_KEY, as it is here, is not set or none that this root names: set the one that stays.']),
  ]
}

await runCommand(main)
