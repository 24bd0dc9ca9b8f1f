/**
 * `npm run bench:export`: exports a million users as .csv from PostgreSQL, by a server whose heap is limited to 256 MB, while four clients read
 * the list of users without a pause. Prints how long other requests take before and meanwhile, how fast the rows come, and how much memory the
 * server ever took. Runs the last build; Linux only.
 */
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { encodeRequest } from '../../src/app/api/encodeRequest.ts'
import { basePath } from '../../src/contract/basePath.ts'
import { exportCalls } from '../support/exportedColumns.ts'
import { exportOf } from '../support/exports.ts'
import { listBody } from '../support/lists.ts'
import { memoryOf } from './capacityUsage.ts'
import { startDemoOnPostgres } from './demoOnPostgres.ts'
import { finish, print } from './report.ts'
import { percentile, timeRequests } from './timeRequests.ts'

const { values } = parseArgs({ options: { users: { type: 'string', default: '1000000' } } })
const userCount = Number(values.users)
const clients = 4
const requestsAtOnce = 40
const idleRequests = 400
const otherRequestsMaxMs = 150
const heapMegabytes = 256
const lineFeed = 10

const { server, db, api, headers, dispose } = await startDemoOnPostgres('admin@example.com', {
  NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
})
try {
  await db.execute(sql`
    insert into users (username, password_hash, firstname, lastname, phone_prefix, phone_number, country, is_newsletter, account_validated)
    select 'export' || number || '@example.net', '', (array['Zoé', 'Jürgen', 'Katarzyna'])[1 + number % 3], 'Garnier ' || number, '+33',
      '6' || lpad(number::text, 8, '0'), (array['FR', 'DE', 'PL'])[1 + number % 3], number % 3 = 0, true
    from generate_series(1, ${userCount}::int) as number`)
  await db.execute(sql`vacuum analyze users`)
  const read = () => api.user.getB122TableResults({ body: listBody({}) })
  print('export.other_requests_idle_p95_ms', percentile(await timeRequests(clients, idleRequests, read), 0.95))

  const { path, body } = { body: undefined, ...encodeRequest(exportCalls.user, { body: exportOf('user', { search: 'export' }) }) }
  const startedAt = performance.now()
  const response = await fetch(server.url + basePath + path, { method: 'POST', headers, ...(body !== undefined && { body }) })
  if (!response.ok || response.body === null) throw new Error(await response.text())
  const progress = { bytes: 0, lines: 0, isOver: false }
  async function readAll(pieces: ReadableStream<Uint8Array>): Promise<void> {
    for await (const piece of pieces) {
      progress.bytes += piece.length
      for (const byte of piece) if (byte === lineFeed) progress.lines += 1
    }
    progress.isOver = true
  }
  const reading = readAll(response.body)
  const taken: number[] = []
  while (!progress.isOver) taken.push(...(await timeRequests(clients, requestsAtOnce, read)))
  await reading
  const seconds = (performance.now() - startedAt) / 1000
  print('export.seconds', seconds)
  print('export.rows_too_many_or_few', Math.abs(userCount + 1 - progress.lines), 0)
  print('export.rows_a_second', userCount / seconds)
  print('export.megabytes', progress.bytes / 1e6)
  print('export.server_most_resident_mb', (await memoryOf(server.pid() ?? 0)).most)
  print('export.other_requests_p95_ms', percentile(taken, 0.95), otherRequestsMaxMs)
  print('export.other_requests_longest_ms', Math.max(...taken))
} finally {
  await dispose()
}
finish()
