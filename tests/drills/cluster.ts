/**
 * A PostgreSQL of its own that keeps what it has acknowledged (fsync, synchronous_commit), on a TCP port, and a standby of it. Restarts,
 * kills and promotes them. Linux only, for it kills by /proc. Knows no tables.
 */
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/freePort.ts'
import { chownToRunner, createDatabase, preparePrograms, type RunProgram } from '../support/postgres.ts'
import { endDaemonWithProcess } from './endWithProcess.ts'

export type Node = {
  readonly port: number
  readonly pid: () => number
  readonly urlOf: (database: string) => string
  /** `fast` ends its connections, `immediate` is a crash: it recovers from its log. */
  readonly restart: (mode: 'fast' | 'immediate') => Promise<void>
  /** Every process of it at once, as a machine that dies. */
  readonly kill: () => Promise<void>
  readonly promote: () => Promise<void>
  readonly stop: () => Promise<void>
}

export type Cluster = { readonly primary: Node; readonly standby: Node | undefined; readonly dispose: () => Promise<void> }

const database = 'portal'
const standbyName = 'second'

/** With a standby, a commit is acknowledged once the standby has it on its disk and shows it (remote_apply). */
export async function startCluster({ hasStandby = false } = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-cluster-'))
  const run = await preparePrograms(folder)
  const first = join(folder, 'first')
  await run('initdb', ['--pgdata', first, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'])
  const second = hasStandby ? await copyAsStandby(first, join(folder, 'second')) : undefined
  const synchronous = hasStandby ? [`synchronous_standby_names=${standbyName}`, 'synchronous_commit=remote_apply'] : []
  const primary = createNode({ run, data: first, port: await freePort(), folder, settings: synchronous })
  await primary.start()
  let standby: StartableNode | undefined
  if (second !== undefined) {
    const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${standbyName}`
    standby = createNode({ run, data: second, port: await freePort(), folder, settings: [`primary_conninfo=${source}`] })
    await standby.start()
  }
  await createDatabase(primary.urlOf('postgres'), database)
  return {
    primary,
    standby,
    dispose: async () => {
      // One of them may have been killed.
      await Promise.allSettled([primary.stop(), standby?.stop() ?? Promise.resolve()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function portalUrl(node: Pick<Node, 'urlOf'>): string {
  return node.urlOf(database)
}

/** A copy of a stopped server is what pg_basebackup makes of a running one. */
async function copyAsStandby(from: string, to: string): Promise<string> {
  await cp(from, to, { recursive: true })
  await writeFile(join(to, 'standby.signal'), '')
  await chownToRunner(to)
  return to
}

type StartableNode = Node & { readonly start: () => Promise<void> }
type About = { run: RunProgram; data: string; port: number; folder: string; settings: readonly string[] }

function createNode({ run, data, port, folder, settings }: About): StartableNode {
  const fixed = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'hot_standby=on', 'wal_level=replica']
  const options = [...fixed, ...settings].map((setting) => `-c ${quote(setting)}`).join(' ')
  const control = (args: readonly string[]) => run('pg_ctl', [...args, '--wait', '--silent', '--pgdata', data])
  const start = async () => void (await control(['start', '--log', `${data}.log`, '--options', options]))
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  // pg_ctl leaves it behind. One that was killed leaves its file, too.
  endDaemonWithProcess(() => (readFileSync(`/proc/${pid()}/comm`, 'utf8') === 'postgres\n' ? pid() : Number.NaN))
  return {
    port,
    pid,
    urlOf: (name) => `postgresql://postgres@127.0.0.1:${port}/${name}`,
    start,
    restart: async (mode) => {
      await control(['stop', '--mode', mode])
      await start()
    },
    kill: async () => {
      const postmaster = pid()
      const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
      for (const one of [postmaster, ...children.trim().split(' ').map(Number)]) process.kill(one, 'SIGKILL')
    },
    promote: async () => void (await control(['promote'])),
    stop: async () => void (await control(['stop', '--mode', 'immediate'])),
  }
}

/** pg_ctl hands its options to a shell. */
function quote(text: string): string {
  return `'${text}'`
}
