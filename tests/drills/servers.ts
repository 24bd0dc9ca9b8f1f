/**
 * `npm run drill:servers`: several built servers on one PostgreSQL and one storage behind a proxy, under people who write without a pause.
 * Prints figures for each drill, and fails where a promise of docs/operating.md (Several servers) is broken. A name for one of them,
 * `--proxy nginx` instead of Caddy, `--rounds N` for more. A bucket named in the environment (S3_…) is used instead of a shared folder.
 * Linux; needs caddy, haproxy and faketime (Debian: `apt-get install caddy haproxy faketime`), and the last build.
 */
import { parseArgs } from 'node:util'
import { startHaproxy } from './balancer.ts'
import { checkTogether } from './checkTogether.ts'
import { type Cluster, portalUrl, startCluster } from './cluster.ts'
import { type Load, startLoad } from './load.ts'
import { startMeter } from './meter.ts'
import { endChildrenWithProcess } from './endWithProcess.ts'
import { type Portal, type ProxyName, startPortal } from './portal.ts'
import { verify } from './verify.ts'

/** Enough to be sure that a server is under load again. */
const updatesBetween = 100
/** The longest time in which nobody gets an answer. */
const gapMaxMs = 15_000

const usage = () => `npm run drill:servers -- [NAME] [--proxy caddy|nginx] [--rounds N]; the names are ${Object.keys(drills).join(', ')}.`

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { only: { type: 'string' }, proxy: { type: 'string', default: 'caddy' }, rounds: { type: 'string', default: '2' } },
    })
    const names = [...positionals, ...(values.only === undefined ? [] : [values.only])]
    for (const name of names) if (!Object.hasOwn(drills, name)) throw new Error(`There is no drill ${name}.`)
    const { proxy } = values
    if (proxy !== 'caddy' && proxy !== 'nginx') throw new Error(`There is no proxy ${proxy}.`)
    if (!/^[1-9]\d{0,3}$/.test(values.rounds)) throw new Error(`${values.rounds} is no number of rounds.`)
    return { names, proxy: proxy satisfies ProxyName, rounds: Number(values.rounds) } as const
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage()}`)
    process.exit(2)
  }
}

type Scene = { readonly portal: Portal; readonly cluster: Cluster; readonly databaseUrl: string; readonly load: Load }
type Drill = {
  readonly servers?: readonly Readonly<Record<string, string>>[]
  readonly hasStandby?: boolean
  /** Whether requests may fail while it happens; what was acknowledged is never lost. */
  readonly mayFail?: boolean
  /** A server that dies may have sent a mail that it had not yet noted. */
  readonly mayDoubleMails?: boolean
  readonly happens: (scene: Scene) => Promise<void>
}

const libfaketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const shifted = (by: string) => ({ LD_PRELOAD: libfaketime, FAKETIME: by, DONT_FAKE_MONOTONIC: '1' })

const drills: Readonly<Record<string, Drill>> = {
  together: { servers: [{}, {}, {}], happens: togetherUnderLoad },
  rolling: {
    happens: async ({ portal, load }) => {
      for (let round = 0; round < rounds; round += 1) {
        for (const server of portal.servers) {
          await load.moreUpdates(updatesBetween)
          await server.stop('SIGTERM')
          await server.start()
        }
      }
    },
  },
  killed: {
    mayFail: true,
    mayDoubleMails: true,
    happens: async ({ portal, load }) => {
      for (let round = 0; round < rounds; round += 1) {
        for (const server of portal.servers) {
          await load.moreUpdates(updatesBetween)
          await server.stop('SIGKILL')
          await load.moreUpdates(updatesBetween)
          await server.start()
        }
      }
    },
  },
  clocks: { servers: [shifted('-1s'), shifted('+1s')], happens: togetherUnderLoad },
  postgres_fast: { mayFail: true, happens: (scene) => restartPostgres(scene, 'fast') },
  postgres_immediate: { mayFail: true, happens: (scene) => restartPostgres(scene, 'immediate') },
  failover: {
    hasStandby: true,
    mayFail: true,
    happens: async ({ cluster, load }) => {
      await load.moreUpdates(updatesBetween)
      await cluster.primary.kill()
      await cluster.standby?.promote()
    },
  },
}

const { names, proxy, rounds } = readArguments()
endChildrenWithProcess()

async function togetherUnderLoad({ portal, databaseUrl, load }: Scene): Promise<void> {
  await load.moreUpdates(updatesBetween)
  const broken = await checkTogether(portal, databaseUrl)
  for (const promise of broken) fail(promise)
  await load.moreUpdates(updatesBetween)
}

async function restartPostgres({ cluster, load }: Scene, mode: 'fast' | 'immediate'): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await load.moreUpdates(updatesBetween)
    await cluster.primary.restart(mode)
  }
}

function fail(promise: string): void {
  console.error(promise)
  process.exitCode = 1
}

async function run(name: string, drill: Drill): Promise<void> {
  const cluster = await startCluster({ hasStandby: drill.hasStandby ?? false })
  const haproxy = cluster.standby && (await startHaproxy([cluster.primary.port, cluster.standby.port]))
  const address = portalUrl(cluster.primary)
  const databaseUrl = haproxy ? address.replace(`:${cluster.primary.port}/`, `:${haproxy.port}/`) : address
  let portal: Portal | undefined
  try {
    portal = await startPortal({ databaseUrl, proxy, servers: drill.servers ?? [{}, {}] })
    const meter = startMeter()
    const load = await startLoad({ url: portal.url, meter, smtp: portal.smtp })
    await load.moreUpdates(updatesBetween)
    await drill.happens({ portal, cluster, databaseUrl, load })
    await load.moreUpdates(updatesBetween)
    const acknowledged = await load.stop()
    const longestGapMs = Math.round(meter.longestGapMs())
    const found = await verify(portal, databaseUrl, acknowledged)
    const failed = [...meter.failures().values()].reduce((sum, count) => sum + count, 0)
    print(name, {
      requests: meter.sent(),
      failed,
      longest_gap_ms: longestGapMs,
      updates: acknowledged.updates.length,
      registrations: acknowledged.registered.length,
      uploads: acknowledged.uploads.length,
      lost: found.lost,
      doubled: found.doubled,
      mails_doubled: found.mailsDoubled,
    })
    for (const [failure, count] of meter.failures()) console.error(`  ${count} × ${failure}`)
    if (failed > 0 && drill.mayFail !== true) fail(`${name}: requests failed`)
    if (found.lost + found.doubled > 0) fail(`${name}: something is lost or doubled`)
    if (found.mailsDoubled > 0 && drill.mayDoubleMails !== true) fail(`${name}: mails came twice`)
    if (longestGapMs > gapMaxMs) fail(`${name}: nobody was answered for too long`)
    for (const server of portal.servers) if (!server.isRunning()) fail(`${name}: a server ended:\n${server.output()}`)
  } finally {
    await portal?.dispose()
    await haproxy?.stop()
    await cluster.dispose()
  }
}

function print(name: string, figures: Readonly<Record<string, number>>): void {
  for (const [figure, value] of Object.entries(figures)) console.log(`servers.${name}.${figure}: ${value}`)
}

for (const [name, drill] of Object.entries(drills)) if (names.length === 0 || names.includes(name)) await run(name, drill)
