/**
 * What request ids, log lines and figures cost: the cheapest call of all, without a port, with and without them in turns. Other calls cost
 * more by themselves, so this is the worst ratio.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { pino } from 'pino'
import { basePath, contract } from '../../src/contract/contract.ts'
import { createApp } from '../../src/server/app.ts'
import { openLog } from '../../src/server/config/openLog.ts'
import { handlers, storedForms } from '../../src/server/handlers.ts'
import { mount } from '../../src/server/http/mount.ts'
import { securityHeaders } from '../../src/server/http/securityHeaders.ts'
import { createMetrics } from '../../src/server/metrics/createMetrics.ts'
import { openContext } from '../../src/server/openContext.ts'
import { median } from './averages.ts'

const rounds = 15
const requestsOfRound = 2_000
const environment = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

export async function measureObservedCalls(): Promise<{ ratio: number; microseconds: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldport-bench-'))
  const { context: opened, close } = await openContext({ DATA_DIR: dataDir, DEMO: 'false' })
  try {
    const context = { ...opened, log: openLog('info', pino.destination({ dest: '/dev/null', sync: true })) }
    const bare = new Hono().use(securityHeaders(context.config))
    mount(bare, basePath, contract, handlers, storedForms, context)
    const observed = createApp(context, undefined, [createMetrics(context).listener])
    const times: { bare: number[]; observed: number[] } = { bare: [], observed: [] }
    for (let round = 0; round < rounds; round += 1) {
      times.bare.push(await microsecondsOf(bare))
      times.observed.push(await microsecondsOf(observed))
    }
    // The first round is Node's own: it compiles.
    const [without, withAll] = [median(times.bare.slice(1)), median(times.observed.slice(1))]
    return { ratio: withAll / without, microseconds: withAll - without }
  } finally {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function microsecondsOf(app: Pick<Hono, 'request'>): Promise<number> {
  const began = performance.now()
  for (let count = 0; count < requestsOfRound; count += 1) {
    const response = await app.request(`${basePath}/configuration`, undefined, environment)
    await response.arrayBuffer()
  }
  return ((performance.now() - began) / requestsOfRound) * 1000
}
