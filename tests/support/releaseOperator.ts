/** A maker's terminal, with a folder of keys: the commands of docs/signing.md as they are typed there. */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Signed } from '../../src/contract/signatures/signed.ts'
import type { ApiServer } from './apiServer.ts'
import type { Place } from './databases.ts'
import { openReleaseDesk } from './releaseDesk.ts'
import { runCommand } from './scripts.ts'
import { serve } from './servers.ts'

type Run = Awaited<ReturnType<typeof runCommand>>
type Variables = Readonly<Record<string, string>>

export const done = { complaint: '', code: 0 }

/** The words of a line, with quotes around those that have spaces. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

export function openTerminal(folder: string, environment: Variables) {
  const at = (path: string) => join(folder, path)

  /** `line`: what stands after the `--` of npm; its paths (`keys…`, `….json`) are below the folder. `builtRoot`: which one the build trusts. */
  async function run(command: string, line: string, variables: Variables, builtRoot?: string): Promise<Run> {
    const words = wordsOf(line).map((word) => (/^keys|\.(?:json|pem)$/.test(word) ? at(word) : word))
    const trusted = builtRoot === undefined ? {} : { NODE_OPTIONS: trusting(await readSigned(at(builtRoot))) }
    return runCommand(command, words, { ...environment, ...trusted, ...variables })
  }
  return { at, run }
}

export async function readSigned(path: string): Promise<Signed> {
  return JSON.parse(await readFile(path, 'utf8')) as Signed
}

/** As the build puts it in (vite.config.ts). */
function trusting(root: Signed): string {
  return `--import=data:text/javascript,${encodeURIComponent(`globalThis.builtRoot = ${JSON.stringify(root)}`)}`
}

/** With the first keys, beside a database: the build trusts keys/root.json, and a server does, too. */
export async function openMaker(own: Place) {
  const folder = join(own.dataDir, 'office')
  await mkdir(folder)
  const terminal = openTerminal(folder, own.environment)
  const run =
    (command: string) =>
    (line: string, variables: Variables = {}) =>
      terminal.run(command, line, variables, 'keys/root.json')
  const [sign, rotate] = [run('signReleases'), run('rotateReleaseKeys')]
  if ((await terminal.run('makeReleaseKeys', 'keys --name 2026', {})).code !== 0) throw new Error('the first keys were not made')

  /** `isSigning`: not yet, where it is false. `place`: another installation of the same maker. */
  async function withDesk<T>(work: (desk: Desk, server: ApiServer) => Promise<T>, { isSigning = true, place = own } = {}): Promise<T> {
    return serve(place, { DATA_DIR: place.dataDir }, async (server) => {
      const keys = isSigning && {
        releaseRoot: await readSigned(terminal.at('keys/root.json')),
        catalogueKey: await readFile(terminal.at('keys/catalogue.pem'), 'utf8'),
      }
      Object.assign(server.context.config, { demoReleaseKey: undefined, releaseRoot: null, ...keys })
      return work(await openReleaseDesk(server), server)
    })
  }
  return { at: terminal.at, sign, rotate, run, withDesk }
}
type Desk = Awaited<ReturnType<typeof openReleaseDesk>>
