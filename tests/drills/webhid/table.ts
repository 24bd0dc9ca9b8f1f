/** What the drill prints for people and for issues: Markdown tables. */
import { mean, median, quantile } from '../../bench/averages.ts'
import type { Ratio } from './ratios.ts'
import type { SoakResult } from './soak.ts'
import type { StateResult } from './states.ts'

export function printRatios(ratios: readonly Ratio[]): void {
  console.log('| CPU slowed | A chunk of the update, mean, median and p90 ms | Of the bare loop | Ratios | Click to question, median s |')
  console.log('|---|---|---|---|---|')
  for (const { slowedBy, updateMs, bareMs, questionSeconds } of ratios) {
    const [update, bare] = [measuresOf(updateMs), measuresOf(bareMs)]
    const compared = update.map((ms, at) => ms / (bare[at] ?? Number.NaN))
    console.log(row([slowedBy, ...[update, bare, compared].map(listed), median(questionSeconds).toFixed(1)]))
  }
}

function measuresOf(values: readonly number[]): number[] {
  return [mean(values), median(values), quantile(values, 0.9)]
}

function listed(values: readonly number[]): string {
  return values.map((value) => value.toFixed(2)).join(', ')
}

export function printStates(results: readonly StateResult[]): void {
  console.log('| What happens | told | pressed | whole |')
  console.log('|---|---|---|---|')
  for (const { name, told, pressed, isWhole } of results) console.log(row([name, told, pressed.join(', '), isWhole ? 'yes' : 'NO']))
}

export function printSoak(result: SoakResult, seed: number): void {
  const { updates, byteExact, interrupted, startedAgain, reloads, faults, presses, seconds, untrue, failures } = result
  const pulls = total([...faults].filter(([kind]) => kind.startsWith('pull')))
  console.log('\n| soak | |')
  console.log('|---|---|')
  console.log(row(['seed', seed]))
  console.log(row(['updates', updates]))
  console.log(row(['byte-exact', byteExact]))
  console.log(row(['updates started more than once', interrupted]))
  console.log(row(['starts beyond the first', startedAgain]))
  console.log(row(['faults met', total([...faults]) - pulls]))
  console.log(row(['pulls', pulls]))
  console.log(row(['reloads by the page itself', reloads]))
  console.log(row(['untrue sentences', untrue.length]))
  console.log(row(['minutes', (seconds / 60).toFixed(1)]))
  printCounts('fault', faults)
  printCounts('pressed', presses)
  for (const line of [...untrue, ...failures]) console.log(line)
}

function printCounts(name: string, counts: ReadonlyMap<string, number>): void {
  console.log(`\n| ${name} | times |\n|---|---|`)
  for (const [what, times] of [...counts].toSorted(([one], [other]) => one.localeCompare(other))) console.log(row([what, times]))
}

function total(counts: readonly (readonly [string, number])[]): number {
  return counts.reduce((sum, [, times]) => sum + times, 0)
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`
}
