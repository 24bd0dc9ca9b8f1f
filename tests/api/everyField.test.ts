import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RecordEntity } from '../../src/contract/recordFields.ts'
import { releases } from '../../src/server/db/tables.ts'
import { password } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct, releaseIdOf } from '../support/catalogue.ts'
import { anyHash, fieldChanges } from '../support/fieldChanges.ts'
import { picture } from '../support/pictures.ts'
import { serverOnPostgresWith, signedIn } from '../support/servers.ts'
import { fieldKml, kmlFile } from '../support/zoneFiles.ts'

type Side = 'before' | 'after'
type Values<E extends RecordEntity, S extends Side> = {
  readonly [Field in keyof (typeof fieldChanges)[E]]: (typeof fieldChanges)[E][Field] extends Record<S, infer Value> ? Value : never
}

/** One side of all changes of an entity. */
function valuesOf<E extends RecordEntity, S extends Side>(entity: E, side: S): Values<E, S> {
  const changes = Object.entries<Record<Side, unknown>>(fieldChanges[entity])
  // The table has a row for each field.
  return Object.fromEntries(changes.map(([field, change]) => [field, change[side]])) as Values<E, S>
}

/** What the form of a firmware itself holds; the rest is its release's. */
function formOf({ versionName, language, isBetaTest, isActive, changeLog }: Values<'firmware', Side>) {
  return { versionName, language, isBetaTest, isActive, changeLog }
}

const binFile = (name: string) => new File([Uint8Array.from({ length: 900 }, (_, index) => (index * name.length) % 256)], name)

/** What is a firmware's own in its form. */
function expected(entity: RecordEntity) {
  const rows = Object.entries<{ before: unknown; after: unknown }>(fieldChanges[entity])
  return Object.fromEntries(rows.map(([field, { before, after }]) => [field, { before, after }]))
}

const kmlFiles = (...names: string[]) => names.map((name) => kmlFile(fieldKml(name), `${name}.kml`))

describe('the history of a record keeps every field', () => {
  // Then the administrator's program makes an exception when it offers what nobody has tried.
  serverOnPostgresWith({ RELEASE_PROOF: 'required' }, (server) => {
    const [admin] = signedIn(server, 'ROLE_ADMIN')
    let groupId: number
    let userId: number

    beforeAll(async () => {
      const { userId: tester } = await server.join({ isBetaTester: true })
      userId = tester
      const group = await admin.betaGroup.create({ body: { name: 'Divers', selectedFirmwareIds: [], selectedUserIds: [] } })
      groupId = group.id
    })

    /** What all changes of a record together have replaced, by field. */
    async function readChanges(entity: RecordEntity, id: number) {
      const entries = await admin.audit.getForRecord({ params: { entity, id } })
      const changes: Record<string, { before: unknown; after: unknown }> = {}
      for (const { before, after } of entries) {
        if (before === null || after === null) continue
        for (const field of Object.keys(after)) changes[field] = { before: before[field], after: after[field] }
      }
      return JSON.parse(JSON.stringify(changes).replaceAll(/\b[0-9a-f]{64}\b/g, anyHash)) as unknown
    }

    const changed: Record<RecordEntity, () => Promise<number>> = {
      async product() {
        const params = await admin.product.create({ body: valuesOf('product', 'before') })
        await admin.product.update({ params, body: valuesOf('product', 'after') })
        return params.id
      },

      async firmware() {
        const productId = await addProduct(admin, { name: 'Teleco' })
        const none = { selectedProductIds: [], selectedBetaGroupIds: [] }
        const before = formOf(valuesOf('firmware', 'before'))
        const params = await admin.firmware.create({ body: { ...before, ...none, file: binFile('one.bin') } })
        const release = { params: { id: await releaseIdOf(admin, params.id) } }
        await admin.release.setRequirements({ ...release, body: { minimumBatteryPercent: 40, needsCoil: true, hardwareVersions: [] } })
        await admin.release.hold({ ...release, body: { hardwareVersions: [3], reasonEn: 'It restarts', reasonFr: 'Il redémarre' } })
        const all = { selectedProductIds: [productId], selectedBetaGroupIds: [groupId] }
        const file = new File([new Uint8Array(900)], 'two.bin')
        await admin.firmware.update({ params, body: { ...formOf(valuesOf('firmware', 'after')), ...all, file } })
        // By no call: the first change of a field counts here.
        const { db } = server.context
        await db
          .update(releases)
          .set({ state: 'staged', reach: 'staged', share: 0.02, planShares: [0.3, 1] })
          .where(eq(releases.id, release.params.id))
        await admin.release.raiseShare({ ...release, body: { share: 0.1, from: 0.02, reason: 'Support is calm' } })
        await admin.release.pausePlan(release)
        return params.id
      },

      async betaGroup() {
        const otherGroup = await addBetaGroup(server, [])
        const firmwareId = await addFirmware(admin, { versionName: '6.0', betaGroupIds: [otherGroup], isActive: false })
        const { versionName, isActive, isBetaTest } = await admin.firmware.get({ params: { id: firmwareId } })
        const body = { versionName, isActive, isBetaTest, language: 'German', selectedProductIds: [], selectedBetaGroupIds: [otherGroup] }
        await admin.firmware.update({ params: { id: firmwareId }, body })
        const { name } = fieldChanges.betaGroup
        const params = await admin.betaGroup.create({ body: { name: name.before, selectedFirmwareIds: [], selectedUserIds: [] } })
        const members = { selectedFirmwareIds: [firmwareId], selectedUserIds: [userId] }
        await admin.betaGroup.update({ params, body: { name: name.after, ...members } })
        return params.id
      },

      async news() {
        const draft = { ...valuesOf('news', 'before'), content: '<p>A</p>', thumbnail: undefined }
        const params = await admin.news.create({ body: draft })
        const body = { ...valuesOf('news', 'after'), publishAt: '', content: '<p>News</p>', thumbnail: await picture('png') }
        await admin.news.update({ params, body })
        return params.id
      },

      async rallyZone() {
        const params = await admin.rallyZone.create({ body: { ...valuesOf('rallyZone', 'before'), zoneFile: kmlFiles('one') } })
        await admin.rallyZone.update({ params, body: { ...valuesOf('rallyZone', 'after'), zoneFile: kmlFiles('two', 'three') } })
        return params.id
      },

      /** What staff change, and what its owner does. */
      async user() {
        const before = valuesOf('user', 'before')
        const { subscriptionEnd: _, selectedBetaGroupIds: __, pendingUsername: ___, pendingPhone: ____, ...row } = before
        const id = await server.addUser(row)
        const params = { id }
        const after = valuesOf('user', 'after')
        const { firstname, lastname, username, phonePrefix, phoneNumber, country, distributor, isBetaTester } = after
        const person = { firstname, lastname, username, phonePrefix, phoneNumber, country, distributor }
        const form = { ...person, isBetaTester, selectedBetaGroupIds: [groupId] }
        await admin.user.update({ params, body: form })
        await admin.user.verifyAccount({ body: { userId: id } })
        await admin.user.unlockAccount({ body: { userId: id } })
        await admin.user.renewTrial({ body: { userId: id, duration: '1year' } })
        const owner = await server.signIn(username)
        const ownForm = { ...person, phoneNumber: after.pendingPhone.split(' ')[1] ?? '', isNewsletter: after.isNewsletter }
        await owner.user.updateProfile({ body: { ...ownForm, currentPassword: password } })
        await admin.user.update({ params, body: { ...form, username: after.pendingUsername, role: after.role } })
        return id
      },
    }

    it.each(Object.keys(changed) as RecordEntity[])('of a %s', async (entity) => {
      const id = await changed[entity]()
      await expect(readChanges(entity, id)).resolves.toEqual(expected(entity))
    })
  })
})
