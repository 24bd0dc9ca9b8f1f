// @module-tag rest
/** The enabled rally zones, as the companion app gets them. */
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/contract.ts'
import { roles } from '../../src/contract/rules.ts'
import { rallyZones, rallyZoneShapes } from '../../src/server/db/tables.ts'
import { bearer, type Client } from '../support/apiServer.ts'
import { zoneSteps } from '../support/rallyZones.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { fieldKml, kmlFile } from '../support/zoneFiles.ts'

const zonesOf = async (client: Client) =>
  (await client.rallyZone.getEnabled()).features.map(({ properties: { rallyZoneId, rallyZoneTitle, name } }) => [
    rallyZoneId,
    rallyZoneTitle,
    name,
  ])

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')

  const { add, change, getShapes } = zoneSteps(() => admin)
  const ask = async (client: Client, headers: Record<string, string> = {}) =>
    server.request('/rallyZone/enabled', { headers: { ...bearer(client), ...headers } })
  const etagOf = async (client: Client) => (await ask(client)).headers.get('etag') ?? ''

  describe('enabled zones', () => {
    it('are GeoJSON for everybody who is signed in, with the zone of each shape [T167]', async () => {
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
