/** Stories in which every call about what staff keep that changes something succeeds once (tests/api/everyCall.test.ts). */
import { eq } from 'drizzle-orm'
import { base64url } from 'jose'
import { encodeRequest } from '../../../src/app/api/encodeRequest.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { releases } from '../../../src/server/db/tables.ts'
import { type ApiServer, bearer, onceOnly } from '../apiServer.ts'
import { addProduct, firmwareBody, keptFileBody, takeStep } from '../catalogue.ts'
import { exportCalls, exportedLists } from '../exportedColumns.ts'
import { exportOf } from '../exports.ts'
import { picture } from '../pictures.ts'
import { makeKeys, pemOf, rootOf, sign, signRoot } from '../releaseKeys.ts'
import { openReleaseDesk } from '../releaseDesk.ts'
import { fieldKml, kmlFile } from '../zoneFiles.ts'

export const catalogueStories = {
  async 'staff keep products, and undo a change'(server: ApiServer) {
    const admin = await server.signInAs('ROLE_ADMIN')
    const form = { name: 'Orbit', typeName: 'WS6', typeId: 801 }
    const params = await admin.product.create({ body: form, ...onceOnly() })
    await admin.product.update({ params, body: { ...form, name: 'Orbit 2' } })
    const [entry] = await admin.audit.getForRecord({ params: { entity: 'product', id: params.id } })
    await admin.audit.revert({ params: { id: entry?.id ?? 0 }, body: { keptFields: [] } })
    await admin.product.remove({ params })
    await admin.product.restore({ params })
  },

  async 'staff keep firmwares'(server: ApiServer) {
    const admin = await server.signInAs('ROLE_ADMIN')
    const firmware = { versionName: '5.2', productIds: [await addProduct(admin)], isActive: false }
    const params = await admin.firmware.create({ body: firmwareBody(firmware), ...onceOnly() })
    await admin.firmware.update({ params, body: { ...keptFileBody(firmware), changeLog: '- Quieter' } })
    await admin.firmware.remove({ params })
    await admin.firmware.restore({ params })
  },

  async 'staff keep groups of testers'(server: ApiServer) {
    const admin = await server.signInAs('ROLE_ADMIN')
    const { username } = await server.join()
    const form = { name: 'Divers', selectedFirmwareIds: [], selectedUserIds: [] }
    const params = await admin.betaGroup.create({ body: form, ...onceOnly() })
    await admin.betaGroup.update({ params, body: { ...form, name: 'Divers of the sea' } })
    await admin.betaGroup.addTesters({ params, body: { addresses: [username] } })
    await admin.betaGroup.remove({ params })
    await admin.betaGroup.restore({ params })
  },

  async 'staff publish news, and somebody reads them'(server: ApiServer) {
    const admin = await server.signInAs('ROLE_ADMIN')
    await admin.news.postTempImage({ body: { image: await picture('png') }, ...onceOnly() })
    const form = { title: 'News', content: '<p>A</p>', published: true, publishAt: '' }
    const params = await admin.news.create({ body: { ...form, thumbnail: await picture('png') }, ...onceOnly() })
    await admin.news.update({ params, body: { ...form, content: '<p>B</p>' } })
    await (await server.signInAs('ROLE_CUSTOMER')).publishedNews.markRead({ params })
    await admin.news.remove({ params })
    await admin.news.restore({ params })
  },

  async 'staff keep zones, which customers see'(server: ApiServer) {
    const admin = await server.signInAs('ROLE_ADMIN')
    const zoneFile = [kmlFile(fieldKml('Meadow'))]
    await admin.rallyZone.readFiles({ body: { zoneFile } })
    const params = await admin.rallyZone.create({ body: { title: 'Meadow', enabled: true, zoneFile }, ...onceOnly() })
    await admin.rallyZone.update({ params, body: { title: 'Heath', enabled: true, zoneFile } })
    await (await server.signInAs('ROLE_CUSTOMER')).rallyZone.getEnabled()
    await admin.rallyZone.remove({ params })
    await admin.rallyZone.restore({ params })
  },

  async 'staff take every list along'(server: ApiServer) {
    const admin = await server.signInAs('ROLE_ADMIN')
    for (const list of exportedLists) {
      const endpoint: Endpoint = exportCalls[list]
      const { path, ...init } = encodeRequest(endpoint, { body: exportOf(list, {}) })
      const response = await server.request(path, { method: endpoint.method, ...init, headers: bearer(admin) })
      await response.arrayBuffer()
    }
  },

  async 'staff look at the dashboard'(server: ApiServer) {
    const admin = await server.signInAs('ROLE_ADMIN')
    const now = server.context.clock().getTime()
    const productId = await addProduct(admin)
    const body = { productId, startDateTimestamp: now - 86_400_000, endDateTimestamp: now, timeZone: 'Europe/Paris' }
    await admin.dashboard.getChartData({ body })
    await admin.dashboard.getUpdateFigures({ body })
  },

  async 'a release is signed, approved, held, scheduled and offered to more and more owners'(server: ApiServer) {
    const keys = await makeKeys('every call')
    const releaseRoot = await signRoot(rootOf(keys, 1), [keys.root])
    const desk = await openReleaseDesk(server)
    const firmwareId = await desk.draft()
    const { id } = await desk.releaseOf(firmwareId)
    const { release, signature } = desk.admin
    const params = { id }
    await release.setRequirements({ params, body: { hardwareVersions: [3] } })
    await release.hold({ params, body: { hardwareVersions: [4], reasonEn: 'It restarts', reasonFr: 'Il redémarre' } })
    const [hold] = (await release.get({ params })).holds
    await release.lift({ params, body: { holdId: hold?.id ?? 0 } })
    const before = { ...server.context.config }
    Object.assign(server.context.config, { releaseRoot, catalogueKey: await pemOf(keys.catalogue), demoReleaseKey: undefined })
    const { bytes } = await release.getStatement({ params })
    await release.setStatement({ params, body: { documents: [...(await sign(base64url.decode(bytes), 'release', [keys.release]))] } })
    await signature.getForType({ params: { typeId: desk.productTypeId } })
    Object.assign(server.context.config, before)
    await release.approve({ params, body: {} })
    const at = new Date(server.context.clock().getTime() + 30 * 86_400_000).toISOString()
    await release.schedule({ params, body: { step: 'staged', from: 'draft', confirmed: ['proof'], betaGroupIds: [], at } })
    await release.unschedule({ params })
    await takeStep(desk.admin, firmwareId, 'staged')
    // Nobody has a detector yet, so that all of them would be in the share.
    await server.context.db.update(releases).set({ share: 0.02 }).where(eq(releases.id, id))
    await release.raiseShare({ params, body: { share: 0.5, from: 0.02, reason: 'Support is calm' } })
    await release.pausePlan({ params })
    await release.resumePlan({ params })
    await release.setPlan({ params, body: { shares: [0.6, 1] } })
  },
}
