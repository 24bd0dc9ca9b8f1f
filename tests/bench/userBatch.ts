/**
 * `npm run bench:batch`: adds 10,000 users to a beta group on PostgreSQL, while four clients read the list of users; kills the server half-way
 * and starts it again. Prints how long other requests take before and meanwhile, how long the batch takes, and how many users were changed
 * twice or not at all. Runs the last build.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { count, eq, gt, sql } from 'drizzle-orm'
import { batchUsersMax } from '../../src/contract/rules.ts'
import { auditEntries, betaGroupUsers, users } from '../../src/server/db/tables.ts'
import { listBody } from '../support/lists.ts'
import { startDemoOnPostgres } from './demoOnPostgres.ts'
import { finish, print } from './report.ts'
import { percentile, timeRequests } from './timeRequests.ts'

const clients = 4
const requestsAtOnce = 40
const idleRequests = 400
const otherRequestsMaxMs = 150

const { server, db, api, dispose } = await startDemoOnPostgres('backoffice@example.com')
try {
  const about = { firstname: 'Many', phonePrefix: '+33', phoneNumber: '612345678', country: 'FR', passwordHash: '', origin: 'BENCH' }
  for (let made = 0; made < batchUsersMax; made += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ ...about, lastname: 'Batched', username: `b${made + index}@example.net` }))
    await db.insert(users).values(rows)
  }
  const read = () => api.user.getB122TableResults({ body: listBody({}) })
  print('batch.other_requests_idle_p95_ms', percentile(await timeRequests(clients, idleRequests, read), 0.95))

  const { id: groupId } = await api.betaGroup.create({ body: { name: 'Bench', selectedFirmwareIds: [], selectedUserIds: [] } })
  const list = { search: 'Batched', filters: [] }
  const { id } = await api.userBatch.create({ body: { kind: 'addToGroup', groupId, list } })
  const show = () => api.userBatch.get({ params: { id } })
  const taken: number[] = []
  const startedAt = performance.now()
  let killedAt = 0
  let said = 0
  for (let shown = await show(); shown.state === 'running'; shown = await show()) {
    taken.push(...(await timeRequests(clients, requestsAtOnce, read)))
    if (shown.nbDone >= said + 1_000) {
      said = shown.nbDone
      console.error(`${said} users, ${Math.round((performance.now() - startedAt) / 1000)} s`)
    }
    if (killedAt > 0 || shown.nbDone < batchUsersMax / 2) continue
    print('batch.seconds_to_half', (performance.now() - startedAt) / 1000)
    await server.stop('SIGKILL')
    killedAt = performance.now()
    await server.start()
    const doneBefore = (await show()).nbDone
    while ((await show()).nbDone === doneBefore) await pause(200)
    print('batch.seconds_from_kill_to_resume', (performance.now() - killedAt) / 1000)
  }
  print('batch.seconds', (performance.now() - startedAt) / 1000)
  print('batch.other_requests_p95_ms', percentile(taken, 0.95), otherRequestsMaxMs)
  print('batch.other_requests_longest_ms', Math.max(...taken))

  const entries = db
    .select({ recordId: auditEntries.recordId, entries: count().as('entries') })
    .from(auditEntries)
    .where(sql`${auditEntries.entity} = 'user' and ${auditEntries.action} = 'update'`)
    .groupBy(auditEntries.recordId)
    .as('entries_of_user')
  print('batch.users_changed_twice', await db.$count(db.select().from(entries).where(gt(entries.entries, 1)).as('twice')), 0)
  print('batch.users_left_out', batchUsersMax - (await db.$count(betaGroupUsers, eq(betaGroupUsers.betaGroupId, groupId))), 0)
} finally {
  await dispose()
}
finish()
