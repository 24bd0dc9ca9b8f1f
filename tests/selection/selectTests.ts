/** Which of the rest of the tests one commit runs: what its last day concerns, and a quarter in turn. Pure, from paths to paths. */
import { createHash } from 'node:crypto'
import { journeyAreas } from './journeyAreas.ts'
import { everyTest, noMoreTests } from './readBesides.ts'
import { isAt, isTest, type SourceGraph, testsThatNeed } from './sourceGraph.ts'

export type Change = { readonly path: string; readonly isGone: boolean }

/** `whole`: why everything runs, or null. */
export type Selection = { readonly tests: ReadonlySet<string>; readonly whole: string | null }

const productPlaces = ['src/', 'workers/', 'public/', 'locales/', 'index.html'] as const

/** `tests`: the files to choose from. */
export function selectTests(tests: readonly string[], changes: readonly Change[], graph: SourceGraph, quarter: number): Selection {
  const paths = changes.map(({ path }) => path)
  for (const [why, places] of Object.entries(everyTest)) {
    const reason = paths.find((path) => places.some((place) => isAt(path, place)))
    if (reason !== undefined) return { tests: new Set(tests), whole: `${reason} has changed: ${why}` }
  }
  const unknown = changes.find((change) => !isKnown(change, graph))
  if (unknown !== undefined) return { tests: new Set(tests), whole: `no row and no import knows ${unknown.path}` }
  const concerned = new Set([...testsThatNeed(graph, paths), ...journeysThrough(paths, tests)])
  return { tests: new Set(tests.filter((path) => concerned.has(path) || quarterOf(path) === quarter)), whole: null }
}

/** What imports a file that is gone has changed with it, or does not compile. */
function isKnown({ path, isGone }: Change, graph: SourceGraph): boolean {
  const places = [...noMoreTests, ...Object.values(journeyAreas).flatMap((area) => area.paths)]
  if (isTest(path) || isDocument(path) || places.some((place) => isAt(path, place)) || isJourneyHelper(path)) return true
  return isGone ? /^(?:src|workers|tests)\/.*\.(?:tsx?|css)$/.test(path) : testsThatNeed(graph, [path]).size > 0
}

const isDocument = (path: string): boolean => /^[^/]+\.md$/.test(path)

const isJourneyHelper = (path: string): boolean => path.startsWith('tests/e2e/') && !isTest(path)

function journeysThrough(paths: readonly string[], tests: readonly string[]): readonly string[] {
  const journeys = tests.filter((path) => path.startsWith('tests/e2e/'))
  if (paths.some(isJourneyHelper)) return journeys
  const product = paths.filter((path) => productPlaces.some((place) => isAt(path, place)) && !isTest(path))
  const found = product.flatMap((path) => {
    const areas = Object.values(journeyAreas).filter((area) => area.paths.some((place) => isAt(path, place)))
    return areas.length === 0 ? journeys : areas.flatMap((area) => area.journeys.map(journeyPath))
  })
  return [...new Set(found)]
}

export const journeyPath = (name: string): string => `tests/e2e/${name}.spec.ts`

export function quarterOf(path: string): number {
  return (createHash('sha256').update(path).digest()[0] ?? 0) % 4
}
