import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { noFaults } from '../../../../device/simulator/simulatorFaults.ts'
import { scenarioAddress, type ScenarioName, scenarios } from './scenarios.ts'

const names = Object.keys(scenarios) as ScenarioName[]

it('has one for each fault of the simulated detector that an update can meet', () => {
  const met = new Set(names.flatMap((name) => Object.keys(scenarios[name].faults)))
  // `unplugAtPercent` is the same fault as `unplugAtChunk`; the others say what the detector is, or how fast.
  const others = new Set(['unplugAtChunk', 'eraseMs', 'seed', 'materialVersion', 'language'])
  expect(Object.keys(noFaults).filter((fault) => !met.has(fault) && !others.has(fault))).toEqual([])
})

it('is listed in docs/scenarios.md', async () => {
  const rows = names.map((name) => {
    const { faults, expected } = scenarios[name]
    return `| \`${name}\` | \`${JSON.stringify(faults)}\` | ${expected.message ?? ''} |`
  })
  const text = `# Scenarios of the simulated detector

Made from \`src/app/screens/productUpdate/simulator/scenarios.ts\`; \`npx vitest -u scenarios\` draws it anew. A portal that allows the
simulated detector opens with one by its address, as \`${scenarioAddress('deadHandle')}\`.
The panel below the next step says the same, and changes one fault at a time.

| Scenario | Faults | What should happen |
|---|---|---|
${rows.join('\n')}
`
  await expect(text).toMatchFileSnapshot(resolve('docs/scenarios.md'))
})
