/** What the drill prints for people and for issues: Markdown tables. */
import { mean, median } from '../../bench/averages.ts'
import type { Ratio } from './ratios.ts'
import type { SoakResult } from './soak.ts'
import type { StateResult } from './states.ts'

export function printRatios(ratios: readonly Ratio[]): void {
  console.log(
    '| CPU slowed | runs | update, mean s | update, median s | bare loop, mean s | bare loop, median s | ratio of means | ratio of medians |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const { slowedBy, updateSeconds, bareSeconds, ofMeans, ofMedians } of ratios) {
    const seconds = [mean(updateSeconds), median(updateSeconds), mean(bareSeconds), median(bareSeconds)]
    console.log(row([slowedBy, updateSeconds.length, ...seconds.map((one) => one.toFixed(1)), ofMeans.toFixed(2), ofMedians.toFixed(2)]))
  }
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
