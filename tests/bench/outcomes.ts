/**
 * `npm run bench:outcomes`: what the reports of updates take on PostgreSQL without fsync, of which outcomes are counted. RATE (60) updates a second
 * begin, each with three reports: its erase, its end, and that it succeeded or, one in fifty, failed. With BASE=FOLDER, another checkout of the
 * project with packages, periods with its code and with this one's take turns within one run, so that a busy machine slows both. Each period has a
 * release of its own. Prints milliseconds of a report.
 */
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Client } from '../support/apiServer.ts'
import { createDatabase, type Postgres, startPostgres } from '../support/postgres.ts'
import { median } from './averages.ts'
import { percentile } from './timeRequests.ts'

const rate = Number(process.env['RATE'] ?? 60)
const periods = Number(process.env['PERIODS'] ?? 12)
const periodSeconds = 5
/** That many updates run at once: a machine that is too slow for the rate does fewer. */
const pages = 8
const kinds = ['erase', 'end', 'result'] as const

/** A server by the code of a checkout, on a database of its own, with enough detectors for a period. */
async function openSide(postgres: Postgres, name: string, folder: string) {
  const load = (path: string) => import(pathToFileURL(resolve(folder, path)).href)
  // The other checkout has the same files.
  const { connectDatabase } = (await load('src/server/db/connect.ts')) as typeof import('../../src/server/db/connect.ts')
  const { startApiServer } = (await load('tests/support/apiServer.ts')) as typeof import('../support/apiServer.ts')
  const { openReleaseDesk } = (await load('tests/support/releaseDesk.ts')) as typeof import('../support/releaseDesk.ts')
  const databaseUrl = await createDatabase(postgres.urlOf('postgres'), name)
  const { db, close } = await connectDatabase({ databaseUrl, dataDir: '' })
  const server = await startApiServer(db, {}, (_, send) => send())
  const desk = await openReleaseDesk(server)
  const detectors: { client: Client; userProductId: number }[] = []
  while (detectors.length < rate * periodSeconds) {
    const client = await server.signInAs('ROLE_CUSTOMER')
    for (let own = 0; own < 3; own += 1) detectors.push({ client, userProductId: await desk.connect({ client }) })
  }
  const taken: Record<(typeof kinds)[number], number[]> = { erase: [], end: [], result: [] }

  async function update(index: number, firmwareId: number): Promise<void> {
    const { client, userProductId } = detectors[index] ?? {}
    if (client === undefined || userProductId === undefined) throw new Error('no detector')
    const { id } = await client.productUpdate.create({ body: { userProductId, firmwareId } })
    const failure = { success: false, errorType: 'REPROGRAMMATION_ERROR', firmwareAfter: 'none' } as const
    for (const [kind, body] of [
      ['erase', { firmwareAfter: 'none' as const }],
      ['end', { firmwareAfter: 'unknown' as const }],
      ['result', index % 50 === 7 ? failure : { success: true }],
    ] as const) {
      const startedAt = performance.now()
      await client.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...body } })
      taken[kind].push(performance.now() - startedAt)
    }
  }

  /** Returns updates a second. */
  async function runPeriod(): Promise<number> {
    const firmwareId = await desk.draft()
    await desk.take(firmwareId, 'released')
    const startedAt = performance.now()
    let next = 0
    const page = async (): Promise<void> => {
      while (next < detectors.length) {
        const index = next
        next += 1
        await delay(Math.max(0, startedAt + (index * 1000) / rate - performance.now()))
        await update(index, firmwareId)
      }
    }
    await Promise.all(Array.from({ length: pages }, page))
    server.pass(1000)
    return (detectors.length * 1000) / (performance.now() - startedAt)
  }

  return { name, taken, runPeriod, close: async () => Promise.all([server.dispose(), close()]) }
}

const postgres = await startPostgres()
try {
  const base = process.env['BASE']
  const counting = await openSide(postgres, 'counting', '.')
  const sides = base === undefined ? [counting] : [counting, await openSide(postgres, 'base', base)]
  const rates: number[] = []
  for (let period = 0; period < periods; period += 1) for (const side of sides) rates.push(await side.runPeriod())
  console.log(`updates a second: ${median(rates).toFixed(1)}`)
  for (const kind of kinds) {
    for (const { name, taken } of sides)
      console.log(`${kind}, ${name}: median ${median(taken[kind]).toFixed(2)} ms, 95 % ${percentile(taken[kind], 0.95).toFixed(2)} ms`)
    const [own, other] = sides.map(({ taken }) => median(taken[kind]))
    if (own !== undefined && other !== undefined)
      console.log(`outcomes.${kind}_ratio ${(own / other).toFixed(3)}\noutcomes.${kind}_ms ${(own - other).toFixed(2)}`)
  }
  for (const side of sides) await side.close()
} finally {
  await postgres.stop()
}
