/** Says what became of each line, and counts: a few lines of each file in full, all of them in numbers. */
import { basename } from 'node:path'
import type { Outcome } from './importKind.ts'
import type { Listener, Source } from './importFiles.ts'
import { describeProblems } from './problems.ts'

type State = Outcome['state']

/** Of each file. The error file has all problems. */
const listedMax: Readonly<Record<State, number>> = { wrong: 100, differs: 100, completed: 20, added: 20, present: 20 }

export type ImportReport = Listener & {
  readonly count: (state: State) => number
  /** One line for each file, then hints. */
  readonly printSummary: () => void
}

export function createReport(print: (line: string) => void, { isDryRun }: { isDryRun: boolean }): ImportReport {
  const counts = new Map<Source, Record<State, number>>()
  const none = { added: 0, completed: 0, present: 0, differs: 0, wrong: 0 }
  const would = isDryRun ? 'would be ' : ''

  const words = (outcome: Outcome): string => {
    switch (outcome.state) {
      case 'added':
      case 'completed':
        return would + outcome.state
      case 'present':
        return 'is already there'
      case 'differs':
        return `is already there, but differs in ${outcome.columns.join(', ')}: stays as it is`
      case 'wrong':
        return describeProblems(outcome.problems)
      default:
        return outcome satisfies never
    }
  }

  return {
    onLine(source, line, outcome) {
      const counted = counts.get(source) ?? { ...none }
      counts.set(source, counted)
      counted[outcome.state] += 1
      const [number, most] = [counted[outcome.state], listedMax[outcome.state]]
      if (number <= most) print(`${basename(source.csv.path)}, line ${line}: ${words(outcome)}`)
      if (number === most + 1) print(`${basename(source.csv.path)}: further lines like this (${outcome.state}) are only counted`)
    },
    onProgress(source, lines) {
      if (lines % 1_000 === 0) print(`${basename(source.csv.path)}: ${lines} lines`)
    },
    count: (state) => [...counts.values()].reduce((sum, counted) => sum + counted[state], 0),
    printSummary() {
      for (const [{ csv, errors }, counted] of counts) {
        const parts = [
          `${counted.added} ${would}added`,
          counted.completed > 0 && `${counted.completed} ${would}completed`,
          `${counted.present} already there`,
          counted.differs > 0 && `${counted.differs} differ and stay as they are`,
          `${counted.wrong} wrong`,
        ].filter((part) => part !== false)
        const where = errors !== undefined && counted.wrong > 0 ? ` (see ${errors.path})` : ''
        print(`${basename(csv.path)}: ${parts.join(', ')}${where}.`)
      }
    },
  }
}
