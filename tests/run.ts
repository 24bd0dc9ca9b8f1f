/**
 * `npm test` runs the part of the tests that convinces; `npm run test:all` runs it and then the rest, nothing twice. A test says itself
 * that it belongs to the rest (vitest's tag `rest`) or to the part that convinces (Playwright's tag `@convincing`); which suites need
 * PostgreSQL there, tests/support/databases.ts knows. Prints at the end what failed and why, then `N passed, N failed` on a line of its own;
 * fails when anything fails or nothing ran. What ran is read from the runners' own JSON reports;
 * why a runner fails whose tests have passed, from the end of its errors.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Ended, runCommand } from './support/runCommand.ts'
import { readSpecificationRows, rowsWithoutTest } from './support/specificationRows.ts'
import {
  describeExit,
  describeFailure,
  faultsOfParts,
  type RanTest,
  readPlaywrightReport,
  readVitestReport,
} from './support/testReports.ts'

type Part = 'convincing' | 'rest'

const reports = mkdtempSync(join(tmpdir(), 'fieldport-tests-'))
/** What each runner reported, in its order. */
const runs: (readonly RanTest[])[] = []
/** What failed besides tests. */
const failures: string[] = []

async function run(title: string, command: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  console.log(`\n== ${title}`)
  const startedAt = performance.now()
  const ended = await runCommand(command, environment)
  console.log(`\n== ${title} took ${Math.round((performance.now() - startedAt) / 1000)} s`)
  return ended
}

/** A runner that ends without any test has failed: it found none, or broke. */
function keep(title: string, ended: Ended, tests: readonly RanTest[] = []): void {
  runs.push(tests)
  if (ended.status !== 0) failures.push(`${title}: ${describeExit(ended, tests)}`)
  if (tests.every(({ state }) => state === 'left')) failures.push(`${title}: nothing ran`)
}

/** `tags`: which tests run; all by default. */
type VitestOptions = { tags?: string; environment?: Record<string, string> }

async function vitest(project: string, part: Part, { tags, environment }: VitestOptions = {}): Promise<void> {
  const report = join(reports, `${project}-${part}.json`)
  const title = `${project} tests: ${part}`
  const filter = tags === undefined ? [] : [`--tags-filter=${tags}`]
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ended = await run(title, ['npx', 'vitest', 'run', '--project', project, ...filter, ...output], environment)
  keep(title, ended, readVitestReport(report, project))
}

async function browser(part: Part): Promise<void> {
  const report = join(reports, `browser-${part}.json`)
  const title = `browser tests: ${part}`
  const filter = part === 'convincing' ? '--grep=@convincing' : '--grep-invert=@convincing'
  const ended = await run(title, ['npx', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', filter], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  keep(title, ended, readPlaywrightReport(report))
}

function isSwiftInstalled(): boolean {
  return spawnSync('swift-ring-builder', { stdio: 'ignore' }).error === undefined
}

/** With the rest to follow, campaigns have all their seeds and axe looks at every width and theme, so that neither starts over there. */
async function convincing(isWhole: boolean): Promise<void> {
  await vitest('unit', 'convincing', { environment: { CAMPAIGN_FACTOR: isWhole ? '10' : '1' } })
  await vitest('component', 'convincing', { tags: 'not rest', environment: { AXE: isWhole ? 'whole' : 'convincing' } })
  await vitest('api', 'convincing', { tags: 'not rest' })
  await browser('convincing')
}

async function rest(): Promise<void> {
  await vitest('component', 'rest', { tags: 'rest' })
  await vitest('api', 'rest', { tags: 'rest' })
  if (isSwiftInstalled()) await vitest('bucket', 'rest')
  else console.log('\n== no bucket tests: they need Debian, and there swift-proxy, swift-account, swift-container and swift-object')
  await browser('rest')
}

const hasRest = process.argv.includes('--all')
const built = await run('build', ['npm', 'run', 'build'])
if (built.status === 0) {
  await convincing(hasRest)
  if (hasRest) await rest()
} else failures.push(`build: ${describeExit(built)}`)
rmSync(reports, { recursive: true, force: true })
const tests = runs.flat()
const named = (wanted: RanTest['state']) => tests.filter(({ state }) => state === wanted)
const passed = named('passed').map(({ name }) => name)
if (hasRest) failures.push(...faultsOfParts(runs), ...rowsWithoutTest(readSpecificationRows(), passed))
const failed = [...named('failed').map(describeFailure), ...failures]
for (const failure of failed) console.log(`\n== FAILED ${failure}`)
if (!hasRest) console.log('\nThe rest of the tests: npm run test:all')
console.log(`\n${passed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 || passed.length === 0 ? 1 : 0
