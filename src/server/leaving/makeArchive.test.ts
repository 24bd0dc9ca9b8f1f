import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import type { Storage } from '../files/storage.ts'
import { makeArchive } from './makeArchive.ts'

/** One that has lost all of its bytes. */
const empty: Pick<Storage, 'open'> = { open: () => Promise.reject(Object.assign(new Error('lost'), { code: 'ENOENT' })) }

it.each([
  ['en', ['Your data at Fieldport', 'data/users.json: your account', 'These documents could not be read and are missing:']],
  ['fr', ['Vos données chez Fieldport', 'data/users.json: votre compte', 'Ces documents n’ont pas pu être lus et manquent\u00a0:']],
] as const)('the guide of an archive is in the language of its owner: %s [T1024]', async (locale, sentences) => {
  const documents = [{ id: 3, filename: 'facture.pdf', sha256: '0'.repeat(64) }]
  const contents = {
    data: { users: [{ username: 'ada@example.com' }] },
    documents,
    brand: 'Fieldport',
    locale,
    now: new Date('2026-11-27T10:00:00.000Z'),
  }
  const archive = unzipSync(Buffer.concat(await makeArchive(empty as Storage, contents)))
  expect(Object.keys(archive).toSorted()).toEqual(['README.txt', 'data/users.json'])
  const guide = strFromU8(archive['README.txt'] ?? new Uint8Array())
  for (const sentence of [...sentences, '3-facture.pdf']) expect(guide).toContain(sentence)
})
