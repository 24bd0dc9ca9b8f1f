/** What each file of the project needs of the others, read from their text. Knows no runner and no test by name. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** For each file, the files that it needs. */
export type SourceGraph = ReadonlyMap<string, readonly string[]>

export const isTest = (path: string): boolean => /\.(?:test|spec)\.tsx?$/.test(path)

/** Whether `place` names the path: a file, or a folder that ends in a slash. */
export function isAt(path: string, place: string): boolean {
  return path === place || (place.endsWith('/') && path.startsWith(place))
}

/** Erased before anything runs: `npm run check` looks at types. */
const typeImports = /(?:^|\n)(?:import|export) type\b[^'"`;=]*?from\s*'[^'\n]+'/g
/** Imports of all kinds, the addresses of workers, and style sheets; `?raw` and the like are not part of the file's name. */
const relativePath = /['"`](\.{1,2}\/[^'"`\n?]*)/g
/** Tests name what they read from the folder of the project. */
const rootPath = /['"`]((?:docs|locales|public|src|tests|workers)\/[^'"`\n?]*)/g

/** `besides`: what a file reads without naming it, as readBesides.ts has it. */
export function readSourceGraph(besides: readonly { readonly reader: string; readonly reads: readonly string[] }[]): SourceGraph {
  const paths = globSync('{src,workers,tests,locales,public}/**/*', { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => posix.join(posix.relative(process.cwd(), parentPath), name))
  const found = (place: string): string[] => {
    if (existing.has(place)) return [place]
    const folder = place.endsWith('/') ? place : `${place}/`
    return existsSync(folder) ? paths.filter((path) => path.startsWith(folder)) : []
  }
  const existing = new Set(paths)
  return new Map(
    paths
      .filter((path) => /\.(?:tsx?|css|js)$/.test(path))
      .map((path) => {
        const text = readFileSync(path, 'utf8').replaceAll(typeImports, '')
        const relative = [...text.matchAll(relativePath)].map(([, name = '']) => posix.join(posix.dirname(path), name))
        const fromRoot = path.startsWith('tests/') || isTest(path) ? [...text.matchAll(rootPath)].map(([, name = '']) => name) : []
        const own = besides.filter(({ reader }) => reader === path).flatMap(({ reads }) => reads)
        return [path, [...new Set([...relative, ...fromRoot, ...own].flatMap(found))].filter((one) => one !== path)]
      }),
  )
}

/** The tests that need any of these files, themselves among them. */
export function testsThatNeed(graph: SourceGraph, changed: readonly string[]): Set<string> {
  const needing = new Map<string, string[]>()
  for (const [path, needs] of graph) for (const need of needs) needing.set(need, [...(needing.get(need) ?? []), path])
  const reached = new Set(changed)
  for (const path of reached) for (const one of needing.get(path) ?? []) reached.add(one)
  return new Set([...reached].filter((path) => isTest(path) && graph.has(path)))
}
