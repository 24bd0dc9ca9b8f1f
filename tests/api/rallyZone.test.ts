/** Rally zones: their calls, and their list. Their forms and files: rallyZoneForm.test.ts. */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { roles } from '../../src/contract/rules.ts'
import { files } from '../../src/server/db/tables.ts'
import { chosen, listBody } from '../support/lists.ts'
import { hectares, zoneSteps } from '../support/rallyZones.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { fieldKml, kmlFile } from '../support/zoneFiles.ts'

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')

  const { add, change, get, getShapes, namesOf } = zoneSteps(() => admin)
  const titles = async (changed: object) =>
    (await admin.rallyZone.getB122TableResults({ body: listBody({ search: 'sorted', ...changed }) })).items.map(({ title }) => title)
  const countFiles = (id: number) => server.context.db.$count(files, eq(files.id, id))

  describe('a zone', () => {
    it('is created from several files, with what they draw, their names and their sizes [T166]', async () => {
      const creationDate = server.context.clock().toISOString()
      const id = await add({
        title: ' Rally of the hills ',
        zoneFile: [kmlFile(fieldKml('Meadow', { count: 2 }), 'meadow.kml'), kmlFile(fieldKml('Wood'), '../wood.kml')],
      })
      const shown = await get(id)
      expect(shown).toMatchObject({
        title: 'Rally of the hills',
        tostring: 'Rally of the hills',
        status: true,
        creationDate,
        isDeleted: false,
        fileName: 'meadow.kml, wood.kml',
        files: [{ filename: 'meadow.kml' }, { filename: 'wood.kml' }],
      })
      expect(hectares(shown)).toBeCloseTo(3, 1)
      expect(shown.perimeterMeters / 400).toBeCloseTo(3, 1)
      expect(await namesOf(id)).toEqual([
        [0, 'Meadow'],
        [0, 'Meadow 2'],
        [1, 'Wood'],
      ])
      const { items } = await admin.rallyZone.getB122TableResults({ body: listBody({ search: 'hills rally' }) })
      expect(items).toEqual([{ id, title: 'Rally of the hills', creationDate, status: true, isDeleted: false }])
    })

    it('gives its files to administrators, and to nobody else', async () => {
      const content = fieldKml('Downloaded')
      const { files: stored } = await get(await add({ zoneFile: [kmlFile(content)] }))
      const query = { id: stored[0]?.id ?? 0 }
      const file = await admin.file.showFileFromWeb({ query })
      expect([await file.text(), file.headers.get('content-type')]).toEqual([content, 'application/vnd.google-earth.kml+xml'])
      for (const role of roles.filter((one) => one !== 'ROLE_ADMIN')) {
        const other = await server.signInAs(role)
        await expect(other.file.showFileFromWeb({ query })).rejects.toMatchObject({ code: 'resource.not.found' })
      }
    })

    it('keeps its files when they are not sent again, and loses them when others are [T169]', async () => {
      const id = await add({ zoneFile: [kmlFile(fieldKml('Old')), kmlFile(fieldKml('Older'), 'older.kml')] })
      const before = await get(id)
      await change(id, { title: 'Renamed', enabled: false })
      expect(await get(id)).toMatchObject({
        title: 'Renamed',
        status: false,
        files: before.files,
        areaSquareMeters: before.areaSquareMeters,
      })
      expect(await namesOf(id)).toHaveLength(2)

      await change(id, { zoneFile: [kmlFile(fieldKml('New', { count: 3 }), 'new.kml')] })
      const after = await get(id)
      expect(after.fileName).toBe('new.kml')
      expect(hectares(after)).toBeCloseTo(3, 1)
      expect(await namesOf(id)).toEqual([
        [0, 'New'],
        [0, 'New 2'],
        [0, 'New 3'],
      ])
      for (const file of before.files) expect(await countFiles(file.id)).toBe(0)
    })

    it('is changed by one person at a time, and its history says by whom', async () => {
      const id = await add({ title: 'First' })
      const { version } = await get(id)
      await change(id, { title: 'Second', version })
      await expect(change(id, { title: 'Third', version })).rejects.toMatchObject({ code: 'changed.meanwhile.error', status: 409 })
      const [entry] = await admin.audit.getForRecord({ params: { entity: 'rallyZone', id } })
      expect(entry).toMatchObject({
        action: 'update',
        before: { title: 'First' },
        after: { title: 'Second' },
        by: { id: expect.any(Number) },
      })
      const { length } = await admin.audit.getForRecord({ params: { entity: 'rallyZone', id } })
      expect(length).toBe(2)
    })

    it('is deleted and restored with its files, and cannot be changed meanwhile [T170]', async () => {
      const id = await add({ title: 'Gone for a while' })
      await admin.rallyZone.remove({ params: { id } })
      const { items } = await admin.rallyZone.getB122TableResults({ body: listBody({ search: 'gone' }) })
      expect(items).toEqual([])
      expect(await get(id)).toMatchObject({ isDeleted: true, restorableUntil: expect.any(String) })
      await expect(change(id, {})).rejects.toMatchObject({ code: 'record.deleted.error' })
      await admin.rallyZone.restore({ params: { id } })
      expect(await get(id)).toMatchObject({ isDeleted: false, title: 'Gone for a while', fileName: 'field.kml' })
      expect(await namesOf(id)).toEqual([[0, 'Field']])
    })

    it('that nobody knows is not found', async () => {
      const params = { id: 999_999 }
      await expect(get(params.id)).rejects.toMatchObject(notFound)
      await expect(getShapes(params.id)).rejects.toMatchObject(notFound)
      await expect(change(params.id, {})).rejects.toMatchObject(notFound)
      await expect(admin.rallyZone.remove({ params })).rejects.toMatchObject(notFound)
      await expect(admin.rallyZone.restore({ params })).rejects.toMatchObject(notFound)
    })
  })

  describe('the list', () => {
    beforeAll(async () => {
      await add({ title: 'Sorted é', enabled: false })
      server.pass(60_000)
      await add({ title: 'Sorted Z' })
      server.pass(60_000)
      await add({ title: 'sorted a' })
    })

    it('is sorted by title without case and accents, by day and by status [T165]', async () => {
      expect(await titles({ sortBy: 'title', sortDesc: false })).toEqual(['sorted a', 'Sorted é', 'Sorted Z'])
      expect(await titles({ sortBy: 'creationDate', sortDesc: true })).toEqual(['sorted a', 'Sorted Z', 'Sorted é'])
      expect(await titles({ sortBy: 'status', sortDesc: false })).toEqual(['Sorted é', 'Sorted Z', 'sorted a'])
    })

    it('is filtered by status and day, and offers everything to administrators [T164]', async () => {
      const init = await admin.rallyZone.initB122Table()
      expect(init.allowed).toEqual({ create: true, edit: true, remove: true })
      expect(await titles({ filters: chosen(init, 'status', 'false') })).toEqual(['Sorted é'])
      expect(await titles({ filters: chosen(init, 'creationDate', `${server.context.clock().toISOString()}/`) })).toEqual(['sorted a'])
      expect(await titles({ filters: chosen(init, 'deleted', 'true') })).toEqual([])
    })
  })
})
