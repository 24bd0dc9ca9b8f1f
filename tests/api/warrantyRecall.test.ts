// @module-tag rest
/** Batches of codes after they are generated: their note, and their recall, which may meet claims. */
import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { normalizeCode } from '../../src/contract/warrantyCodeFormat.ts'
import { auditEntries, warrantyCodeBatches, warrantyCodes } from '../../src/server/db/tables.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { register } from '../support/coils.ts'
import { listBody } from '../support/lists.ts'
import { serverOnPostgres } from '../support/servers.ts'
import { readSheet } from '../support/sheets.ts'
import { type CodePeople, codesOf, generate, signInCodePeople } from '../support/warrantyCodes.ts'

const recalled = { code: 'warranty.code.recalled.error', status: 403, invalidField: 'code' }

const recall = (client: Client, id: number, reason = 'The file leaked') =>
  client.warrantyCode.recallBatch({ params: { id }, body: { reason } })
const note = (client: Client, id: number, text: string) => client.warrantyCode.setBatchNote({ params: { id }, body: { note: text } })
const claim = async (client: Client, code: string) =>
  client.warrantyCode.useCodeForAccessory({ body: { accessoryId: (await register(client)).id, code } })

serverOnPostgres((server) => {
  let people: CodePeople

  beforeAll(async () => {
    people = await signInCodePeople(server)
  })

  async function newBatch(nbCode: number): Promise<{ id: number; codes: string[] }> {
    const codes = (await codesOf(await generate(people.admin, nbCode))).map(normalizeCode)
    const [batch] = await people.admin.warrantyCode.getBatches()
    return { id: batch?.id ?? 0, codes }
  }
  const shown = async (id: number) => (await people.admin.warrantyCode.getBatches()).find((batch) => batch.id === id)
  const entriesOf = (id: number) =>
    server.context.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.entity, 'warrantyCodeBatch'), eq(auditEntries.recordId, id), eq(auditEntries.action, 'update')))
      .orderBy(desc(auditEntries.id))

  it('that is recalled leaves its used codes as they are, and nobody can claim the others [T725]', async () => {
    const {
      id,
      codes: [used = '', unused = ''],
    } = await newBatch(3)
    const coil = await claim(people.customer, used)
    await expect(recall(people.marketing, id)).resolves.toEqual({ id, nbVoid: 2 })
    await expect(claim(people.customer, unused)).rejects.toMatchObject(recalled)
    await expect(claim(people.customer, used)).rejects.toMatchObject({ code: 'warranty.code.extension.invalid' })
    expect(await people.customer.accessory.getUserAccessoriesForUser()).toContainEqual(coil)
    const by = { id: people.marketing.held.current?.id, tostring: 'Ada Field' }
    const at = server.context.clock().toISOString()
    expect(await shown(id)).toMatchObject({ nbCode: 3, nbUsed: 1, recall: { at, by, reason: 'The file leaked' } })
    const rows = await Promise.all(
      [used, unused].map(async (search) => (await people.admin.warrantyCode.getB122TableResults({ body: listBody({ search }) })).items[0]),
    )
    expect(rows).toMatchObject([
      { code: used, used: true, isVoid: false },
      { code: unused, used: false, isVoid: true },
    ])
    const sheet = await readSheet(await people.admin.warrantyCode.downloadExcelCodes({ body: { filters: [], search: unused } }))
    expect([sheet.header.at(-1), sheet.rows[0]?.at(-1)]).toEqual(['Void', true])
    expect(await entriesOf(id)).toMatchObject([
      { userId: by.id, before: { recallReason: null, nbVoid: 0 }, after: { recallReason: 'The file leaked', nbVoid: 2 } },
    ])
  })

  it('is recalled once: the same again changes nothing, another reason or person is refused', async () => {
    const { id } = await newBatch(1)
    await recall(people.marketing, id)
    await expect(recall(people.marketing, id)).resolves.toEqual({ id, nbVoid: 1 })
    for (const again of [() => recall(people.admin, id), () => recall(people.marketing, id, 'Something else')])
      await expect(again()).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
    expect(await entriesOf(id)).toHaveLength(1)
  })

  it('that is recalled while its codes are claimed has each code either used or void [T727]', async () => {
    const customers = await Promise.all(Array.from({ length: 12 }, () => server.signInAs('ROLE_CUSTOMER')))
    const coils = await Promise.all(customers.map(async (client) => (await register(client)).id))
    for (let round = 0; round < 3; round += 1) {
      const { id, codes } = await newBatch(12)
      const claims = customers.map((client, index) => async () => {
        const accessoryId = round === 0 ? (coils[index] ?? 0) : (await register(client)).id
        return client.warrantyCode.useCodeForAccessory({ body: { accessoryId, code: codes[index] ?? '' } })
      })
      const work: (() => Promise<unknown>)[] = [...claims.slice(0, 6), () => recall(people.admin, id), ...claims.slice(6)]
      const outcomes = await Promise.allSettled(work.map((run) => run()))
      const [recalling] = outcomes.splice(6, 1)
      expect(recalling?.status).toBe('fulfilled')
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      for (const reason of refusals) expect(reason).toMatchObject(recalled)
      const nbUsed = outcomes.filter(({ status }) => status === 'fulfilled').length
      expect(recalling).toMatchObject({ value: { id, nbVoid: codes.length - nbUsed } })
      expect(await shown(id)).toMatchObject({ nbUsed })
    }
  })

  it('of 10,000 codes is recalled at once, also one that is not filled yet', async () => {
    const { db } = server.context
    const about = { nbCode: 10_000, nbInserted: 9_000, isGifted: false, createdAt: server.context.clock() }
    const [batch] = await db.insert(warrantyCodeBatches).values(about).returning()
    const batchId = batch?.id ?? 0
    const codes = Array.from({ length: 9_000 }, (_, index) => ({ code: `RECALLED${index}`, batchId }))
    for (let start = 0; start < codes.length; start += 3_000) await db.insert(warrantyCodes).values(codes.slice(start, start + 3_000))
    await expect(recall(people.admin, batchId)).resolves.toEqual({ id: batchId, nbVoid: 10_000 })
    const all = (await codesOf(await people.admin.warrantyCode.downloadBatch({ params: { id: batchId } }))).map(normalizeCode)
    expect(all).toHaveLength(10_000)
    await expect(claim(people.customer, all.at(-1) ?? '')).rejects.toMatchObject(recalled)
  })

  it('has a note by all three roles of staff, which the trail keeps [T726]', async () => {
    const { id } = await newBatch(1)
    const back = await server.signInAs('ROLE_BE')
    for (const [client, text] of [
      [people.admin, 'For the fair'],
      [people.marketing, 'For the fair in Lyon\nStand 12'],
      [back, ''],
    ] as const) {
      await note(client, id, text)
      expect(await shown(id)).toMatchObject({ note: text })
    }
    await note(back, id, '')
    expect(await entriesOf(id)).toMatchObject([
      { userId: back.held.current?.id, before: { note: 'For the fair in Lyon\nStand 12' }, after: { note: '' } },
      { before: { note: 'For the fair' } },
      { before: { note: '' }, after: { note: 'For the fair' } },
    ])
    await expect(note(people.admin, id, 'x'.repeat(501))).rejects.toMatchObject({ code: 'text.too.long.error', invalidField: 'note' })
  })

  it('needs a reason to be recalled, and is not found where there is none', async () => {
    const { id } = await newBatch(1)
    const init = { method: 'POST', body: new URLSearchParams({ reason: ' ' }), headers: bearer(people.admin) }
    const response = await server.request(`/warrantyCode/batch/${id}/recall`, init)
    expect(await failure(response)).toEqual({ status: 403, message: 'MandatoryField', invalidField: 'reason' })
    for (const missing of [() => recall(people.admin, 999_999), () => note(people.admin, 999_999, 'x')])
      await expect(missing()).rejects.toMatchObject({ code: 'resource.not.found', status: 404 })
    expect(await shown(id)).toMatchObject({ recall: null })
  })
})
