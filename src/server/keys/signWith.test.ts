import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { verifySigned } from '../../contract/signatures/signed.ts'
import { makePrivateKey, openSigner, pemOf, publicKeyOf, signDocument } from './signWith.ts'

const bytes = new TextEncoder().encode('{"version":"5.3"}')
const [key, other] = [makePrivateKey(), makePrivateKey()]
const signers = { keys: new Map([['2026 release', publicKeyOf(key)]]), threshold: 1, others: new Set<string>() }
let folder = ''
let file = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signing-'))
  file = join(folder, 'release.pem')
  await writeFile(file, pemOf(key))
})
afterAll(() => rm(folder, { recursive: true }))

const read = async (document: string) => new TextDecoder().decode(await verifySigned([document], 'release', signers))

it('signs with a key in a file', async () => {
  const signer = await openSigner({ file }, 'release', signers)
  expect(await read(await signDocument(bytes, 'release', signer, publicKeyOf(key)))).toBe('{"version":"5.3"}')
})

it('signs by a command, which writes DER as openssl and cards do', async () => {
  const signer = await openSigner({ command: `openssl dgst -sha256 -sign ${file}` }, 'release', signers)
  // Its numbers are of 31 to 33 bytes.
  for (let turn = 0; turn < 12; turn += 1)
    expect(await read(await signDocument(bytes, 'release', signer, publicKeyOf(key)))).toBe('{"version":"5.3"}')
})

it('refuses a key that the root does not name, and what a command signs with another one', async () => {
  const stranger = join(folder, 'other.pem')
  await writeFile(stranger, pemOf(other))
  await expect(openSigner({ file: stranger }, 'release', signers)).rejects.toThrow('none that the root names')
  const signer = await openSigner({ command: `openssl dgst -sha256 -sign ${stranger}` }, 'release', signers)
  await expect(signDocument(bytes, 'release', signer, publicKeyOf(key))).rejects.toThrow('no signature by the key "2026 release"')
  const failing = await openSigner({ command: 'exit 3' }, 'release', signers)
  await expect(signDocument(bytes, 'release', failing, publicKeyOf(key))).rejects.toThrow('Nothing was signed. Command failed: exit 3')
})
