// @module-tag rest
/** The maker's keys where no database is: what `make-release-keys` and `rotate-release-keys` write, and what they say where something is wrong. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noRequirements } from '../../src/contract/requirements.ts'
import { followRoots, readFirstRoot, type Root } from '../../src/contract/signatures/root.ts'
import { readStatement, type Statement, statementBytes } from '../../src/contract/signatures/statement.ts'
import { done, openTerminal, readSigned } from '../support/releaseOperator.ts'

let folder: string
let terminal: ReturnType<typeof openTerminal>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldport-keys-'))
  terminal = openTerminal(folder, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  await make('keys --name 2026')
})
afterEach(() => rm(folder, { recursive: true }))

const make = (line: string) => terminal.run('makeReleaseKeys', line, {})
const rotate = (line: string, key = 'root') => terminal.run('rotateReleaseKeys', line, { ROOT_KEY_FILE: terminal.at(`keys/${key}.pem`) })
const readRoot = async (name: string): Promise<Root> => readFirstRoot(await readSigned(terminal.at(name)))
/** A sentence, without a stack. */
const refused = (sentence: string) => ({ complaint: expect.stringMatching(new RegExp(`^[^\\n]*${sentence}[^\\n]*\\n$`)), code: 1 })

it('private keys are read by their owner alone, and nothing is written over', async () => {
  expect(await readRoot('keys/root.json')).toMatchObject({
    version: 1,
    isEnforced: false,
    roles: { root: { keyIds: ['2026 root'] }, release: { keyIds: ['2026 release'] }, catalogue: { keyIds: ['2026 catalogue'] } },
  })
  const after = '--after keys/root.json --out keys/root-2.json'
  expect(await rotate(`${after} --add release --name b --to keys/more/deeply`)).toMatchObject(done)
  for (const name of ['root', 'release', 'catalogue', 'more/deeply/b'])
    expect((await stat(terminal.at(`keys/${name}.pem`))).mode & 0o777).toBe(0o600)
  const before = await contents()
  await rm(terminal.at('keys/root.pem'))
  expect(await make('keys')).toMatchObject(refused('keys/release\\.pem is there already\\. Nothing was written\\.'))
  await writeFile(terminal.at('keys/root.pem'), before['root.pem'] ?? '')
  expect(await rotate(after)).toMatchObject(refused('keys/root-2\\.json is there already'))
  expect(await rotate('--after keys/root.json --out keys/x.json --add release --name release --to keys')).toMatchObject(
    refused('keys/release\\.pem is there already'),
  )
  expect(await contents()).toEqual(before)
})

async function contents(): Promise<Record<string, string>> {
  const names = (await readdir(terminal.at('keys'), { withFileTypes: true })).filter((entry) => entry.isFile())
  return Object.fromEntries(await Promise.all(names.map(async ({ name }) => [name, await readFile(terminal.at(`keys/${name}`), 'utf8')])))
}

const rotationAfter = (root: string) => `--after keys/${root} --out keys/x.json`
const adding = (name: string) => `${rotationAfter('root.json')} --add release --name ${name} --to keys`

it.each([
  ['a key of another role', rotationAfter('root.json'), 'release', 'release\\.pem is none that the root names for the role "root"'],
  ['a file that is no key', rotationAfter('root.json'), 'no', 'no\\.pem cannot be read as a private key in PEM'],
  ['a file that is no root', rotationAfter('root.pem'), 'root', 'root\\.pem is not a root'],
  ['a list of releases in the place of a root', '--read keys/list.json', 'root', 'list\\.json is not a root'],
  [
    'a root that is altered',
    rotationAfter('altered.json'),
    'root',
    'altered\\.json is no root that enough of its own root keys have signed',
  ],
  ['a root that is not there', rotationAfter('none.json'), 'root', 'none\\.json cannot be read: ENOENT'],
  [
    'a root that follows from nothing',
    '--after keys/root.json --sign keys/root.json',
    'root',
    'is root 1, and does not follow from root 1',
  ],
  ['a name with a slash', adding('../b'), 'root', '"\\.\\./b" is no name for a key'],
  ['a wrong key, beside a new one', adding('b'), 'release', 'is none that the root names'],
])('%s is refused in a sentence, and nothing is written', async (_, line, key, sentence) => {
  await writeFile(terminal.at('keys/no.pem'), 'no key')
  await writeFile(terminal.at('keys/list.json'), JSON.stringify({ root: {}, releases: [] }))
  const [document = ''] = await readSigned(terminal.at('keys/root.json'))
  await writeFile(terminal.at('keys/altered.json'), JSON.stringify([`${document.slice(0, -8)}AAAAAAAA`]))
  const before = await contents()
  expect(await rotate(line, key)).toMatchObject(refused(sentence))
  expect(await contents()).toEqual(before)
})

it('two of three root keys and two release keys sign one after the other', async () => {
  const add = (role: string, name: string, from: number) =>
    rotate(`--after keys/root${from > 1 ? `-${from}` : ''}.json --out keys/root-${from + 1}.json --add ${role} --name ${name} --to keys`)
  for (const made of [await add('root', 'b', 1), await add('root', 'c', 2), await add('release', 'd', 3)]) expect(made).toMatchObject(done)
  expect(await rotate('--after keys/root-4.json --out keys/root-5.json --threshold root=2')).toMatchObject({
    out: expect.stringMatching(
      /root: 2026 root, b, c \(2 have to sign\)\n[\s\S]*root-5\.json waits for another root key to sign it: b, c\./,
    ),
    ...done,
  })
  expect(await rotate('--after keys/root-4.json --sign keys/root-5.json', 'release')).toMatchObject(refused('is none that the root names'))
  expect(await rotate('--after keys/root-4.json --sign keys/root-5.json', 'c')).toMatchObject({
    out: expect.stringContaining('is complete'),
    ...done,
  })
  // Of two root keys, a command has to say which one it signs with.
  const command = { ROOT_KEY_COMMAND: `openssl dgst -sha256 -sign "${terminal.at('keys/b.pem')}"` }
  const byCommand = (more: string) =>
    terminal.run('rotateReleaseKeys', `--after keys/root-5.json --out keys/root-6.json --threshold release=2 ${more}`, command)
  expect(await byCommand('')).toMatchObject(refused('Say with --key which key the command signs with: 2026 root, b, c'))
  expect(await byCommand('--key c')).toMatchObject(refused('is no signature by the key "c"'))
  expect(await byCommand('--key b')).toMatchObject({ out: expect.stringContaining('waits for another root key'), ...done })
  expect(await rotate('--after keys/root-5.json --sign keys/root-6.json')).toMatchObject(done)
  const documents = await Promise.all([2, 3, 4, 5, 6].map((version) => readSigned(terminal.at(`keys/root-${version}.json`))))
  const root = await followRoots(await readRoot('keys/root.json'), documents)
  expect(root).toMatchObject({ version: 6, roles: { root: { threshold: 2 }, release: { threshold: 2 } } })

  const said: Statement = { version: '5.3', types: [27], images: [], requirements: { ...noRequirements, hardwareVersions: [] } }
  await writeFile(terminal.at('keys/list.json'), JSON.stringify({ root, releases: [listed(statementBytes(said))] }))
  const sign = (key: string) => terminal.run('signReleases', '--sign keys/list.json', { RELEASE_KEY_FILE: terminal.at(`keys/${key}.pem`) })
  for (const key of ['d', 'release', 'd']) expect(await sign(key)).toMatchObject(done)
  const [signed] = (JSON.parse(await readFile(terminal.at('keys/list.json'), 'utf8')) as { releases: { documents: string[] }[] }).releases
  expect(signed?.documents.length).toBe(2)
  expect(await readStatement(signed?.documents ?? [], root)).toMatchObject({ said })
})

const listed = (bytes: Uint8Array) => ({ id: 1, name: 'what it is called', bytes: Buffer.from(bytes).toString('base64url'), documents: [] })

it('signs statements alone: nothing else, and no field besides', async () => {
  const root = await readRoot('keys/root.json')
  const said = { version: '5.3', types: [27], images: [], requirements: noRequirements, isFree: true }
  for (const text of ['{"version":7}', 'no JSON', JSON.stringify(said)]) {
    await writeFile(terminal.at('keys/list.json'), JSON.stringify({ root, releases: [listed(Buffer.from(text))] }))
    const before = await contents()
    const variables = { RELEASE_KEY_FILE: terminal.at('keys/release.pem') }
    expect(await terminal.run('signReleases', '--sign keys/list.json', variables)).toMatchObject(
      refused('What is to be signed of "what it is called" is no statement'),
    )
    expect(await contents()).toEqual(before)
  }
})

it('a lost root key is replaced by a newer root, which passes over those before', async () => {
  expect(await rotate('--after keys/root.json --out keys/root-2.json --enforce')).toMatchObject(done)
  expect(await make('keys-2 --name 2026 --replace keys/root-2.json')).toMatchObject(refused('There is a key "2026 root" already'))
  expect(await make('keys-2 --name 2027 --replace keys/root-2.json')).toMatchObject(done)
  expect(await readdir(terminal.at('keys-2'))).toEqual(['root.json', 'root.pem'])
  const [before, replaced] = [await readRoot('keys/root-2.json'), await readRoot('keys-2/root.json')]
  expect(replaced).toMatchObject({
    version: 3,
    isEnforced: true,
    roles: { ...before.roles, root: { keyIds: ['2027 root'], threshold: 1 } },
  })
  expect(await followRoots(replaced, [await readSigned(terminal.at('keys/root-2.json'))])).toEqual(replaced)
})
