/** Prints when releases halt and when they go on, for three versions before and several true rates: `npm run halting-table`. */
import { histories, outcomesMost, tableOf } from '../support/haltingTable.ts'

const steps = ['2 to 10 %', '10 to 30 %', '30 to 100 %']

for (const history of histories) {
  const { rates, inARow, halts, steps: evidence } = tableOf(history)
  console.log(`\nversion before: ${history.title}; p0 ${rates.expected.toFixed(4)}, p1 ${rates.worst.toFixed(4)}`)
  console.log(`  failures in a row to the halt: overall ${inARow.overall}, in hardware version 1, 2, 3, 8: ${inARow.strata.join(', ')}`)
  for (const {
    rate,
    chances: { stopped, half, most },
  } of halts)
    console.log(
      `  true rate ${rate.toFixed(3)}: halted within ${outcomesMost} outcomes ${stopped.toFixed(4)}; half by ${half ?? '–'}, 95 % by ${most ?? '–'}`,
    )
  for (const [index, { clean, passes }] of evidence.entries()) {
    const passed = passes.map(({ rate, chance }) => `${rate.toFixed(3)}: ${chance.toFixed(4)}`).join(', ')
    console.log(`  step ${steps[index]?.padStart(11)}: ${clean} outcomes without a failure; passes at ${passed}`)
  }
}
