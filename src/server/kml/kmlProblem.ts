/** The problems of one file: errors, which refuse it, and notes, which do not. */
import { zoneFileErrors, type ZoneFileProblem } from '../../contract/rallyZone.ts'

/** Of errors and of notes. A file with more errors is not read to its end. */
export const problemsMax = 50

/** Of what stands in a file, no more than this is given back (docs/security.md, 19). */
const foundMaxLength = 40

export type ReportProblem = (problem: ZoneFileProblem) => void

const errorCodes = new Set<string>(zoneFileErrors)

export function isError({ code }: ZoneFileProblem): boolean {
  return errorCodes.has(code)
}

/** Ends the reading of a file: an error after which nothing sensible follows, or one error too many. */
export class ReadingStopped extends Error {
  readonly problem: ZoneFileProblem

  constructor(code: ZoneFileProblem['code'], line: number | null = null, found: string | null = null) {
    super(code)
    this.problem = { code, line, found }
  }
}

/** Collects the problems of a file. `report` throws ReadingStopped for one error too many. */
export function problemList(): { readonly report: ReportProblem; readonly all: () => ZoneFileProblem[] } {
  const errors: ZoneFileProblem[] = []
  const notes: ZoneFileProblem[] = []
  const more: ZoneFileProblem = { code: 'kml.more.problems', line: null, found: null }
  let isMore = false

  function report({ found, ...where }: ZoneFileProblem): void {
    const problem = { ...where, found: found === null ? null : found.slice(0, foundMaxLength).toWellFormed() }
    if (isError(problem)) {
      if (errors.length === problemsMax) throw new ReadingStopped('kml.more.problems')
      errors.push(problem)
    } else if (problem.code !== more.code && notes.length < problemsMax) notes.push(problem)
    else isMore = true
  }
  function all(): ZoneFileProblem[] {
    const kept = [...errors, ...notes]
    // What concerns the whole file comes first.
    return [...kept.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)), ...(isMore ? [more] : [])]
  }
  return { report, all }
}
