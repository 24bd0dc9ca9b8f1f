/** Rally zones: their calls, the files that they accept and refuse, and what the companion app gets. */
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import { roles } from '../../src/contract/rules.ts'
import { files, rallyZones, rallyZoneShapes } from '../../src/server/db/tables.ts'
import { bearer, type Client, failure } from '../support/apiServer.ts'
import { chosen, listBody } from '../support/lists.ts'
import { notFound } from '../support/refusals.ts'
import { serverOnBothDatabases } from '../support/servers.ts'
import { fieldKml, kmlFile } from '../support/zoneFiles.ts'

const squareMeters = 10_000
const area = (of: { areaSquareMeters: number | null }) => (of.areaSquareMeters ?? 0) / squareMeters

const line = (count: number) =>
  kmlFile(`<kml><Placemark><LineString><coordinates>${'1,45 '.repeat(count)}</coordinates></LineString></Placemark></kml>`)
const zonesOf = async (client: Client) =>
  (await client.rallyZone.getEnabled()).features.map(({ properties: { rallyZoneId, rallyZoneTitle, name } }) => [
    rallyZoneId,
    rallyZoneTitle,
    name,
  ])

serverOnBothDatabases('lists', (server) => {
  let admin: Client

  beforeAll(async () => {
    admin = await server.signInAs('ROLE_ADMIN')
  })

  let made = 0
  async function add({ title = `Zone ${(made += 1)}`, enabled = true, zoneFile = [kmlFile()] } = {}): Promise<number> {
    return (await admin.rallyZone.create({ body: { title, enabled, zoneFile } })).id
  }
  const get = (id: number) => admin.rallyZone.get({ params: { id } })
  const getShapes = (id: number) => admin.rallyZone.getShapes({ params: { id } })
  const namesOf = async (id: number) => (await getShapes(id)).features.map(({ properties: { file, name } }) => [file, name])
  const change = (id: number, body: object) =>
    admin.rallyZone.update({ params: { id }, body: { title: 'Changed', enabled: true, zoneFile: [], version: undefined, ...body } })
  const titles = async (changed: object) =>
    (await admin.rallyZone.getB122TableResults({ body: listBody({ search: 'sorted', ...changed }) })).items.map(({ title }) => title)
  const readFiles = async (...zoneFile: File[]) => (await admin.rallyZone.readFiles({ body: { zoneFile } })).files
  const ask = async (client: Client, headers: Record<string, string> = {}) =>
    server.request('/rallyZone/enabled', { headers: { ...bearer(client), ...headers } })
  const etagOf = async (client: Client) => (await ask(client)).headers.get('etag') ?? ''
  const countFiles = (id: number) => server.context.db.$count(files, eq(files.id, id))

  describe('a zone', () => {
    it('is created from several files, with what they draw, their names and their sizes', async () => {
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
      expect(area(shown)).toBeCloseTo(3, 1)
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

    it('keeps its files when they are not sent again, and loses them when others are', async () => {
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
      expect(area(after)).toBeCloseTo(3, 1)
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

    it('is deleted and restored with its files, and cannot be changed meanwhile', async () => {
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

    it('is created once, however often the request is sent', async () => {
      const body = { title: 'Sent twice', enabled: true, zoneFile: [kmlFile()] }
      const key = { body, idempotencyKey: crypto.randomUUID() }
      const first = await admin.rallyZone.create(key)
      await expect(admin.rallyZone.create(key)).resolves.toEqual(first)
      const other = { ...body, zoneFile: [kmlFile(fieldKml('Other'))] }
      await expect(admin.rallyZone.create({ ...key, body: other })).rejects.toMatchObject({ code: 'idempotency.key.reused' })
      expect(await server.context.db.$count(rallyZones, eq(rallyZones.title, 'Sent twice'))).toBe(1)
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

    it('is sorted by title without case and accents, by day and by status', async () => {
      expect(await titles({ sortBy: 'title', sortDesc: false })).toEqual(['sorted a', 'Sorted é', 'Sorted Z'])
      expect(await titles({ sortBy: 'creationDate', sortDesc: true })).toEqual(['sorted a', 'Sorted Z', 'Sorted é'])
      expect(await titles({ sortBy: 'status', sortDesc: false })).toEqual(['Sorted é', 'Sorted Z', 'sorted a'])
    })

    it('is filtered by status and day, and offers everything to administrators', async () => {
      const init = await admin.rallyZone.initB122Table()
      expect(init.allowed).toEqual({ create: true, edit: true, remove: true })
      expect(await titles({ filters: chosen(init, 'status', 'false') })).toEqual(['Sorted é'])
      expect(await titles({ filters: chosen(init, 'creationDate', `${server.context.clock().toISOString()}/`) })).toEqual(['sorted a'])
      expect(await titles({ filters: chosen(init, 'deleted', 'true') })).toEqual([])
    })
  })

  describe('a form', () => {
    it.each([
      ['no title', { title: ' ' }, 'MandatoryField', 'title'],
      ['a title of 151 characters', { title: 'x'.repeat(151) }, 'text.too.long.error', 'title'],
      ['a title that reads backwards', { title: '\u202Ea' }, 'text.unusable.error', 'title'],
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

    it('takes a title of 150 characters', async () => {
      const title = 'é'.repeat(150)
      expect(await get(await add({ title }))).toMatchObject({ title })
    })

    it('that edits needs no file, and leaves everything as it was when a file is wrong', async () => {
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
        expect(await failure(response)).toEqual({ status: 400, message: 'request.invalid' })
      }
    })
  })

  describe('files that are only read', () => {
    it('are drawn and measured, each with its problems, and nothing is stored', async () => {
      const before = await server.context.db.$count(files)
      const [good, bad] = await readFiles(kmlFile(fieldKml('Good')), kmlFile('<kml>\n<Placemark>', 'bad.kml'))
      expect(good).toMatchObject({ fileName: 'field.kml', problems: [], shapes: [{ properties: { file: 0, name: 'Good' } }] })
      expect(area(good ?? { areaSquareMeters: 0 })).toBeCloseTo(1, 1)
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
      await expect(admin.rallyZone.readFiles({ body: { zoneFile: large } })).rejects.toMatchObject({
        code: 'request.too.large',
        status: 413,
      })
    })

    it('need at least one', async () => {
      await expect(readFiles()).rejects.toMatchObject({ code: 'MandatoryField', invalidField: 'zoneFile' })
    })
  })

  describe('enabled zones', () => {
    it('are GeoJSON for everybody who is signed in, with the zone of each shape', async () => {
      const enabled = await add({ title: 'Enabled "quoted"', zoneFile: [kmlFile(fieldKml('One', { count: 2 }))] })
      const disabled = await add({ title: 'Disabled', enabled: false })
      for (const role of roles) {
        const client = await server.signInAs(role)
        const zones = await zonesOf(client)
        expect(zones.filter(([id]) => id === enabled)).toEqual([
          [enabled, 'Enabled "quoted"', 'One'],
          [enabled, 'Enabled "quoted"', 'One 2'],
        ])
        expect(zones.some(([id]) => id === disabled)).toBe(false)
      }
      const response = await ask(admin)
      expect(response.headers.get('content-type')).toBe('application/geo+json')
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      const answer: unknown = await response.json()
      // Nothing but what the contract names.
      expect(v.parse(contract.rallyZone.getEnabled.response.schema, answer)).toEqual(answer)
      expect((await server.request('/rallyZone/enabled')).status).toBe(401)
    })

    it('are not sent again to a client that has them, until one of them changes', async () => {
      const id = await add({ title: 'Watched' })
      let etag = await etagOf(admin)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await ask(admin, { 'if-none-match': known })
        expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag])
      }
      expect((await ask(admin, { 'if-none-match': '"other"' })).status).toBe(200)
      const changes = [
        () => change(id, { title: 'Watched and renamed' }),
        () => change(id, { zoneFile: [kmlFile(fieldKml('Redrawn'))] }),
        () => change(id, { enabled: false }),
        () => change(id, { enabled: true }),
        () => admin.rallyZone.remove({ params: { id } }),
        () => admin.rallyZone.restore({ params: { id } }),
      ]
      for (const apply of changes) {
        await apply()
        expect((await ask(admin, { 'if-none-match': etag })).status).toBe(200)
        etag = await etagOf(admin)
      }
    })

    it('leave out deleted ones, and those stored before shapes were', async () => {
      const [deleted, old] = [await add(), await add()]
      await admin.rallyZone.remove({ params: { id: deleted } })
      await server.context.db.delete(rallyZoneShapes).where(eq(rallyZoneShapes.rallyZoneId, old))
      await server.context.db.update(rallyZones).set({ shapesSha256: null }).where(eq(rallyZones.id, old))
      const ids = (await zonesOf(admin)).map(([id]) => id)
      expect(ids).not.toContain(deleted)
      expect(ids).not.toContain(old)
      expect((await getShapes(old)).features).toEqual([])
    })
  })
})
