/** A throwaway PostgreSQL server of this machine's own installation: in a temporary folder, on a socket, without fsync. Knows no tables. */
import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

const run = promisify(execFile)

/** Debian puts no server program on the PATH. */
const debianFolder = '/usr/lib/postgresql'

export type Postgres = {
  /** The address of one of its databases. */
  readonly urlOf: (database: string) => string
  /** Stops it and removes its folder. */
  readonly stop: () => Promise<void>
}

/** Fails with a line that says what to install. */
export async function startPostgres(): Promise<Postgres> {
  const programs = findPrograms()
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-postgres-'))
  const asOwner = await ownerOf(folder)
  const cluster = join(folder, 'cluster')
  await asOwner(join(programs, 'initdb'), [
    '--pgdata',
    cluster,
    '--username',
    'postgres',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ])
  const settings = `-F -k ${folder} -c listen_addresses= -c full_page_writes=off -c synchronous_commit=off`
  await asOwner(join(programs, 'pg_ctl'), [
    'start',
    '--wait',
    '--silent',
    '--pgdata',
    cluster,
    '--log',
    join(folder, 'log'),
    '--options',
    settings,
  ])
  return {
    urlOf: (database) => `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      await asOwner(join(programs, 'pg_ctl'), ['stop', '--wait', '--silent', '--mode', 'immediate', '--pgdata', cluster])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The folder of initdb and pg_ctl: on the PATH, else where Debian keeps them, the newest version first. */
function findPrograms(): string {
  const onPath = (process.env['PATH'] ?? '').split(delimiter)
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one)).map((version) => join(debianFolder, version, 'bin'))
  const found = [...onPath, ...newestFirst].find((folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'pg_ctl')))
  if (found === undefined)
    throw new Error('The tests need PostgreSQL on this machine: apt-get install postgresql (on macOS: brew install postgresql).')
  return found
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** PostgreSQL refuses to run as root: there, the folder is given to the user that its package made, and commands run as that user. */
async function ownerOf(folder: string): Promise<(program: string, args: readonly string[]) => Promise<unknown>> {
  if (process.getuid?.() !== 0) return (program, args) => run(program, [...args])
  const [uid, gid] = await Promise.all([idOf('--user'), idOf('--group')])
  await chown(folder, uid, gid)
  return (program, args) => run(program, [...args], { uid, gid, cwd: folder })
}

async function idOf(which: '--user' | '--group'): Promise<number> {
  const { stdout } = await run('id', [which, 'postgres']).catch(() => {
    throw new Error('As root the tests need a user "postgres" to run PostgreSQL as: apt-get install postgresql makes it.')
  })
  return Number(stdout)
}

/** Makes a database on the server that `url` leads to, a copy of `template` where one is named. The name is ours: it is not escaped. */
export async function createDatabase(url: string, name: string, template = 'template0'): Promise<void> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(`create database "${name}" template "${template}"`)
  } finally {
    await client.end()
  }
}
