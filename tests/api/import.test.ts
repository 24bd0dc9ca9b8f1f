// @module-tag rest
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { coilTypeId } from '../../src/contract/accessory.ts'
import { accessories, firmwares, releases, outgoingMessages, userProducts, users, warrantyCodes } from '../../src/server/db/tables.ts'
import { planRecords } from '../../src/server/import/plannedRecords.ts'
import { onPostgres } from '../support/databases.ts'
import { importingOn } from '../support/importing.ts'

const midnight = (day: string) => new Date(`${day}T00:00:00.000Z`)

onPostgres((database) => {
  const { run, folder, write, writeLines, inDatabase, everything } = importingOn(database)
  const writeCoils = (...lines: readonly string[]) => writeLines('coils.csv', 'username,coilSerial,purchaseDate', ...lines)
  const firmwareColumns = 'versionName,language,products,file,isActive'
  const writeGerman = (isActive: string) =>
    writeLines('firmwares.csv', firmwareColumns, `5.2,Deutsch,Finder 6,firmware/finder6-5.2-en.bin,${isActive}`)

  it('says what it would do, and writes nothing', async () => {
    const before = await everything()
    const { out, complaint, code } = await run(folder())
    expect({ complaint, code }).toEqual({ complaint: '', code: 0 })
    expect(out).toContain('customers.csv, line 2: would be added')
    expect(out).toMatch(/^warrantyCodes.csv: 3 would be added, 0 already there, 0 wrong\.$/m)
    expect(out).toContain('Nothing was written yet')
    expect(await everything()).toEqual(before)
  })

  it('could write nothing in a dry run, whatever it does', async () => {
    const writing = inDatabase((db) =>
      db.transaction(async (tx) => {
        await planRecords(tx)
        await tx.delete(outgoingMessages)
      }),
    )
    await expect(writing).rejects.toMatchObject({ cause: { message: expect.stringContaining('read-only transaction') } })
  })

  it('imports each kind of record, with the warranty that follows from it, and adds and mails nothing when it is run again', async () => {
    const { out, complaint, code } = await run(folder(), '--yes')
    expect({ complaint, code }).toEqual({ complaint: '', code: 0 })
    for (const [name, count] of Object.entries({ customers: 3, detectors: 3, coils: 2, warrantyCodes: 3, firmwares: 2 }))
      expect(out).toContain(`${name}.csv: ${count} added, 0 already there, 0 wrong.`)
    const found = await inDatabase(async (db) => ({
      people: await db.select().from(users).orderBy(users.username),
      detectors: await db.select().from(userProducts).orderBy(userProducts.serialNumber),
      coils: await db.select().from(accessories).orderBy(accessories.serialNumber),
      codes: await db.select().from(warrantyCodes).orderBy(warrantyCodes.code),
      releases: await db.select().from(firmwares).orderBy(firmwares.language),
      states: await db.select({ id: releases.id, state: releases.state }).from(releases),
    }))
    const [ann, jonas, lea] = found.people
    expect(lea).toMatchObject({
      username: 'lea.martin@example.com',
      firstname: 'Léa',
      locale: 'fr',
      isNewsletter: true,
      origin: 'IMPORT',
      accountValidated: false,
      since: midnight('2019-04-02'),
    })
    // What looks like a formula stays text.
    expect(ann).toMatchObject({ lastname: "O'Neil, PhD", distributor: '=Finds & "Co"', locale: 'en' })
    expect(found.detectors).toMatchObject([
      { userId: ann?.id, serialNumber: '00112233AA', purchaseDate: null, startWarranty: null },
      {
        userId: lea?.id,
        serialNumber: '0A1B2C3D4E',
        productTypeId: 6,
        materialVersion: 3,
        startWarranty: midnight('2024-02-29'),
        endWarranty: midnight('2029-02-28'),
      },
      { userId: jonas?.id, serialNumber: '0A1B2C3D4F' },
    ])
    const [extended] = found.coils
    expect(found.coils).toMatchObject([
      {
        userId: lea?.id,
        coilSerial: 'C011A00001',
        userProductId: found.detectors[1]?.id,
        startWarrantyExtension: midnight('2029-02-28'),
        endWarrantyExtension: midnight('2034-02-28'),
      },
      { userId: jonas?.id, coilSerial: 'C011A00002', purchaseDate: midnight('2025-06-14'), endWarrantyExtension: null },
    ])
    expect(found.codes).toMatchObject([
      { code: 'K7M2XQ9', usedAt: midnight('2024-03-01'), accessoryId: extended?.id, endDate: midnight('2034-02-28') },
      { code: 'OLD0002', isGifted: true, usedAt: null },
      { code: 'OLD0003', usedAt: midnight('2024-05-06'), accessoryId: null },
    ])
    expect(found.releases).toMatchObject([
      { versionName: '5.2', language: 'English', changeLog: '- Quieter on wet salt\n- Faster start', releaseDate: midnight('2025-03-01') },
      { versionName: '5.2', language: 'Français' },
    ])
    // Its two languages are one release.
    expect(found.states).toEqual([{ id: found.releases[0]?.releaseId, state: 'released' }])

    const before = await everything()
    const { out: again } = await run(folder(), '--yes')
    expect(again).toContain('customers.csv: 0 added, 3 already there, 0 wrong.')
    expect(again).toContain('warrantyCodes.csv: 0 added, 3 already there, 0 wrong.')
    expect(await everything()).toEqual(before)
  })

  it('names each wrong line, imports the others, and takes the corrected lines afterwards', async () => {
    const customers = await writeLines(
      'customers.csv',
      'username,firstname,lastname,phonePrefix,phoneNumber,country',
      'good@example.com,Good,One,+33,0639980002,FR',
      'no address,No,Address,+33,0639980003,FR',
      'phone@example.com,Wrong,Phone,+33,12345,FR',
      'country@example.com,No,Country,+33,0639980004,France',
      'short@example.com,Too,Short',
      'GOOD@example.com,Good,Other,+33,0639980002,FR',
    )
    const says = [
      'line 3: username: this is no e-mail address',
      'line 4: phoneNumber: prefix and number are no valid phone number',
      'line 5: country: a value is needed',
      'line 6: the line has 3 values, and the first line names 6 columns',
      'line 7: is already there, but differs in lastname: stays as it is',
    ]
    const dry = await run(customers)
    for (const words of says) expect(dry.out).toContain(`customers.csv, ${words}`)
    expect(dry.code).toBe(1)
    const meant = await run(customers, '--yes')
    for (const words of says) expect(meant.out).toContain(`customers.csv, ${words}`)
    expect(meant.out).toContain('customers.csv: 1 added, 0 already there, 1 differ and stay as they are, 4 wrong')

    const errorPath = join(folder(), 'customers.errors.csv')
    const written = await readFile(errorPath, 'utf8')
    expect(written.split('\r\n')).toEqual([
      '\uFEFFusername,firstname,lastname,phonePrefix,phoneNumber,country,error',
      'no address,No,Address,+33,0639980003,FR,username: this is no e-mail address',
      'phone@example.com,Wrong,Phone,+33,12345,FR,phoneNumber: prefix and number are no valid phone number',
      expect.stringMatching(/^country@example\.com,.*,France,country: /),
      expect.stringMatching(/^short@example\.com,Too,Short,,,,/),
      '',
    ])
    const corrected = written.replace('no address', 'address@example.com').replace('12345', '0639980005').replace('France', 'FR')
    await write('customers.errors.csv', corrected.replace('Too,Short,,,', 'Not,Short,+33,0639980006,FR'))
    expect((await run(errorPath, '--yes')).out).toContain('customers.errors.csv: 4 added, 0 already there, 0 wrong.')
    const names = await inDatabase((db) => db.select({ username: users.username }).from(users))
    expect(names).toHaveLength(5)
  })

  it('adds no version that was offered and has ended, and no language to what is halted', async () => {
    await run(folder(), '--yes')
    await inDatabase((db) => db.update(releases).set({ state: 'halted' }))
    for (const flags of [[], ['--yes']])
      expect((await run(await writeGerman('yes'), ...flags)).out).toContain('line 2: versionName: another active firmware')
    expect((await run(await writeGerman('no'), '--yes')).out).toContain('1 added')
    const rows = await inDatabase((db) => db.select().from(firmwares).orderBy(firmwares.language))
    expect(rows.map(({ language }) => language)).toEqual(['Deutsch', 'English', 'Français'])
    const [german, ...halted] = rows.map(({ releaseId }) => releaseId)
    expect(halted).not.toContain(german)
  })

  it('fills in a purchase that an owner has not registered, and changes nothing else of theirs', async () => {
    await run(folder(), '--yes', '--no-invite')
    await inDatabase(async (db) => {
      await db.update(users).set({ lastname: 'Renamed' }).where(eq(users.username, 'ann@example.com'))
      await db
        .update(userProducts)
        .set({ purchaseDate: midnight('2020-01-01') })
        .where(eq(userProducts.serialNumber, '0A1B2C3D4F'))
    })
    const detectors = (await readFile(join(folder(), 'detectors.csv'), 'utf8')).replace('Finder 6,,,', 'Finder 6,2025-01-02,,')
    await write('detectors.csv', detectors)
    const { out } = await run(folder(), '--yes')
    expect(out).toContain('customers.csv, line 4: is already there, but differs in lastname: stays as it is')
    expect(out).toContain('detectors.csv, line 3: is already there, but differs in purchaseDate: stays as it is')
    expect(out).toContain('detectors.csv: 0 added, 1 completed, 1 already there, 1 differ and stay as they are, 0 wrong.')
    const { rows, mails } = await inDatabase(async (db) => ({
      rows: await db.select().from(userProducts).orderBy(userProducts.serialNumber),
      mails: await db.$count(outgoingMessages),
    }))
    expect(rows[0]).toMatchObject({ purchaseDate: midnight('2025-01-02'), endWarranty: midnight('2030-01-02') })
    expect(rows[2]).toMatchObject({ purchaseDate: midnight('2020-01-01') })
    expect(mails).toBe(0)
  })

  it('gives a coil with a used code to nobody else, also after its owner has deleted it', async () => {
    await run(folder(), '--yes', '--no-invite')
    await inDatabase((db) => db.update(accessories).set({ isDeleted: true }))
    const before = await everything()
    const says = 'coilSerial: a code was used for this coil by an owner who has deleted it; register it in the portal'
    const path = await writeCoils('ann@example.com,C011A00001,2025-11-01', 'ann@example.com,C011A00001,2024-02-29')
    for (const parts of [[], ['--yes']]) {
      const { out, code } = await run(path, ...parts)
      for (const line of [2, 3]) expect(out).toContain(`coils.csv, line ${line}: ${says}`)
      expect(code).toBe(1)
    }
    expect(await everything()).toEqual(before)
    // Nobody has extended this one.
    await writeCoils('ann@example.com,C011A00002,2025-11-01')
    expect((await run(path, '--yes')).out).toContain('coils.csv: 1 added, 0 already there, 0 wrong.')
  })

  it('gives the missing purchase date of a coil with a used code once', async () => {
    await run(folder(), '--yes', '--no-invite')
    await inDatabase(async (db) => {
      const [jonas] = await db.select().from(users).where(eq(users.username, 'jonas@example.com'))
      const reported = { serialNumber: 'C0AB12CD34', name: 'C0 AB 12 CD 34', accessoryTypeId: coilTypeId, userId: jonas?.id ?? 0 }
      const [coil] = await db.insert(accessories).values(reported).returning()
      await db
        .update(warrantyCodes)
        .set({ usedAt: midnight('2025-06-01'), accessoryId: coil?.id ?? 0 })
        .where(eq(warrantyCodes.code, 'OLD0002'))
    })
    const dated = () => inDatabase((db) => db.select().from(accessories).where(eq(accessories.coilSerial, 'C0AB12CD34')))
    const given = { purchaseDate: midnight('2024-06-14'), endWarrantyExtension: midnight('2034-06-14') }
    expect((await run(await writeCoils('jonas@example.com,C0AB12CD34,2024-06-14'), '--yes')).out).toContain(
      'coils.csv: 0 added, 1 completed, 0 already there, 0 wrong.',
    )
    expect(await dated()).toMatchObject([given])
    const { out } = await run(await writeCoils('jonas@example.com,C0AB12CD34,2025-05-31'), '--yes')
    expect(out).toContain('coils.csv, line 2: is already there, but differs in purchaseDate: stays as it is')
    expect(await dated()).toMatchObject([given])
  })
})
