/**
 * `npm run make-release-keys -- FOLDER`: makes the maker's first keys, each a file that only its owner reads, and the root that names them. Keep
 * the root and the release key away from every server. With `--replace ROOT`, where the root key is lost: a new root key alone, and a root that
 * names it beside the other keys of that one. Needs no database. docs/signing.md.
 */
import { join } from 'node:path'
import type { Root } from '../../contract/signatures/root.ts'
import type { Role } from '../../contract/signatures/signed.ts'
import { machineClock } from '../clock/machineClock.ts'
import { print, readArguments, runCommand } from '../config/shell.ts'
import { assertAbsent, keyFile, readRootFile, writeNewJson, writeKeyFile } from '../keys/keyFiles.ts'
import { assertKeyName } from '../keys/nextRoot.ts'
import { makePrivateKey, pemOf, publicKeyOf, signDocument, signerOf } from '../keys/signWith.ts'

const usage = 'Usage: npm run make-release-keys -- FOLDER [--name 2026] [--replace ROOT]'
const options = { name: { type: 'string' }, replace: { type: 'string' } } as const

type Made = { readonly role: Role; readonly kid: string; readonly key: ReturnType<typeof makePrivateKey> }

async function main(): Promise<void> {
  const { positionals, values } = readArguments(usage, options, { least: 1 })
  const [folder = ''] = positionals
  const name = values.name ?? String(new Date(machineClock.wallMs()).getFullYear())
  assertKeyName(name)
  const before = values.replace === undefined ? undefined : (await readRootFile(values.replace)).root
  const make = (role: Role): Made => ({ role, kid: `${name} ${role}`, key: makePrivateKey() })
  const rootKey = make('root')
  const made = before === undefined ? [rootKey, make('release'), make('catalogue')] : [rootKey]
  const root = before === undefined ? firstRoot(made) : replacing(before, rootKey)

  const files = made.map(({ role, key }) => ({ path: keyFile(folder, role), pem: pemOf(key) }))
  const rootFile = join(folder, 'root.json')
  await assertAbsent([...files.map(({ path }) => path), rootFile])
  for (const { path, pem } of files) await writeKeyFile(path, pem)
  const signer = signerOf(rootKey.kid, rootKey.key)
  await writeNewJson(rootFile, [await signDocument(Buffer.from(JSON.stringify(root)), 'root', signer, publicKeyOf(rootKey.key))])

  for (const { path } of files) print(`${path} is a private key.`)
  print(`${rootFile} is root ${root.version}, which names the keys and is no secret.`)
  print(`Build the portal with RELEASE_ROOT=${rootFile}, now and each time.`)
  if (before === undefined) print(`Start its servers with CATALOGUE_KEY_FILE=${keyFile(folder, 'catalogue')}.`)
  print(`Keep ${before === undefined ? 'the other two keys' : 'the key'} away from every server. docs/signing.md says how to go on.`)
}

function firstRoot(made: readonly Made[]): Root {
  return {
    version: 1,
    keys: keysOf(made),
    roles: { root: theOne(made, 'root'), release: theOne(made, 'release'), catalogue: theOne(made, 'catalogue') },
    // Not before every release that is offered has its statement: npm run rotate-release-keys -- --enforce
    isEnforced: false,
  }
}

/** Newer than that one, so that what followed from its root key is passed over. */
function replacing({ version, keys, roles: its, isEnforced }: Root, made: Made): Root {
  if (Object.hasOwn(keys, made.kid)) throw new Error(`There is a key "${made.kid}" already: choose another name with --name.`)
  const kept = Object.entries(keys).filter(([kid]) => !its.root.keyIds.includes(kid))
  return {
    version: version + 1,
    keys: { ...Object.fromEntries(kept), ...keysOf([made]) },
    roles: { ...its, root: { keyIds: [made.kid], threshold: 1 } },
    isEnforced,
  }
}

function keysOf(made: readonly Made[]): Root['keys'] {
  return Object.fromEntries(made.map(({ kid, key }) => [kid, publicKeyOf(key)]))
}

function theOne(made: readonly Made[], ofRole: Role): Root['roles'][Role] {
  return { keyIds: made.filter(({ role }) => role === ofRole).map(({ kid }) => kid), threshold: 1 }
}

await runCommand(main)
