// @module-tag rest
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { users } from '../../src/server/db/tables.ts'
import { onPostgres } from '../support/databases.ts'
import { importingOn } from '../support/importing.ts'

const header = 'username,firstname,lastname,phonePrefix,phoneNumber,country,distributor'
const sound = 'ann@example.com,Ann,Field,+33,0639980002,FR,'

onPostgres((database) => {
  const { run, folder, write, writeLines, inDatabase } = importingOn(database)

  it('refuses a file as a whole whose lines cannot be told apart, and imports nothing of the others', async () => {
    const cases: readonly (readonly [name: string, content: string | Uint8Array, says: string])[] = [
      ['Latin-1', Buffer.from(`${header}\n${sound}\nlea@example.com,Léa,M,+33,1,FR,\n`, 'latin1'), 'line 3: the file is not in UTF-8'],
      ['UTF-16', Buffer.from(`\uFEFF${header}\n${sound}\n`, 'utf16le'), 'line 1: the file is not in UTF-8'],
      ['a huge line', `${header}\n${sound}\n${'x'.repeat(1_000_000)}\n`, 'line 3: the line is longer than 256 KiB'],
      ['an open quote', `${header}\n"ann@example.com,Ann\n${sound}\n`, 'a quote (") is never closed'],
      ['a quote inside', `${header}\nann@example.com,An"n,Field,+33,0639980002,FR,\n`, 'line 2: a quote (") stands inside a value'],
      ['a missing column', 'username,firstname\nann@example.com,Ann\n', 'lacks the column lastname, phoneNumber, phonePrefix, country'],
      ['an unknown column', `${header},shoeSize\n${sound},44\n`, 'has an unknown column “shoeSize”'],
      ['a column twice', `${header},Firstname\n${sound},Ann\n`, 'has the column firstname twice'],
      ['nothing at all', '', 'customers.csv is empty'],
    ]
    for (const [name, content, says] of cases) {
      await write('customers.csv', content)
      const { out, complaint, code } = await run(folder(), '--yes')
      expect({ name, out, code, complaint }).toEqual({ name, out: '', code: 1, complaint: expect.stringContaining(says) })
    }
    expect(await inDatabase((db) => db.$count(users))).toBe(0)
    expect((await readdir(folder())).filter((name) => name.includes('.errors'))).toEqual([])
  })

  it('reads what Excel and others write: byte order mark, semicolons, CRLF, quotes, empty lines', async () => {
    const lines = [header, '', 'ann@example.com,Ann,"Field, ""the"" first",+33,"06 39 98 00 02",FR,', '', '']
    await write('customers.csv', `\uFEFF${lines.join('\r\n').replaceAll(/,(?! )/g, ';')}`)
    const { out } = await run(join(folder(), 'customers.csv'), '--yes')
    expect(out).toContain('customers.csv, line 3: added')
    expect(await inDatabase((db) => db.select({ lastname: users.lastname }).from(users))).toEqual([{ lastname: 'Field, "the" first' }])
  })

  it('says of each line what is wrong with it', async () => {
    await writeLines('customers.csv', header, sound, 'nul@example.com,N\0ul,One,+33,0639980002,FR,', `${sound},one,too,many`)
    await writeLines(
      'detectors.csv',
      'username,serialNumber,product,purchaseDate',
      'nobody@example.com,0A1B2C3D4E,6,',
      'ann@example.com,12,6,',
      'ann@example.com,0A1B2C3D4E,Nothing,',
      'ann@example.com,0A1B2C3D4E,6,2999-01-01',
      'ann@example.com,0A1B2C3D4E,6,31/12/2025',
      'ann@example.com,0A1B2C3D4E,6,2025-02-30',
    )
    await writeLines(
      'coils.csv',
      'username,coilSerial,purchaseDate,detector',
      'ann@example.com,C011A00001,2024-01-01,FFFFFFFFFF',
      'ann@example.com,C011A00001,2024-01-01,',
      'ann@example.com,C011A00009,,',
    )
    await writeLines(
      'warrantyCodes.csv',
      'code,usedAt,username,coilSerial',
      'CODE1,2024-05-01,ann@example.com,C011A00001',
      'CODE2,2024-05-01,ann@example.com,C011A00001',
      'CODE3,,ann@example.com,C011A00001',
      'CODE4,2024-05-01,ann@example.com,',
      'CODE5,2024-05-01,ann@example.com,C011A00007',
      'CODE*,,,',
    )
    await write('firmware/text.bin', 'only words, no firmware at all')
    await writeLines(
      'firmwares.csv',
      'versionName,language,products,file',
      '5.2,English,Finder 6,firmware/finder6-5.2-en.bin',
      '5.3,English,Finder 6,firmware/text.bin',
      '5.3,English,Finder 6,firmware/none.bin',
      '5.3,English,Finder 6|Finder 9,firmware/finder6-5.2-en.bin',
      '5.2,ENGLISH,Finder 6,firmware/finder6-5.2-fr.bin',
    )
    const says = [
      'customers.csv, line 3: firstname: the text holds characters that cannot be saved',
      'customers.csv, line 4: the line has 10 values, and the first line names 7 columns',
      'detectors.csv, line 2: username: no account has this address',
      'detectors.csv, line 3: serialNumber: this is no serial number',
      'detectors.csv, line 4: product: no product has this name',
      'detectors.csv, line 5: purchaseDate: this is no day up to today',
      'detectors.csv, line 6: purchaseDate: this is no day up to today',
      'detectors.csv, line 7: purchaseDate: this is no day up to today',
      'coils.csv, line 2: detector: the customer has no detector',
      'coils.csv, line 4: purchaseDate: a value is needed here',
      'warrantyCodes.csv, line 3: coilSerial: the warranty of this coil is extended already',
      'warrantyCodes.csv, line 4: usedAt: the day of its use is missing',
      'warrantyCodes.csv, line 5: coilSerial: the coil is missing',
      'warrantyCodes.csv, line 6: coilSerial: this customer has not registered such a coil',
      'warrantyCodes.csv, line 7: code: a code has 1 to 64 letters and digits',
      'firmwares.csv, line 3: file: the file is text, not a firmware',
      'firmwares.csv, line 4: file: there is no such file',
      'firmwares.csv, line 5: products: no product has this name',
      'firmwares.csv, line 6: is already there, but differs in file',
    ]
    for (const parts of [[], ['--yes']]) {
      const { out, complaint } = await run(folder(), ...parts)
      expect(complaint).toBe('')
      const lines = out.split('\n')
      for (const words of says) expect(lines).toContainEqual(expect.stringContaining(words))
      expect(out).toMatch(/customers\.csv: 1 (?:would be )?added, 0 already there, 2 wrong/)
    }
  })

  it('prints a bounded number of problems, and writes all of them', async () => {
    await writeLines('customers.csv', header, ...Array.from({ length: 250 }, (_, index) => `person${index},Some,Body,+33,0639980002,FR,`))
    const { out } = await run(join(folder(), 'customers.csv'), '--yes', '--errors', join(folder(), 'mine.csv'))
    expect(out.match(/this is no e-mail address/g)).toHaveLength(100)
    expect(out).toContain('customers.csv: further lines like this (wrong) are only counted')
    expect(out).toContain(`250 wrong (see ${join(folder(), 'mine.csv')})`)
  })

  it('says how it is used, and what there is to read', async () => {
    const cases = [
      { parts: [], says: 'Usage: npm run import' },
      { parts: [folder(), '--invite-per-hour', '0'], says: 'Usage: npm run import' },
      { parts: ['nowhere'], says: 'nowhere does not exist' },
      { parts: [await write('people.csv', header)], says: 'people.csv does not say what it holds' },
    ]
    for (const { parts, says } of cases) {
      const { code, complaint } = await run(...parts)
      expect({ code, complaint }).toEqual({ code: 1, complaint: expect.stringContaining(says) })
    }
    await rm(folder(), { recursive: true })
  })
})
