// @module-tag rest
/** Generating warranty codes in batches, and having a batch again. */
import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { warrantyCodesMax } from '../../src/contract/rules.ts'
import { formatWarrantyCode, isMistyped, normalizeCode } from '../../src/contract/warrantyCodeFormat.ts'
import { auditEntries, warrantyCodeBatches, warrantyCodes } from '../../src/server/db/tables.ts'
import { bearer, failure } from '../support/apiServer.ts'
import { addCodes, register } from '../support/coils.ts'
import { claim } from '../support/extendedCoils.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres } from '../support/servers.ts'
import { readSheet } from '../support/sheets.ts'
import { type CodePeople, codesOf, generate, signInCodePeople } from '../support/warrantyCodes.ts'

const codePattern = /^(?:[2-9A-HJ-NP-Z]{3}-){5}[2-9A-HJ-NP-Z]{3}$/

serverOnPostgres((server) => {
  let people: CodePeople

  beforeAll(async () => {
    people = await signInCodePeople(server)
  })

  describe('generating codes', () => {
    it('returns a file of new codes that can be read aloud, and checks them by their last character [T173]', async () => {
      const response = await generate(people.admin, 25, { isGifted: true })
      expect(response.headers.get('content-type')).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="new-warranty-codes-2026-11-21-\d+\.xlsx";/)
      expect(response.headers.get('cache-control')).toBe('no-store')
      const { name, header, rows } = await readSheet(response)
      expect({ name, header }).toEqual({ name: 'Warranty codes', header: ['Code', 'Gifted'] })
      expect(rows).toHaveLength(25)
      for (const [code, isGifted] of rows) {
        expect(code).toMatch(codePattern)
        expect(isMistyped(String(code))).toBe(false)
        expect(isGifted).toBe(true)
      }
      const stored = await server.context.db.select().from(warrantyCodes).orderBy(asc(warrantyCodes.id))
      const generated = stored.filter(({ batchId }) => batchId !== null).slice(-25)
      expect(generated.map(({ code }) => formatWarrantyCode(code))).toEqual(rows.map(([code]) => code))
      expect(generated.every(({ isGifted, usedAt, createdAt }) => isGifted && usedAt === null && createdAt !== null)).toBe(true)
    })

    it('writes down who did it', async () => {
      await generate(people.marketing, 3)
      const [batch] = await people.marketing.warrantyCode.getBatches()
      const [entry] = await server.context.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.recordId, batch?.id ?? 0))
      expect(entry).toMatchObject({
        entity: 'warrantyCodeBatch',
        action: 'create',
        userId: people.marketing.held.current?.id,
        after: { nbCode: 3, isGifted: false },
      })
    })

    it('gives a code that a customer can claim as they read it', async () => {
      const [code = ''] = await codesOf(await generate(people.admin, 1))
      const { id } = await register(people.customer)
      const claimed = await claim(people.customer, id, code.toLowerCase().replaceAll('-', ' '))
      expect(claimed.code).toBe(normalizeCode(code))
    })

    it('gives the same codes to a request that is sent again, also while the first one is still running', async () => {
      const files = await Promise.all(Array.from({ length: 4 }, () => generate(people.admin, 600, { key: 'again' })))
      const [first, ...others] = await Promise.all(files.map(codesOf))
      expect(first).toHaveLength(600)
      expect(new Set(first).size).toBe(600)
      for (const other of others) expect(other).toEqual(first)
      expect(await codesOf(await generate(people.admin, 600, { key: 'again' }))).toEqual(first)
      await expect(generate(people.admin, 601, { key: 'again' })).rejects.toMatchObject({ code: 'idempotency.key.reused' })
    })

    it('makes 2,000 different codes of two requests for 1,000 at once', async () => {
      const back = await server.signInAs('ROLE_BE')
      const files = await Promise.all([generate(people.admin, 1_000), generate(back, 1_000)])
      const codes = (await Promise.all(files.map(codesOf))).flat()
      expect(codes).toHaveLength(2_000)
      expect(new Set(codes).size).toBe(2_000)
    })

    it.each([
      ['', 'MandatoryField'],
      ['-1', 'number.invalid.error'],
      ['1.5', 'number.invalid.error'],
      ['many', 'number.invalid.error'],
      [String(warrantyCodesMax + 1), 'number.invalid.error'],
    ])('refuses %o codes on the field [T263]', async (nbCode, message) => {
      const body = new URLSearchParams({ nbCode, isGifted: 'false' })
      const response = await server.request('/warrantyCode/generateCode', { method: 'POST', body, headers: bearer(people.admin) })
      expect(await failure(response)).toEqual({ status: 403, message, invalidField: 'nbCode' })
    })

    it('returns a file without codes for none', async () => {
      expect((await readSheet(await generate(people.admin, 0))).rows).toEqual([])
    })
  })

  describe('a batch', () => {
    it('can be had again by all who may generate, and tells how many of its codes are used [T176]', async () => {
      const codes = await codesOf(await generate(people.admin, 4, { isGifted: true }))
      await claim(people.customer, (await register(people.customer)).id, codes[0] ?? '')
      const [batch] = await people.marketing.warrantyCode.getBatches()
      const user = { id: people.admin.held.current?.id, tostring: 'Ada Field' }
      const createdAt = server.context.clock().toISOString()
      expect(batch).toEqual({ id: batch?.id, createdAt, nbCode: 4, nbUsed: 1, isGifted: true, user, note: '', recall: null })
      expect(await codesOf(await people.marketing.warrantyCode.downloadBatch({ params: { id: batch?.id ?? 0 } }))).toEqual(codes)
    })

    it('that a stopped server left half-way is completed when it is asked for, by several at once too', async () => {
      const about = { nbCode: 700, nbInserted: 1, isGifted: false, createdAt: server.context.clock() }
      const [batch] = await server.context.db.insert(warrantyCodeBatches).values(about).returning()
      const id = batch?.id ?? 0
      const [kept = ''] = await addCodes(server)
      await server.context.db.update(warrantyCodes).set({ batchId: id }).where(eq(warrantyCodes.code, kept))
      const files = await Promise.all([1, 2, 3].map(() => people.admin.warrantyCode.downloadBatch({ params: { id } })))
      const [first, ...others] = await Promise.all(files.map(codesOf))
      expect(new Set(first).size).toBe(700)
      expect(first?.[0]).toBe(kept)
      for (const other of others) expect(other).toEqual(first)
    })

    it('is not found where there is none', async () => {
      const unknown = people.admin.warrantyCode.downloadBatch({ params: { id: 999_999 } })
      await expect(unknown).rejects.toMatchObject(notFound)
    })
  })
})
