import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { warrantyCodes } from '../../src/server/db/tables.ts'
import type { Client } from '../support/apiServer.ts'
import { addProduct } from '../support/catalogue.ts'
import { addCodes, addCoil, register } from '../support/coils.ts'
import { claim, report } from '../support/extendedCoils.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const hourMs = 60 * 60 * 1000
const refused = (code: string) => ({ code, status: 403, invalidField: 'code' })
const invalid = refused('warranty.code.extension.invalid')
const tooMany = { code: 'too.many.requests.error', status: 429 }

serverOnPostgres((server) => {
  const [ada, bob] = signedIn(server, 'ROLE_CUSTOMER', 'ROLE_CUSTOMER')

  const newCoil = (client: Client, purchaseDate?: string) => addCoil(server, client, purchaseDate)
  const newCode = async () => (await addCodes(server))[0] ?? ''
  const codeRow = async (code: string) => (await server.context.db.select().from(warrantyCodes).where(eq(warrantyCodes.code, code)))[0]

  it('adds five years to the five, and marks the code as used by whom, when and for what [T177]', async () => {
    const accessoryId = await newCoil(ada, '2025-02-28')
    const code = await newCode()
    const coil = await claim(ada, accessoryId, code)
    expect(coil).toMatchObject({
      id: accessoryId,
      startWarrantyExtension: '2030-02-28T00:00:00.000Z',
      endWarrantyExtension: '2035-02-28T00:00:00.000Z',
      code,
    })
    expect(await ada.accessory.getUserAccessoriesForUser()).toContainEqual(coil)
    expect(await codeRow(code)).toMatchObject({
      usedAt: server.context.clock(),
      accessoryId,
      startDate: new Date('2030-02-28T00:00:00.000Z'),
      endDate: new Date('2035-02-28T00:00:00.000Z'),
    })
  })

  it('takes a code as people type it', async () => {
    const code = await newCode()
    const typed = ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5, 9)} – ${code.slice(9)}\n`
    await expect(claim(ada, await newCoil(ada), typed)).resolves.toMatchObject({ code })
  })

  it('lets exactly one of 100 claims of one code at once win', { tags: 'rest' }, async () => {
    const people: { client: Client; accessoryId: number }[] = []
    for (let count = 0; count < 100; count += 1) {
      const client = await server.signInAs('ROLE_CUSTOMER')
      people.push({ client, accessoryId: await newCoil(client) })
    }
    const code = await newCode()
    const results = await Promise.allSettled(people.map(({ client, accessoryId }) => claim(client, accessoryId, code)))
    const losers = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(losers).toHaveLength(99)
    for (const reason of losers) expect(reason).toMatchObject(invalid)
    const winner = people[results.findIndex(({ status }) => status === 'fulfilled')]
    expect(await codeRow(code)).toMatchObject({ accessoryId: winner?.accessoryId })
    const extended = await Promise.all(
      people.map(async ({ client }) => (await client.accessory.getUserAccessoriesForUser())[0]?.code ?? null),
    )
    expect(extended.filter((one) => one !== null)).toEqual([code])
  })

  it('gives one coil one extension, however many codes are claimed for it at once', async () => {
    const carl = await server.signInAs('ROLE_CUSTOMER')
    const accessoryId = await newCoil(carl)
    const codes = await addCodes(server, 10)
    const results = await Promise.allSettled(codes.map((code) => claim(carl, accessoryId, code)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await Promise.all(codes.map(codeRow))).filter((row) => row?.usedAt !== null)).toHaveLength(1)
    await expect(claim(carl, accessoryId, await newCode())).rejects.toMatchObject(refused('warranty.extension.exists.error'))
  })

  it('can be claimed until 24 months after the purchase to the day, and a code that comes too late stays unused [T277]', async () => {
    const [inTime, late] = await addCodes(server, 2)
    await expect(claim(ada, await newCoil(ada, '2024-11-21'), inTime ?? '')).resolves.toMatchObject({ code: inTime })
    const over = refused('warranty.claim.window.over.error')
    await expect(claim(ada, await newCoil(ada, '2024-11-20'), late ?? '')).rejects.toMatchObject(over)
    expect((await codeRow(late ?? ''))?.usedAt).toBeNull()
  })

  it('keeps a code for a coil whose purchase nobody knows yet, and counts the years once somebody does', async () => {
    await addProduct(await server.signInAs('ROLE_ADMIN'), { typeId: 6 })
    const accessoryId = await report(ada, '00000000D1')
    const code = await newCode()
    const nothing = { startWarrantyExtension: null, endWarrantyExtension: null }
    await expect(claim(ada, accessoryId, code)).resolves.toMatchObject({ code, ...nothing })
    expect(await codeRow(code)).toMatchObject({ startDate: null, endDate: null })
    await expect(claim(ada, accessoryId, await newCode())).rejects.toMatchObject(refused('warranty.extension.exists.error'))

    const coil = await register(ada, { accessoryId, purchaseDate: '2024-11-29' })
    expect(coil).toMatchObject({ startWarrantyExtension: '2029-11-29T00:00:00.000Z', endWarrantyExtension: '2034-11-29T00:00:00.000Z' })
    const row = await codeRow(code)
    expect([row?.startDate?.toISOString(), row?.endDate?.toISOString()]).toEqual([coil.startWarrantyExtension, coil.endWarrantyExtension])
  })

  it('knows no coil of somebody else, and leaves the code unused', async () => {
    const accessoryId = await newCoil(ada)
    const code = await newCode()
    const admin = await server.signInAs('ROLE_ADMIN')
    for (const stranger of [bob, admin]) await expect(claim(stranger, accessoryId, code)).rejects.toMatchObject(notFound)
    await expect(claim(ada, 999_999, code)).rejects.toMatchObject(notFound)
    await ada.accessory.delete({ params: { id: accessoryId } })
    await expect(claim(ada, accessoryId, code)).rejects.toMatchObject(notFound)
    expect((await codeRow(code))?.usedAt).toBeNull()
  })

  it('asks for a code where none is typed, and refuses what can be none [T275]', async () => {
    const accessoryId = await newCoil(bob)
    await expect(claim(bob, accessoryId, ' - ')).rejects.toMatchObject(refused('MandatoryField'))
    for (const code of ['ÄÖÜ', "' or 1=1", '%', 'A'.repeat(65)]) await expect(claim(bob, accessoryId, code)).rejects.toMatchObject(invalid)
  })

  it('takes ten wrong guesses an hour, 100 at once too, and then not even a right one until the hour is over', async () => {
    const eve = await server.signInAs('ROLE_CUSTOMER')
    const accessoryId = await newCoil(eve)
    const guesses = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => claim(eve, accessoryId, `GUESS${index}`)))
    const codes = guesses.map((guess) => (guess.status === 'rejected' ? String(guess.reason.code) : 'won'))
    expect(codes.filter((code) => code === invalid.code)).toHaveLength(10)
    expect(codes.filter((code) => code === tooMany.code)).toHaveLength(90)
    const code = await newCode()
    await expect(claim(eve, accessoryId, code)).rejects.toMatchObject(tooMany)
    await expect(claim(ada, await newCoil(ada), 'GUESS')).rejects.toMatchObject(invalid)
    server.pass(hourMs - 1)
    await expect(claim(eve, accessoryId, code)).rejects.toMatchObject(tooMany)
    server.pass(1)
    await expect(claim(await server.signIn(eve.held.current?.username ?? ''), accessoryId, code)).resolves.toMatchObject({ code })
  })

  it('counts wrong guesses only: neither right codes nor coils that cannot be extended', { tags: 'rest' }, async () => {
    const dora = await server.signInAs('ROLE_CUSTOMER')
    const [old, extended] = [await newCoil(dora, '2020-01-01'), await newCoil(dora)]
    await claim(dora, extended, await newCode())
    for (let count = 0; count < 12; count += 1) {
      await expect(claim(dora, old, await newCode())).rejects.toMatchObject(refused('warranty.claim.window.over.error'))
      await expect(claim(dora, extended, await newCode())).rejects.toMatchObject(refused('warranty.extension.exists.error'))
      await claim(dora, await newCoil(dora), await newCode())
    }
    const code = await newCode()
    for (const outcome of await Promise.allSettled(Array.from({ length: 12 }, () => claim(dora, old, code))))
      expect(outcome).toMatchObject({ reason: { code: 'warranty.claim.window.over.error' } })
    await expect(claim(dora, await newCoil(dora), 'GUESS')).rejects.toMatchObject(invalid)
  })
})
