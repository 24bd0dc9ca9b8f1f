// @module-tag rest
/** Encrypted backups by their commands. */
import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateHybridIdentity, generateIdentity, identityToRecipient } from 'age-encryption'
import { beforeAll, expect, it } from 'vitest'
import { onPostgres, type Place } from '../support/databases.ts'
import { seedPlace } from '../support/demo.ts'
import { allFiles, allRows } from '../support/installations.ts'
import { runCommand } from '../support/scripts.ts'

const failed = (complaint: RegExp) => ({ out: '', complaint: expect.stringMatching(complaint), code: 1 })
const succeeded = { complaint: '', code: 0 }

onPostgres(({ createPlace }) => {
  let source: Place
  let [file, key, otherKey] = ['', '', '']
  let recipients: string[]

  beforeAll(async () => {
    source = await createPlace()
    await seedPlace(source)
    const identities = [await generateIdentity(), await generateHybridIdentity(), await generateIdentity()]
    recipients = await Promise.all(identities.map((identity) => identityToRecipient(identity)))
    ;[file, key, otherKey] = [join(source.dataDir, 'the.backup'), join(source.dataDir, 'key.txt'), join(source.dataDir, 'other.txt')]
    // As age-keygen writes it, and one for each of two people.
    await writeFile(key, `# created: 2026-11-21T10:00:00+01:00\n# public key: ${recipients[1]}\n${identities[1]}\n`)
    await writeFile(otherKey, `${identities[2]}\r\n`)
  })

  it('are read by each recipient, and hold nothing that can be read without a key', async () => {
    const parts = [file, '--encrypt-to', recipients[0] ?? '', '--encrypt-to', recipients[1] ?? '']
    expect(await runCommand('backup', parts, source.environment)).toMatchObject(succeeded)
    const bytes = await readFile(file)
    expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    expect(bytes.includes('contents.json')).toBe(false)
    expect(await runCommand('backup', ['--check', file, '--identity', key], {})).toMatchObject(succeeded)
    expect(await runCommand('backup', ['--check', file], {})).toEqual(failed(/is encrypted\. Name the file with its key: --identity FILE/))
    expect(await runCommand('backup', ['--check', file, '--identity', otherKey], {})).toEqual(failed(/encrypted for somebody else/))
    expect(await runCommand('backup', ['--check', file, '--identity', file], {})).toEqual(failed(/is no file of age identities/))
  })

  it('give every row and file back', async () => {
    const target = await createPlace()
    expect(await runCommand('restore', [file], target.environment)).toEqual(failed(/is encrypted/))
    expect(await runCommand('restore', [file, '--identity', key], target.environment)).toMatchObject(succeeded)
    const [restored, rows] = [await allRows(target), await allRows(source)]
    expect(restored['users']).toEqual(rows['users'])
    expect(restored['product_updates']).toEqual(rows['product_updates'])
    expect(await allFiles(target)).toEqual(await allFiles(source))
  })

  it('are refused where they were cut or changed', async () => {
    const broken = join(source.dataDir, 'broken.backup')
    const { length } = await readFile(file)
    for (const cut of [length - 1, Math.floor(length / 2), 65_536 * 2]) {
      await copyFile(file, broken)
      await truncate(broken, cut)
      expect(await runCommand('backup', ['--check', broken, '--identity', key], {})).toEqual(failed(/was cut short or changed/))
    }
    for (const place of [100, Math.floor(length / 2), length - 1]) {
      const bytes = await readFile(file)
      bytes[place] = (bytes[place] ?? 0) ^ 1
      await writeFile(broken, bytes)
      expect(await runCommand('backup', ['--check', broken, '--identity', key], {})).toEqual(failed(/changed since|or damaged/))
    }
  })

  it('are not made for a recipient that is none', async () => {
    const none = join(source.dataDir, 'none.backup')
    for (const wrong of ['age1somebody', 'ssh-ed25519 AAAA', `${recipients[0]}x`])
      expect(await runCommand('backup', [none, '--encrypt-to', wrong], source.environment)).toEqual(failed(/takes recipients of age/))
    await expect(readFile(none)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
