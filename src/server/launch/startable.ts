/** For builds of the server: puts the check of `launch.js` before what it starts. */
import { cpSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { emptyDatabase } from '../db/openEmbedded.ts'
import { packedEmptyDatabase } from './packedEmptyDatabase.ts'

const prefix = 'startable:'
const launchImport = "'./launch/buildAndRun.js'"

/** Built into the server instead of read from `node_modules`: docs/decisions.md, “drizzle-orm is built into the server”. */
export const bundledPackages = ['drizzle-orm']

/** The input for Rolldown that becomes a file which checks Node's version and only then imports `source`, a path from the project's folder. */
export function startable(source: string): string {
  return prefix + source
}

/** Understands the inputs that `startable` makes. Such a source is built into a folder below its file: see its `import.meta.dirname`. */
export function startables(): Plugin {
  return {
    name: 'startables',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : null),
    load: (id) => (id.startsWith(`\0${prefix}`) ? startableText(id.slice(prefix.length + 1)) : null),
  }
}

/** Puts beside the built server the files that it reads, where config/findBeside.ts finds them. */
export function readFolders(): Plugin {
  return {
    name: 'read-folders',
    async writeBundle({ dir = 'dist/server' }) {
      for (const folder of ['src/server/db/migrations', 'src/server/messages/drawings'])
        cpSync(folder, join(dir, basename(folder)), { recursive: true })
      cpSync(await packedEmptyDatabase(), join(dir, emptyDatabase))
    },
  }
}

/** The text of `launch.js`, made to import `source`. */
export function startableText(source: string): string {
  const launch = readFileSync(join(import.meta.dirname, '../launch.js'), 'utf8')
  if (!launch.includes(launchImport)) throw new Error(`launch.js no longer imports ${launchImport}: see launch/startable.ts`)
  return launch.replace(launchImport, JSON.stringify(resolve(source)))
}
