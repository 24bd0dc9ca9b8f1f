import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The first of these files or folders in `folder` or a parent of it: sources find what lies among them, the bundle what the build has put
 * into dist/server, from there or a folder below.
 */
export function findBeside(folder: string, ...paths: readonly string[]): string {
  const found = findIfBeside(folder, ...paths)
  if (found === undefined) throw new Error(`${paths.at(-1)} was not found beside the server. Build it again: npm run build`)
  return found
}

/** Undefined if there is none. */
export function findIfBeside(folder: string, ...paths: readonly string[]): string | undefined {
  for (let parent = folder; ; parent = dirname(parent)) {
    const found = paths.map((path) => join(parent, path)).find((path) => existsSync(path))
    if (found !== undefined || parent === dirname(parent)) return found
  }
}
