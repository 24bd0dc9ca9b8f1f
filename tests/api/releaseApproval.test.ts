// @module-tag rest
/** What a release waits for: another administrator, and a version that is typed for an unusual file. */
import { and, eq, not, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { betaGroups, betaGroupUsers, outgoingMessages, users } from '../../src/server/db/tables.ts'
import { isLargeBeta } from '../../src/server/entities/offers/guardOffers.ts'
import { bearer, type Client, failure, newAddress, onceOnly } from '../support/apiServer.ts'
import {
  addBetaGroup,
  addFirmware,
  addProduct,
  besidesProof,
  firmwareBody,
  keptFileBody,
  releaseIdOf,
  takeStep as take,
} from '../support/catalogue.ts'
import { staffForm } from '../support/ownContact.ts'
import { refused } from '../support/refusals.ts'
import { serverOnPostgres, serverOnPostgresWith, signedIn } from '../support/servers.ts'

const zeros = (size = 1000) => new File([new Uint8Array(size)], 'ws6.bin')
const noise = (seed: number, size = 1000) =>
  new File([Uint8Array.from({ length: size }, (_, index) => (index * seed + (index >> 8)) % 256)], 'ws6.bin')

describe('with two approvers', () => {
  serverOnPostgresWith({ RELEASE_APPROVERS: '2' }, (server) => {
    const approval = { code: 'release.approval.error', status: 403 }
    const [admin, other, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_ADMIN', 'ROLE_BE')

    it('waits for another administrator before all owners are offered it, and anew after a change [T606]', async () => {
      const productId = await addProduct(admin)
      const id = await addFirmware(admin, { versionName: '5.0', productIds: [productId], isActive: false })
      const releaseId = await releaseIdOf(admin, id)
      const params = { id: releaseId }
      await expect(take(backOffice, id, 'released')).rejects.toMatchObject(approval)
      await expect(backOffice.release.approve({ params, body: {} })).rejects.toMatchObject({ code: 'not.authorized' })
      await admin.release.approve({ params, body: {} })
      await admin.release.approve({ params, body: {} })
      const { approvals, approvalsNeeded } = await admin.release.get({ params })
      expect([approvals.length, approvalsNeeded]).toEqual([1, 1])
      expect(
        besidesProof((await admin.release.getStep({ params: { id: releaseId, step: 'released' }, query: { betaGroupIds: [] } })).obstacles),
      ).toEqual([{ kind: 'approval', isRefused: true, name: null, customers: null }])
      await expect(take(admin, id, 'released', { confirmed: ['approval'] })).rejects.toMatchObject(approval)

      const body = keptFileBody({ versionName: '5.0', productIds: [productId], isActive: false })
      await backOffice.firmware.update({ params: { id }, body: { ...body, changeLog: 'Clearer' } })
      await expect(take(other, id, 'released')).rejects.toMatchObject(approval)
      await expect(backOffice.firmware.update({ params: { id }, body: { ...body, isActive: true } })).rejects.toMatchObject(
        refused('release.approval.error', 'isActive'),
      )
      await admin.release.approve({ params, body: {} })
      await take(other, id, 'released')
      // It was approved as it is: halting and offering it again asks nobody.
      await take(other, id, 'halt')
      await take(admin, id, 'resume')
    })

    it('is taken back when a language comes back', async () => {
      const productIds = [await addProduct(admin)]
      const given = { versionName: '5.3', productIds, isActive: false }
      const id = await addFirmware(admin, given)
      const { id: fr } = await admin.firmware.create({ body: { ...firmwareBody(given), language: 'Français' } })
      await admin.firmware.remove({ params: { id: fr } })
      await other.release.approve({ params: { id: await releaseIdOf(admin, id) }, body: {} })
      await admin.firmware.restore({ params: { id: fr } })
      await expect(take(admin, id, 'released')).rejects.toMatchObject(approval)
    })

    it('is not given for what nobody has seen, and not for owners of other models', async () => {
      const [mine, theirs] = [await addProduct(admin), await addProduct(admin)]
      const id = await addFirmware(admin, { versionName: '5.1', productIds: [mine], isActive: false })
      const params = { id: await releaseIdOf(admin, id) }
      const { fingerprint } = await admin.release.get({ params })
      const { file, ...body } = firmwareBody({ versionName: '5.1', productIds: [mine], isActive: false })
      await other.firmware.update({ params: { id }, body: { ...body, file } })
      await expect(admin.release.approve({ params, body: { fingerprint } })).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
      await expect(take(other, id, 'beta', { fingerprint })).rejects.toMatchObject({ code: 'changed.meanwhile.error' })
      const now = await admin.release.get({ params })
      await admin.release.approve({ params, body: { fingerprint: now.fingerprint } })
      await take(other, id, 'released', { fingerprint: now.fingerprint })

      const wider = { ...body, isActive: true, selectedProductIds: [mine, theirs] }
      const update = (more: object) => other.firmware.update({ params: { id }, body: { ...wider, ...more } })
      await expect(update({})).rejects.toMatchObject(refused('release.approval.error', 'selectedProductIds'))
      await update({ isBetaTest: true, selectedProductIds: [mine] })
      await update({ isBetaTest: true })
      await expect(update({ isBetaTest: false })).rejects.toMatchObject(refused('release.approval.error', 'isActive'))
      await admin.release.approve({ params, body: {} })
      await update({ isBetaTest: false })
      await expect(admin.release.get({ params })).resolves.toMatchObject({ state: 'released', products: [{ id: mine }, { id: theirs }] })
    })

    it('is not given for what is saved in the very call that offers it', async () => {
      const [mine, theirs] = [await addProduct(admin), await addProduct(admin)]
      const id = await addFirmware(admin, { versionName: '5.1', productIds: [mine], isActive: false })
      const { file, ...body } = firmwareBody({ versionName: '5.1', productIds: [mine] })
      const changes = [{ file }, { versionName: '5.2' }, { language: 'Deutsch' }, { selectedProductIds: [mine, theirs] }]
      for (const change of changes) {
        await admin.release.approve({ params: { id: await releaseIdOf(admin, id) }, body: {} })
        await expect(other.firmware.update({ params: { id }, body: { ...body, ...change } })).rejects.toMatchObject(
          refused('release.approval.error', 'isActive'),
        )
      }
      await other.firmware.update({ params: { id }, body })
    })

    it('counts no approval of somebody who is no administrator any more, and asks nobody for a beta', async () => {
      const productId = await addProduct(admin)
      const id = await addFirmware(admin, { productIds: [productId], isActive: false, betaGroupIds: [] })
      const releaseId = await releaseIdOf(admin, id)
      await admin.release.approve({ params: { id: releaseId }, body: {} })
      const { versionName } = await admin.firmware.get({ params: { id } })
      const body = keptFileBody({ versionName, productIds: [productId], betaGroupIds: [] })
      await other.firmware.update({ params: { id }, body })
      await expect(other.firmware.get({ params: { id } })).resolves.toMatchObject({ state: 'beta' })
      await expect(other.firmware.update({ params: { id }, body: { ...body, isBetaTest: false } })).rejects.toMatchObject(
        refused('release.approval.error', 'isActive'),
      )
      await expect(addFirmware(other, { productIds: [productId] })).rejects.toMatchObject(refused('release.approval.error', 'isActive'))
    })
  })
})

const dayMs = 86_400_000
const adminForm = (username: string) => ({ ...staffForm, username, role: 'ROLE_ADMIN' as const, selectedBetaGroupIds: [] })

async function draft(by: Client): Promise<number> {
  return addFirmware(by, { productIds: [await addProduct(by)], isActive: false })
}

/** Whether a release may go out that one approves and another offers. */
async function approves(by: Client, taker: Client): Promise<boolean> {
  const id = await draft(by)
  await by.release.approve({ params: { id: await releaseIdOf(by, id) }, body: {} })
  return take(taker, id, 'released').then(
    () => true,
    () => false,
  )
}

describe('of two people', () => {
  serverOnPostgresWith({ RELEASE_APPROVERS: '2' }, (server) => {
    const approval = { code: 'release.approval.error' }
    const [admin] = signedIn(server, 'ROLE_ADMIN')

    it('an account that one of them has made, promoted, restored or reset is no other, whichever of them approves', async () => {
      const made = newAddress()
      await admin.user.create({ body: { ...adminForm(made), password: 'kf82mwqz9 made by me' }, ...onceOnly() })
      const promoted = await server.join()
      await admin.user.update({ params: { id: promoted.userId }, body: adminForm(promoted.username) })
      const restored = await server.join({ role: 'ROLE_ADMIN' })
      await admin.user.remove({ params: { id: restored.userId } })
      await admin.user.restore({ params: { id: restored.userId } })
      const reset = await server.join({ role: 'ROLE_ADMIN' })
      await admin.user.update({ params: { id: reset.userId }, body: { ...adminForm(reset.username), password: 'kf82mwqz9 reset by me' } })
      server.pass(30 * dayMs)
      const [boss, other] = [await server.signInAs('ROLE_ADMIN'), await server.enter(admin.held.current?.username ?? '')]
      for (const username of [made, promoted.username, restored.username, reset.username]) {
        const account = await server.enter(username)
        await server.context.db.update(users).set({ passwordDue: null }).where(eq(users.username, username))
        expect([username, await approves(account, other), await approves(other, account)]).toEqual([username, false, false])
        expect([username, await approves(account, boss)]).toEqual([username, true])
      }
    })

    it('somebody who has been an administrator for less than seven days approves nothing; whom the operator made does', async () => {
      const promoted = await server.join()
      const [boss, other] = [await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_ADMIN')]
      await boss.user.update({ params: { id: promoted.userId }, body: adminForm(promoted.username) })
      expect(await approves(await server.enter(promoted.username), other)).toBe(false)
      server.pass(7 * dayMs - 1)
      expect(await approves(await server.enter(promoted.username), await server.signInAs('ROLE_ADMIN'))).toBe(false)
      server.pass(1)
      expect(await approves(await server.enter(promoted.username), await server.signInAs('ROLE_ADMIN'))).toBe(true)
      expect(await approves(await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_ADMIN'))).toBe(true)
    })

    it('every other administrator is told of a new one, and nobody of an account that is none', async () => {
      const boss = await server.signInAs('ROLE_ADMIN')
      const others = await server.context.db.$count(users, and(eq(users.role, 'ROLE_ADMIN'), not(users.isDeleted)))
      const username = newAddress()
      const { id } = await boss.user.create({ body: { ...adminForm(username), password: 'kf82mwqz9 of a new one' }, ...onceOnly() })
      const told = () => server.context.db.$count(outgoingMessages, eq(outgoingMessages.aboutUserId, id))
      expect(await told()).toBe(others)
      await boss.user.update({ params: { id }, body: { ...adminForm(username), role: 'ROLE_BE' } })
      expect(await told()).toBe(others)
    })

    it('a beta of a few people waits for nobody; one of many is an offer to all, however it grows', async () => {
      const [boss, second] = [await server.signInAs('ROLE_ADMIN'), await server.signInAs('ROLE_ADMIN')]
      const people = async (count: number) => {
        const ids: number[] = []
        for (let index = 0; index < count; index += 1) ids.push((await server.join({ isBetaTester: true })).userId)
        return ids
      }
      const few = await people(20)
      const groupId = await addBetaGroup(server, few)
      const id = await addFirmware(boss, { productIds: [await addProduct(boss)], isActive: false, betaGroupIds: [groupId] })
      const params = { id: await releaseIdOf(boss, id) }
      await take(boss, id, 'beta')
      const [one] = await people(1)
      const { username } = await server.join()
      const usernames = [username]
      const { name } = await boss.betaGroup.get({ params: { id: groupId } })
      const group = { name, selectedFirmwareIds: [id], selectedUserIds: few }
      await expect(boss.userBatch.create({ body: { kind: 'addToGroup', groupId, userIds: [one ?? 0] } })).rejects.toMatchObject(approval)
      await expect(boss.betaGroup.addTesters({ params: { id: groupId }, body: { addresses: usernames } })).rejects.toMatchObject(approval)
      await expect(
        boss.betaGroup.update({ params: { id: groupId }, body: { ...group, selectedUserIds: [...few, one ?? 0] } }),
      ).rejects.toMatchObject(approval)
      expect(await server.context.db.$count(betaGroupUsers, eq(betaGroupUsers.betaGroupId, groupId))).toBe(20)
      await take(boss, id, 'halt')
      await boss.betaGroup.addTesters({ params: { id: groupId }, body: { addresses: usernames } })
      await expect(take(boss, id, 'resume')).rejects.toMatchObject(approval)
      await boss.release.approve({ params, body: {} })
      await expect(take(boss, id, 'resume')).rejects.toMatchObject(approval)
      await second.release.approve({ params, body: {} })
      await take(boss, id, 'resume')
    })

    it('a beta may reach a twentieth of the owners of a model, and fifty people at most', async () => {
      const boss = await server.signInAs('ROLE_ADMIN')
      const productId = await addProduct(boss)
      const id = await addFirmware(boss, { productIds: [productId], isActive: false, betaGroupIds: [await addBetaGroup(server, [])] })
      const releaseId = await releaseIdOf(boss, id)
      const { db } = server.context
      const isLarge = async (people: number) => {
        const [group] = await db
          .insert(betaGroups)
          .values({ name: `Of ${people}` })
          .returning({ id: betaGroups.id })
        await db.execute(sql`
          with made as (insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country, is_beta_tester)
            select 'beta' || ${people}::int || '.' || n || '@example.net', 'none', 'A', 'B', '+33', '600000000', 'FR', true
            from generate_series(1, ${people}::int) as n returning id)
          insert into beta_group_users (beta_group_id, user_id) select ${group?.id}, id from made`)
        return isLargeBeta(db, releaseId, [group?.id ?? 0])
      }
      const own = (owners: number) =>
        db.execute(sql`
          with made as (insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country)
            select 'owner' || ${owners}::int || '.' || n || '@example.net', 'none', 'A', 'B', '+33', '600000000', 'FR'
            from generate_series(1, ${owners}::int) as n returning id)
          insert into user_products (user_id, product_id, serial_number, material_version, protocol_version, product_type_id, created_at)
          select id, ${productId}, 'S' || id, 1, 1, 6, now() from made`)
      expect([await isLarge(20), await isLarge(21)]).toEqual([false, true])
      await own(600)
      expect([await isLarge(30), await isLarge(31)]).toEqual([false, true])
      await own(900)
      expect([await isLarge(50), await isLarge(51)]).toEqual([false, true])
    })
  })
})

describe('an unusual file', () => {
  serverOnPostgres((server) => {
    const unusual = refused('firmware.file.unusual.error', 'file')
    const [admin, backOffice] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')

    it('says what is unusual about a file beside the others of its products, and takes it once the version was typed [T603]', async () => {
      const productId = await addProduct(admin)
      const body = (versionName: string, file: File) => ({
        ...firmwareBody({ versionName, productIds: [productId], isActive: false }),
        file,
      })
      for (const [index, seed] of [3, 5, 7].entries()) await backOffice.firmware.create({ body: body(`1.${index}`, noise(seed)) })

      await expect(backOffice.firmware.create({ body: body('2.0', zeros()) })).rejects.toMatchObject(unusual)
      await expect(backOffice.firmware.create({ body: body('2.0', noise(9, 1251)) })).rejects.toMatchObject(unusual)
      await expect(backOffice.firmware.create({ body: body('2.0', noise(5)) })).rejects.toMatchObject(unusual)
      await expect(backOffice.firmware.create({ body: { ...body('2.0', zeros()), typedVersion: '2' } })).rejects.toMatchObject(unusual)
      await backOffice.firmware.create({ body: body('1.9', noise(9, 1250)) })
      const { id } = await backOffice.firmware.create({ body: { ...body('2.0', zeros()), typedVersion: ' 2.0 ' } })
      await take(backOffice, id, 'released', { confirmed: ['languageMissing'] })

      const sha256 = (await backOffice.firmware.get({ params: { id } })).firmwareFile.sha256
      const query = { sizeBytes: 2000, sha256, versionName: '3.0', selectedProductIds: [productId] }
      expect(await backOffice.firmware.inspectFile({ query })).toEqual([
        { kind: 'size', value: 1000, name: null },
        { kind: 'sameBytes', value: 0, name: '2.0' },
      ])
      expect(await backOffice.firmware.inspectFile({ query: { ...query, versionName: '2.0', sizeBytes: 1000 } })).toEqual([])
    })

    it('may come from a program of an administrator without that, and is asked about when a person offers it', async () => {
      const productId = await addProduct(admin)
      const form = new FormData()
      const { selectedProductIds: _, selectedBetaGroupIds: __, ...texts } = keptFileBody({ versionName: '4.0', isActive: false })
      for (const [name, value] of Object.entries(texts)) form.append(name, String(value))
      form.append('selectedProductIds', String(productId))
      form.append('file', zeros())
      const fromPage = { ...bearer(admin), 'fieldport-build': '1' }
      const refusal = await failure(await server.request('/firmware', { method: 'POST', body: form, headers: fromPage }))
      expect(refusal).toMatchObject({ status: 403, message: unusual.code, invalidField: 'file' })

      const { id } = await admin.firmware.create({
        body: { ...firmwareBody({ versionName: '4.0', productIds: [productId], isActive: false }), file: zeros() },
      })
      const body = keptFileBody({ versionName: '4.0', productIds: [productId] })
      await expect(backOffice.firmware.update({ params: { id }, body })).rejects.toMatchObject(refused(unusual.code, 'isActive'))
      await expect(take(admin, id, 'released', { confirmed: ['unusualFile'] })).rejects.toMatchObject({ code: 'release.obstacle.error' })
      const [entry] = await admin.audit.getForRecord({ params: { entity: 'firmware', id } })
      expect(entry?.after).toMatchObject({ isUnconfirmed: true })
      await take(admin, id, 'released', { typedVersion: '4.0' })
      const [latest] = await admin.audit.getForRecord({ params: { entity: 'firmware', id } })
      expect(latest).toMatchObject({ before: { isUnconfirmed: true }, after: { isUnconfirmed: false, state: 'released' } })
    })

    it('looks at a file again when its version or products change', async () => {
      const productId = await addProduct(admin)
      const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 11) % 256)
      await addFirmware(admin, { versionName: '5.2', productIds: [productId], bytes })
      const id = await addFirmware(backOffice, { versionName: '5.2', isActive: false, bytes })
      const body = keptFileBody({ versionName: '5.3', productIds: [productId], isActive: false })
      await backOffice.firmware.update({ params: { id }, body })
      const params = { id: await releaseIdOf(admin, id), step: 'released' as const }
      expect(besidesProof((await admin.release.getStep({ params, query: { betaGroupIds: [] } })).obstacles)).toMatchObject([
        { kind: 'unusualFile' },
      ])
    })

    it('names each language once, in the spelling that most have, the most used first [T604]', async () => {
      const add = (language: string) => admin.firmware.create({ body: { ...firmwareBody({ isActive: false }), language } })
      for (const language of ['Français', 'FRANCAIS', 'Français', 'Deutsch', 'Français']) await add(language)
      await admin.firmware.remove({ params: await add('Gaeilge') })
      expect((await admin.firmware.getLanguages()).filter((one) => one !== 'en')).toEqual(['Français', 'Deutsch'])
    })
  })
})
