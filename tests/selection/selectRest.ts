/** Which files of the rest the checked-out commit runs. */
import { globSync } from 'node:fs'
import { readBesides, setUps } from './readBesides.ts'
import { readSourceGraph } from './sourceGraph.ts'
import { selectTests } from './selectTests.ts'
import { readTestedCommit } from './testedCommit.ts'

/** Files that may have tests of the rest, by kind. */
export function testFiles(): Readonly<Record<'component' | 'api' | 'bucket' | 'campaign' | 'journeys', readonly string[]>> {
  return {
    component: found('src/app/**/*.spec.tsx'),
    api: found('tests/api/**/*.test.ts'),
    bucket: found('tests/bucket/**/*.test.ts'),
    campaign: found('src/device/**/*Campaign.test.ts'),
    journeys: found('tests/e2e/*.spec.ts'),
  }
}

function found(pattern: string): string[] {
  return globSync(pattern).map((path) => path.replaceAll('\\', '/'))
}

/** The imports of all files, and the table of what they read besides. */
export function readGraph() {
  const ofKinds = Object.entries(testFiles()).flatMap(([kind, files]) => files.map((reader) => ({ reader, reads: setUps[kind] ?? [] })))
  return readSourceGraph([...readBesides, ...ofKinds])
}

export type Rest = { readonly why: string; readonly has: (file: string) => boolean }

export function selectRest(): Rest {
  const commit = readTestedCommit()
  if (commit.base === null) return { why: `all, because ${commit.why}`, has: () => true }
  const { tests, whole } = selectTests(Object.values(testFiles()).flat(), commit.changes, readGraph(), commit.quarter)
  const since = `${commit.changes.length} paths since ${commit.base.slice(0, 8)}`
  if (whole !== null) return { why: `all, because ${whole} (${since})`, has: () => true }
  return { why: `what concerns ${since}, and quarter ${commit.quarter}: ${tests.size} files`, has: (file) => tests.has(file) }
}
