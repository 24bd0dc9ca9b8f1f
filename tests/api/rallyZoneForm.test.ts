// @module-tag rest
/** The forms of rally zones, and the files that they accept and refuse. */
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { files, rallyZones } from '../../src/server/db/tables.ts'
import { bearer, failure } from '../support/apiServer.ts'
import { hectares, zoneSteps } from '../support/rallyZones.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { fieldKml, kmlFile } from '../support/zoneFiles.ts'

const line = (count: number) =>
  kmlFile(`<kml><Placemark><LineString><coordinates>${'1,45 '.repeat(count)}</coordinates></LineString></Placemark></kml>`)

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')

  const { add, change, get, namesOf, readFiles } = zoneSteps(() => admin)

  describe('a form', () => {
    it.each([
      ['no title', { title: ' ' }, 'MandatoryField', 'title'],
      ['a title of 151 characters', { title: 'x'.repeat(151) }, 'text.too.long.error', 'title'],
      ['no file', { zoneFile: [] }, 'MandatoryField', 'zoneFile'],
      ['21 files', { zoneFile: Array.from({ length: 21 }, () => kmlFile()) }, 'kml.too.many.files.error', 'zoneFile'],
      ['a picture', { zoneFile: [kmlFile('GIF89a', 'map.gif')] }, 'kml.name.error', 'zoneFile'],
      ['a KMZ file', { zoneFile: [kmlFile('PK\u0003\u0004', 'zone.kmz')] }, 'kml.archive.error', 'zoneFile'],
      ['a second file that is wrong', { zoneFile: [kmlFile(), kmlFile('<kml>')] }, 'kml.xml.error', 'zoneFile'],
    ])('with %s is refused on its field', async (_, wrong, code, invalidField) => {
      const body = { title: 'Refused', enabled: true, zoneFile: [kmlFile()], ...wrong }
      await expect(admin.rallyZone.create({ body })).rejects.toMatchObject({ code, invalidField, status: 403 })
      expect(await server.context.db.$count(rallyZones, eq(rallyZones.title, 'Refused'))).toBe(0)
    })

    it('takes a title of 150 characters [T254]', async () => {
      const title = 'é'.repeat(150)
      expect(await get(await add({ title }))).toMatchObject({ title })
    })

    it('that edits needs no file, and leaves everything as it was when a file is wrong [T255]', async () => {
      const id = await add({ title: 'Kept' })
      await expect(change(id, { title: '' })).rejects.toMatchObject({ code: 'MandatoryField', invalidField: 'title' })
      await expect(change(id, { zoneFile: [kmlFile('')] })).rejects.toMatchObject({ code: 'kml.empty.error', invalidField: 'zoneFile' })
      expect(await get(id)).toMatchObject({ title: 'Kept', fileName: 'field.kml' })
      expect(await namesOf(id)).toEqual([[0, 'Field']])
    })

    it('saves an old title that today’s rules refuse, as long as nobody touches it', async () => {
      const id = await add()
      const title = 'x'.repeat(200)
      await server.context.db.update(rallyZones).set({ title }).where(eq(rallyZones.id, id))
      await change(id, { title, enabled: false })
      expect(await get(id)).toMatchObject({ title, status: false })
      await expect(change(id, { title: `${title}!` })).rejects.toMatchObject({ code: 'text.too.long.error', invalidField: 'title' })
    })

    it('in another shape is a broken client', async () => {
      for (const [key, value] of [
        ['zoneFile', 'text'],
        ['enabled', 'yes'],
        ['isDeleted', 'true'],
      ] as const) {
        const body = new FormData()
        for (const [name, field] of Object.entries({ title: 'A', enabled: 'true', zoneFile: kmlFile(), [key]: value }))
          body.append(name, field)
        const response = await server.request('/rallyZone', { method: 'POST', body, headers: bearer(admin) })
        expect(await failure(response)).toMatchObject({ status: 400, message: 'request.invalid' })
      }
    })
  })

  describe('files that are only read', () => {
    it('are drawn and measured, each with its problems, and nothing is stored [T168]', async () => {
      const before = await server.context.db.$count(files)
      const [good, bad] = await readFiles(kmlFile(fieldKml('Good')), kmlFile('<kml>\n<Placemark>', 'bad.kml'))
      expect(good).toMatchObject({ fileName: 'field.kml', problems: [], shapes: [{ properties: { file: 0, name: 'Good' } }] })
      expect(hectares(good ?? { areaSquareMeters: 0 })).toBeCloseTo(1, 1)
      expect(bad).toEqual({
        fileName: 'bad.kml',
        problems: [{ code: 'kml.xml.error', line: 2, found: null }],
        shapes: [],
        areaSquareMeters: 0,
        perimeterMeters: 0,
      })
      expect(await server.context.db.$count(files)).toBe(before)
    })

    it('share a limit of points', async () => {
      const [first, second] = await readFiles(line(30_000), line(30_000))
      expect(first).toMatchObject({ problems: [], shapes: { length: 1 } })
      expect(second?.problems).toEqual([{ code: 'kml.points.error', line: 1, found: null }])
    })

    it('together may have 20 MiB', async () => {
      const large = Array.from({ length: 5 }, () => kmlFile(new Uint8Array(5 * 1024 * 1024)))
      await expect(readFiles(...large)).rejects.toMatchObject({ code: 'request.too.large', status: 413 })
    })

    it('need at least one', async () => {
      await expect(readFiles()).rejects.toMatchObject({ code: 'MandatoryField', invalidField: 'zoneFile' })
    })
  })
})
