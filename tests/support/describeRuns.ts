import type { RanTest } from './testReports.ts'

/** One start of a runner. */
export type Run = { readonly title: string; readonly tests: readonly RanTest[]; readonly seconds: number }

/** A line for each run with its tests and seconds, then what was left: the tests that none of the runs had. */
export function describeRuns(runs: readonly Run[]): string {
  const lines = runs.map(({ title, tests, seconds }) => {
    const ran = tests.filter(({ state }) => state !== 'left').length
    return `${title.padEnd(30)}${String(ran === 0 ? '' : ran).padStart(6)}${String(seconds).padStart(6)} s`
  })
  const ran = new Set(runs.flatMap(({ tests }) => tests.filter(({ state }) => state !== 'left').map(({ name }) => name)))
  const left = runs.flatMap(({ title, tests }) => {
    const without = tests.filter(({ name, state }) => state === 'left' && !ran.has(name))
    if (without.length === 0) return []
    return [`left: ${without.length} of the ${title}, in ${new Set(without.map(({ file }) => file)).size} files`]
  })
  return ['== ran', ...lines, ...left].join('\n')
}
