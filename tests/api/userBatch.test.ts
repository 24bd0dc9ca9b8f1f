// @module-tag rest
/** Batches over users: what they do to each, how they stop, go on at another server, and are undone. */
import { and, eq, inArray } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { batchesMax } from '../../src/contract/rules.ts'
import { auditEntries, betaGroupUsers, dueWork, userBatches, userBatchRows, users } from '../../src/server/db/tables.ts'
import { runBatch, runPart } from '../../src/server/entities/userBatch/runBatch.ts'
import { purgeExpired } from '../../src/server/jobs/purgeExpired.ts'
import { type Client, startApiServer } from '../support/apiServer.ts'
import { addBetaGroup } from '../support/catalogue.ts'
import { chosen, noFilters } from '../support/lists.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const dayMs = 86_400_000

const params = (id: number) => ({ params: { id } })
const signal = () => new AbortController().signal
const undo = (client: Client, id: number, undoes: 'addToGroup' | 'delete') => client.userBatch.undo({ ...params(id), body: { undoes } })
const reasonsIn = ({ leftOut }: { leftOut: { id: number; reason: string }[] }) =>
  Object.fromEntries(leftOut.map(({ id, reason }) => [id, reason]))

serverOnPostgres((server) => {
  const [admin, office] = signedIn(server, 'ROLE_ADMIN', 'ROLE_BE')
  let made = 0

  const finish = (id: number) => runBatch(server.context, id, signal())
  async function run(client: Client, body: Parameters<Client['userBatch']['create']>[0]['body']) {
    const { id } = await client.userBatch.create({ body })
    await finish(id)
    return client.userBatch.get(params(id))
  }
  async function joinMany(count: number, person = {}): Promise<number[]> {
    const ids: number[] = []
    for (let index = 0; index < count; index += 1) ids.push((await server.join(person)).userId)
    return ids
  }
  const addGroup = () => addBetaGroup(server, [])
  async function addMany(count: number): Promise<number[]> {
    made += 1
    const about = { firstname: 'Many', phonePrefix: '+33', phoneNumber: '612345678', country: 'FR', passwordHash: '', origin: 'TEST' }
    const rows = Array.from({ length: count }, (_, index) => ({
      ...about,
      lastname: `Batch${made}`,
      username: `b${made}.${index}@example.com`,
    }))
    const added = await server.context.db.insert(users).values(rows).returning({ id: users.id })
    return added.map(({ id }) => id)
  }
  const rowsOf = (userIds: number[]) => server.context.db.select().from(users).where(inArray(users.id, userIds)).orderBy(users.id)
  const historyOf = (recordIds: number[], entity: 'user' | 'betaGroup' = 'user') =>
    server.context.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.entity, entity), inArray(auditEntries.recordId, recordIds)))
      .orderBy(auditEntries.recordId, auditEntries.id)

  it('unlocks, adds and deletes each by the rules of the single action, with a history of its own [T740]', async () => {
    const [blocked, free, gone, staff] = [
      (await server.join({ accountLocked: true })).userId,
      (await server.join()).userId,
      (await server.join({ isDeleted: true })).userId,
      (await server.join({ role: 'ROLE_MARKETTING', accountLocked: true })).userId,
    ]
    const unlocked = await run(office, { kind: 'unlock', userIds: [blocked, free, gone, staff] })
    expect(unlocked).toMatchObject({ state: 'done', nbUsers: 4, nbDone: 1, nbLeftOut: 3, mayUndo: false })
    expect(reasonsIn(unlocked)).toEqual({ [free]: 'notBlocked', [gone]: 'deleted', [staff]: 'notAllowed' })
    expect((await rowsOf([blocked, staff])).map(({ accountLocked }) => accountLocked)).toEqual([false, true])

    const groupId = await addGroup()
    const added = await run(office, { kind: 'addToGroup', groupId, userIds: [blocked, free, gone, staff] })
    expect(added).toMatchObject({ nbDone: 2, mayUndo: true, group: { id: groupId } })
    expect(reasonsIn(added)).toEqual({ [gone]: 'deleted', [staff]: 'staff' })
    const again = await run(office, { kind: 'addToGroup', groupId, userIds: [free] })
    expect(reasonsIn(again)).toEqual({ [free]: 'alreadyMember' })

    const self = admin.held.current?.id ?? 0
    const deleted = await run(admin, { kind: 'delete', userIds: [blocked, free, gone, self] })
    expect(deleted).toMatchObject({ nbDone: 2, mayUndo: true })
    expect(reasonsIn(deleted)).toEqual({ [gone]: 'deleted', [self]: 'ownAccount' })

    const byOffice = { userId: office.held.current?.id }
    expect(await historyOf([blocked, free])).toMatchObject([
      { ...byOffice, recordId: blocked, action: 'unlock' },
      { ...byOffice, recordId: blocked, action: 'update', before: { isBetaTester: false }, after: { isBetaTester: true } },
      { userId: self, recordId: blocked, action: 'delete' },
      { ...byOffice, recordId: free, action: 'update', before: { isBetaTester: false }, after: { isBetaTester: true } },
      { userId: self, recordId: free, action: 'delete' },
    ])
    const ofGroup = (await historyOf([groupId], 'betaGroup')).filter(({ action }) => action === 'update')
    expect(ofGroup).toMatchObject([{ ...byOffice, before: { nbUsers: 0 }, after: { nbUsers: 2 } }])
  })

  it('goes on at other servers after the first was killed, and changes each user once [T741]', async () => {
    const groupId = await addGroup()
    const userIds = await addMany(130)
    // The rows that the call itself does, and no more: as if its server had been killed then.
    const { id } = await office.userBatch.create({ body: { kind: 'addToGroup', groupId, userIds } })
    expect(await office.userBatch.get(params(id))).toMatchObject({ state: 'running', nbUsers: 130, nbDone: 20, mayUndo: false })
    expect((await office.userBatch.getMine()).map((batch) => batch.id)).toContain(id)
    const key = String(id)
    expect(await server.context.db.select().from(dueWork).where(eq(dueWork.key, key))).toMatchObject([{ kind: 'userBatch' }])
    const others = [await startApiServer(server.context.db), await startApiServer(server.context.db)]
    await Promise.all(others.map(({ context }) => runBatch(context, id, signal())))
    await finish(id)
    for (const other of others) await other.dispose()
    expect(await office.userBatch.get(params(id))).toMatchObject({ state: 'done', nbDone: 130, nbLeftOut: 0, mayUndo: true })
    const entries = await historyOf(userIds)
    expect(entries.map(({ recordId }) => recordId)).toEqual(userIds)
    expect(await server.context.db.$count(betaGroupUsers, eq(betaGroupUsers.betaGroupId, groupId))).toBe(130)
    const ofGroup = (await historyOf([groupId], 'betaGroup')).filter(({ action }) => action === 'update')
    expect(ofGroup).toMatchObject([{ before: { nbUsers: 0 }, after: { nbUsers: 130 } }])
  })

  it('stops where it is, and leaves the other users as they are [T742]', async () => {
    const userIds = await addMany(40)
    const { id } = await admin.userBatch.create({ body: { kind: 'delete', userIds } })
    await admin.userBatch.stop(params(id))
    await finish(id)
    expect(await admin.userBatch.get(params(id))).toMatchObject({ state: 'stopped', nbUsers: 40, nbDone: 20, mayUndo: true })
    expect((await rowsOf(userIds)).filter(({ isDeleted }) => isDeleted)).toHaveLength(20)
    expect(await server.context.db.$count(dueWork, eq(dueWork.key, String(id)))).toBe(0)
    await admin.userBatch.stop(params(id))
    // Also where its starter has lost the right meanwhile.
    const other = await server.signInAs('ROLE_ADMIN')
    const started = await other.userBatch.create({ body: { kind: 'delete', userIds: await addMany(30) } })
    await server.context.db
      .update(users)
      .set({ role: 'ROLE_BE' })
      .where(eq(users.id, other.held.current?.id ?? 0))
    expect(await runPart(server.context, started.id, { rowsMax: 50 })).toBe(true)
    const [batch] = await server.context.db.select().from(userBatches).where(eq(userBatches.id, started.id))
    expect(batch?.state).toBe('stopped')
  })

  it('is undone for those whom nobody has changed since, and names the others [T743]', async () => {
    const groupId = await addGroup()
    const [plain, changed] = [await server.join(), await server.join({ accountLocked: true })]
    const tester = await server.join({ isBetaTester: true })
    const userIds = [plain.userId, tester.userId, changed.userId]
    const added = await run(office, { kind: 'addToGroup', groupId, userIds })
    await office.user.unlockAccount({ body: { userId: changed.userId } })
    const { id } = await undo(office, added.id, 'addToGroup')
    const undone = await office.userBatch.get(params(id))
    expect(undone).toMatchObject({ kind: 'undo', undoes: 'addToGroup', state: 'done', nbDone: 2, nbLeftOut: 1, mayUndo: false })
    expect(undone.leftOut).toMatchObject([{ id: changed.userId, reason: 'changedSince' }])
    expect(undone.leftOut[0]?.tostring).toContain(changed.username)
    expect((await rowsOf(userIds)).map(({ isBetaTester }) => isBetaTester)).toEqual([false, true, true])
    const { users: members } = await office.betaGroup.get(params(groupId))
    expect(members.map((member) => member.id)).toEqual([changed.userId])
    await expect(undo(office, added.id, 'addToGroup')).rejects.toMatchObject({ code: 'already.done.error' })
    expect(await office.userBatch.get(params(added.id))).toMatchObject({ mayUndo: false })

    const toDelete = await joinMany(2)
    const deleted = await run(admin, { kind: 'delete', userIds: toDelete })
    await admin.user.restore(params(toDelete[0] ?? 0))
    await admin.user.remove(params(toDelete[0] ?? 0))
    const restoring = await undo(admin, deleted.id, 'delete')
    const restored = await admin.userBatch.get(params(restoring.id))
    expect(reasonsIn(restored)).toEqual({ [toDelete[0] ?? 0]: 'changedSince' })
    expect((await rowsOf(toDelete)).map(({ isDeleted }) => isDeleted)).toEqual([true, false])
  })

  it('is undone as long as the single deletion could be', async () => {
    const deleted = await run(admin, { kind: 'delete', userIds: await joinMany(1) })
    const stopped = await run(office, { kind: 'unlock', userIds: await joinMany(1, { accountLocked: true }) })
    await expect(undo(office, stopped.id, 'delete')).rejects.toMatchObject({ code: 'not.authorized' })
    await expect(undo(office, stopped.id, 'addToGroup')).rejects.toMatchObject({ code: 'request.invalid' })
    await server.context.db
      .update(userBatches)
      .set({ startedAt: new Date(server.context.clock().getTime() - dayMs) })
      .where(eq(userBatches.id, deleted.id))
    expect(await admin.userBatch.get(params(deleted.id))).toMatchObject({ mayUndo: false })
    await expect(undo(admin, deleted.id, 'delete')).rejects.toMatchObject({ code: 'record.deleted.error' })
  })

  it('takes all users that the list finds, whichever page they are on [T744]', async () => {
    const userIds = await addMany(60)
    await server.context.db
      .update(users)
      .set({ accountLocked: true })
      .where(inArray(users.id, userIds.slice(0, 55)))
    const filters = chosen(await office.user.initB122Table(), 'accountLocked', 'true')
    const unlocked = await run(office, { kind: 'unlock', list: { search: `Batch${made}`, filters } })
    expect(unlocked).toMatchObject({ nbUsers: 55, nbDone: 55, nbLeftOut: 0 })
    const nobody = await run(office, { kind: 'unlock', list: { search: 'nobody has this name', filters: noFilters } })
    expect(nobody).toMatchObject({ state: 'done', nbUsers: 0 })
  })

  it('refuses what the single action would, other people’s batches, and too many at once [T745]', async () => {
    const userIds = await joinMany(1)
    await expect(office.userBatch.create({ body: { kind: 'delete', userIds } })).rejects.toMatchObject({ code: 'not.authorized' })
    await expect(office.userBatch.create({ body: { kind: 'unlock', userIds: [999_999] } })).rejects.toMatchObject({ status: 404 })
    const toNoGroup = { kind: 'addToGroup', groupId: 999_999, userIds } as const
    await expect(office.userBatch.create({ body: toNoGroup })).rejects.toMatchObject({ status: 404 })
    const groupId = await addGroup()
    await office.betaGroup.remove(params(groupId))
    await expect(office.userBatch.create({ body: { ...toNoGroup, groupId } })).rejects.toMatchObject({ code: 'record.deleted.error' })
    for (const body of [{ kind: 'unlock' }, { kind: 'addToGroup', userIds }, { kind: 'unlock', userIds, groupId }] as const)
      await expect(office.userBatch.create({ body })).rejects.toMatchObject({ code: 'request.invalid' })

    const { id } = await admin.userBatch.create({ body: { kind: 'unlock', userIds } })
    for (const call of [office.userBatch.get, office.userBatch.stop]) await expect(call(params(id))).rejects.toMatchObject({ status: 404 })
    await expect(undo(office, id, 'addToGroup')).rejects.toMatchObject({ status: 404 })

    const busy = await server.signInAs('ROLE_BE')
    const many = await addMany(21)
    const begin = () => busy.userBatch.create({ body: { kind: 'unlock', userIds: many } })
    for (let started = 0; started < batchesMax; started += 1) await begin()
    await expect(begin()).rejects.toMatchObject({ code: 'too.many.requests.error' })
    const once = { body: { kind: 'unlock', userIds }, idempotencyKey: 'once' } as const
    expect(await office.userBatch.create(once)).toEqual(await office.userBatch.create(once))
  })

  it('is kept for 90 days', async () => {
    const { id } = await run(office, { kind: 'unlock', userIds: await joinMany(1) })
    await purgeExpired(server.context)
    expect(await server.context.db.$count(userBatchRows, eq(userBatchRows.batchId, id))).toBe(1)
    server.pass(91 * dayMs)
    await purgeExpired(server.context)
    expect(await server.context.db.$count(userBatchRows, eq(userBatchRows.batchId, id))).toBe(0)
  })
})
