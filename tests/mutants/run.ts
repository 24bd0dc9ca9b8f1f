/**
 * `npm run mutants -- --seed 1 --count 50 --under src/device --project unit`: plants one small fault after the other in a file of the product
 * and runs the tests that import it (`vitest related`), until the first is red. Prints a line each (`unclear`: the run ended without a failed
 * test, or not at all), then the survivors. The same seed draws the same faults from the same sources. `--project` and `--under` may be
 * repeated. Restores each file; refuses to start where one is changed.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readVitestReport } from '../support/testReports.ts'
import { draw, findMutants } from './findMutants.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '50' },
    under: { type: 'string', multiple: true, default: ['src', 'workers'] },
    project: { type: 'string', multiple: true, default: ['unit'] },
  },
})

const files = values.under
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|spec)\.tsx?$|\/migrations\//.test(path))
  .toSorted()
const candidates = files.flatMap((path) => findMutants(path, readFileSync(path, 'utf8')).map((mutant) => ({ path, mutant })))

const changed = spawnSync('git', ['status', '--porcelain', '--', ...values.under], { encoding: 'utf8' }).stdout
if (changed !== '') throw new Error(`commit first what would be lost:\n${changed}`)

let planted: { path: string; text: string } | undefined
function restore(): void {
  if (planted !== undefined) writeFileSync(planted.path, planted.text)
  planted = undefined
}
process.on('exit', restore)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const report = join(tmpdir(), `fieldport-mutant-${process.pid}.json`)
const drawn = draw(candidates, Number(values.count), Number(values.seed))
const survivors: string[] = []
for (const { path, mutant } of drawn) {
  const text = readFileSync(path, 'utf8')
  const line = text.slice(0, mutant.start).split('\n').length
  planted = { path, text }
  writeFileSync(path, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end))
  const projects = values.project.flatMap((project) => ['--project', project])
  rmSync(report, { force: true })
  const output = ['--reporter=json', `--outputFile=${report}`]
  const { status } = spawnSync('npx', ['vitest', 'related', path, '--run', '--bail=1', '--passWithNoTests', ...output, ...projects], {
    stdio: 'ignore',
    // An endless loop is found, too.
    timeout: 15 * 60_000,
  })
  restore()
  const about = `${path}:${line} ${mutant.kind}: ${text.slice(mutant.start, mutant.end).split('\n')[0] ?? ''} -> ${mutant.replacement.split('\n')[0] ?? ''}`
  const isRed = readVitestReport(report, 'mutant')?.some(({ state }) => state === 'failed') === true
  console.log(`${status === 0 ? 'survives' : isRed ? 'red     ' : 'unclear '} ${about}`)
  if (status === 0) survivors.push(about)
}
rmSync(report, { force: true })
console.log(`\n${survivors.length} of ${drawn.length} survive (of ${candidates.length} in ${files.length} files)`)
for (const about of survivors) console.log(about)
