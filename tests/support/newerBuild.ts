/** The bundled scripts as those of a version with one migration more: what is true of the next migration is tried before there is one. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { runScript, type Ended } from './scripts.ts'

type Entry = { readonly idx: number; readonly when: number; readonly tag: string }
type Journal = { readonly entries: readonly Entry[] }

export type NewerBuild = {
  /** Like `runCommand` (scripts.ts). */
  readonly run: (name: string, parts: readonly string[], environment: Readonly<Record<string, string>>) => Promise<Ended>
}

/** Made before the tests of the suite or file, and removed after them. `statements` are those of its migration. */
export function newerBuild(...statements: readonly string[]): NewerBuild {
  let folder = ''
  beforeAll(async () => {
    // Inside the project folder, so that the scripts find their packages.
    folder = resolve(await mkdtemp(join('node_modules', '.newer-scripts-')))
    await cp(inject('scripts').folder, folder, { recursive: true })
    const path = join(folder, 'migrations/meta/_journal.json')
    const journal = JSON.parse(await readFile(path, 'utf8')) as Journal
    const last = journal.entries.at(-1)
    if (last === undefined) throw new Error('There are no migrations.')
    const entry = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'newer' }
    await writeFile(path, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }))
    await writeFile(join(folder, 'migrations/newer.sql'), statements.join('--> statement-breakpoint\n'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return { run: (name, parts, environment) => runScript(join(folder, `${name}.js`), parts, environment) }
}
