// @module-tag rest
/** The list of warranty codes, and the download of what it shows. Generating codes: warrantyBatches.test.ts. */
import { beforeAll, describe, expect, it } from 'vitest'
import { formatWarrantyCode, normalizeCode } from '../../src/contract/warrantyCodeFormat.ts'
import { warrantyCodes } from '../../src/server/db/tables.ts'
import { addProduct } from '../support/catalogue.ts'
import { addCodes, register } from '../support/coils.ts'
import { claim, report } from '../support/extendedCoils.ts'
import { chosen, listBody } from '../support/lists.ts'
import { serverOnPostgres } from '../support/servers.ts'
import { readSheet } from '../support/sheets.ts'
import { type CodePeople, codesOf, generate, signInCodePeople } from '../support/warrantyCodes.ts'

const midnight = (day: string) => new Date(`${day}T00:00:00.000Z`)

serverOnPostgres((server) => {
  let people: CodePeople

  beforeAll(async () => {
    people = await signInCodePeople(server, { firstname: 'Zelda', lastname: 'Quartz' })
  })

  const list = async (changed: object) => (await people.admin.warrantyCode.getB122TableResults({ body: listBody(changed) })).items
  const filtersOf = async (name: string, value: string) => chosen(await people.admin.warrantyCode.initB122Table(), name, value)
  const codesIn = async (changed: object) => (await list(changed)).map(({ code }) => code)
  const codesFor = async (name: string, value: string) => codesIn({ perPage: 500, filters: await filtersOf(name, value) })

  /** A code that Zelda has claimed for a coil that she bought on this day. */
  async function claimedCode(purchaseDate: string): Promise<{ code: string; serial: string }> {
    const [code = ''] = await addCodes(server)
    const coil = await register(people.customer, { purchaseDate })
    await claim(people.customer, coil.id, code)
    return { code, serial: coil.serialNumber }
  }

  describe('the list', () => {
    it('shows what a code was used for, by whom, and for how long [T172]', async () => {
      const { code, serial } = await claimedCode('2026-05-31')
      const [row] = await list({ search: code })
      expect(row).toEqual({
        id: row?.id,
        code,
        product: null,
        used: true,
        isVoid: false,
        gifted: false,
        serial,
        startDateStr: '31/05/2031',
        endDateStr: '31/05/2036',
        startDate: '2031-05-31T00:00:00.000Z',
        endDate: '2036-05-31T00:00:00.000Z',
        user: { id: people.customer.held.current?.id, tostring: 'Zelda Quartz' },
        accessory: { id: row?.accessory?.id, tostring: serial },
      })
      const [unused = ''] = await addCodes(server)
      const nothing = { product: null, serial: null, startDateStr: '', endDateStr: '', startDate: null, endDate: null, user: null }
      expect(await list({ search: unused })).toMatchObject([{ code: unused, used: false, ...nothing, accessory: null }])
    })

    it('names the detector’s product beside its coil [T230]', async () => {
      await addProduct(people.admin, { name: 'WS6 Quartz', typeId: 6 })
      const coilId = await report(people.customer, '00000000C7')
      const [code = ''] = await addCodes(server)
      await claim(people.customer, coilId, code)
      expect(await list({ search: code })).toMatchObject([{ product: 'WS6 Quartz', serial: '00 00 00 00 C7', startDateStr: '' }])
    })

    it('finds a code in groups and in lower case, its beginning, a serial number and a person', async () => {
      const [shown = ''] = await codesOf(await generate(people.admin, 1))
      const code = normalizeCode(shown)
      for (const search of [shown, shown.toLowerCase(), shown.replaceAll('-', ' '), shown.slice(0, 11), code.slice(0, 10)])
        expect(await codesIn({ search })).toEqual([code])
      const claimed = await claimedCode('2026-01-01')
      expect(await codesIn({ search: claimed.serial.toLowerCase() })).toEqual([claimed.code])
      expect(await codesIn({ search: 'quartz zel' })).toContain(claimed.code)
      expect(await codesIn({ search: 'quartz nobody' })).toEqual([])
      expect(await codesIn({ search: '%' })).toEqual([])
    })

    it('is filtered by use, gift, and the first and last day of the extension [T73]', async () => {
      const { code } = await claimedCode('2026-03-15')
      const [gift = ''] = (await codesOf(await generate(people.admin, 1, { isGifted: true }))).map(normalizeCode)
      expect(await codesFor('used', 'true')).toContain(code)
      expect(await codesFor('used', 'true')).not.toContain(gift)
      expect(await codesFor('used', 'false')).toContain(gift)
      expect(await codesFor('gifted', 'true')).toContain(gift)
      expect(await codesFor('gifted', 'false')).toContain(code)
      const day = '2031-03-15T00:00:00.000Z/2031-03-15T23:59:00.000Z'
      expect(await codesFor('startDate', day)).toEqual([code])
      expect(await codesFor('startDate', '2031-03-16T00:00:00.000Z/')).not.toContain(code)
      expect(await codesFor('endDate', '2036-03-15T00:00:00.000Z/2036-03-15T23:59:00.000Z')).toEqual([code])
      await expect(codesFor('used', 'perhaps')).rejects.toMatchObject({ code: 'request.invalid' })
    })

    it('is sorted by the first day of the extension, unused codes last', async () => {
      const days = (await list({ perPage: 500, sortBy: 'startDateStr', sortDesc: false })).map(({ startDate }) => startDate)
      const known = days.filter((day) => day !== null)
      expect(known.length).toBeGreaterThan(2)
      expect(days.slice(0, known.length)).toEqual(known.toSorted())
    })

    it('lets all three roles of staff generate, and offers nobody to edit or delete a code [T171]', async () => {
      for (const client of [people.admin, people.marketing, await server.signInAs('ROLE_BE')]) {
        const { allowed, filters } = await client.warrantyCode.initB122Table()
        expect(allowed).toEqual({ create: true, edit: false, remove: false })
        expect(filters.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
          'startDate dateRange',
          'endDate dateRange',
          'used select',
          'gifted select',
        ])
      }
    })
  })

  describe('the download of what the filters show', () => {
    it('holds the same rows as the list, cell by cell, newest first, in the language of the reader [T175]', async () => {
      const { code, serial } = await claimedCode('2026-02-28')
      await generate(people.admin, 2, { isGifted: true })
      const rows = await list({ perPage: 500 })
      const sheet = await readSheet(await people.admin.warrantyCode.downloadExcelCodes({ body: { filters: [] } }))
      const columns = 'Code, Product, Used, Gifted, Serial number, Extension start, Extension end, User, Void'
      expect(sheet.header).toEqual(columns.split(', '))
      const all = rows.map((row) => [
        formatWarrantyCode(row.code),
        row.product,
        row.used,
        row.gifted,
        row.serial,
        row.startDate && new Date(row.startDate),
        row.endDate && new Date(row.endDate),
        row.user?.tostring ?? null,
        row.isVoid,
      ])
      expect(sheet.rows.slice(0, rows.length)).toEqual(all)
      const claimed = sheet.rows.find(([cell]) => cell === code)
      expect(claimed).toEqual([code, null, true, false, serial, midnight('2031-02-28'), midnight('2036-02-28'), 'Zelda Quartz', false])

      await people.marketing.locale.setLocale({ body: { locale: 'fr' } })
      const body = { filters: await filtersOf('used', 'true'), search: code }
      const response = await people.marketing.warrantyCode.downloadExcelCodes({ body })
      expect(response.headers.get('content-disposition')).toContain('filename="codes-de-garantie-2026-11-21.xlsx"')
      const french = await readSheet(response)
      expect(french.name).toBe('Codes de garantie')
      const inFrench = 'Code, Produit, Utilisé, Offert, Numéro de série, Début de l’extension, Fin de l’extension, Utilisateur, Annulé'
      expect(french.header).toEqual(inFrench.split(', '))
      expect(french.rows).toEqual([claimed])
    })

    it('has every row, however many pages the list has', async () => {
      await generate(people.admin, 1_300)
      const { rows } = await readSheet(await people.admin.warrantyCode.downloadExcelCodes({ body: { filters: [] } }))
      const stored = await server.context.db.select({ code: warrantyCodes.code }).from(warrantyCodes)
      expect(rows.map(([code]) => normalizeCode(String(code))).toSorted()).toEqual(stored.map(({ code }) => code).toSorted())
    })

    it('keeps a name that begins like a formula a text', async () => {
      const { username } = await server.join({ firstname: '=1+1', lastname: '@SUM(A1)' })
      const eve = await server.enter(username)
      const [code = ''] = await addCodes(server)
      await claim(eve, (await register(eve)).id, code)
      const { rows } = await readSheet(await people.admin.warrantyCode.downloadExcelCodes({ body: { filters: [], search: code } }))
      expect(rows[0]?.at(7)).toBe('=1+1 @SUM(A1)')
    })
  })
})
