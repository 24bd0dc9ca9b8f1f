/**
 * `npm test` runs the part of the tests that convinces; `npm run test:all` runs it and then the rest, nothing twice. A test says itself
 * that it belongs to the rest (vitest's tag `rest`) or to the part that convinces (Playwright's tag `@convincing`); which suites need
 * PostgreSQL there, tests/support/databases.ts knows. Prints at the end what failed and why, then `N passed, N failed` on a line of its own;
 * fails when anything fails or nothing ran. What ran is read from the runners' own JSON reports.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSpecificationRows, rowsWithoutTest } from './support/specificationRows.ts'
import { describeFailure, faultsOfParts, type RanTest, readPlaywrightReport, readVitestReport } from './support/testReports.ts'

type Part = 'convincing' | 'rest'

const reports = mkdtempSync(join(tmpdir(), 'fieldport-tests-'))
/** What each runner reported, in its order. */
const runs: (readonly RanTest[])[] = []
/** What failed besides tests. */
const failures: string[] = []

function run(title: string, command: readonly string[], environment: Record<string, string> = {}): boolean {
  console.log(`\n== ${title}`)
  const [program = '', ...args] = command
  const startedAt = performance.now()
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  })
  console.log(`\n== ${title} took ${Math.round((performance.now() - startedAt) / 1000)} s`)
  if (status !== 0) failures.push(`${title}: exit code ${status}`)
  return status === 0
}

/** A runner that ends without any test has failed: it found none, or broke. */
function keep(title: string, tests: readonly RanTest[] = []): void {
  runs.push(tests)
  if (tests.every(({ state }) => state === 'left')) failures.push(`${title}: nothing ran`)
}

/** `tags`: which tests run; all by default. */
function vitest(project: string, part: Part, { tags, environment }: { tags?: string; environment?: Record<string, string> } = {}): void {
  const report = join(reports, `${project}-${part}.json`)
  const title = `${project} tests: ${part}`
  const filter = tags === undefined ? [] : [`--tags-filter=${tags}`]
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  run(title, ['npx', 'vitest', 'run', '--project', project, ...filter, ...output], environment)
  keep(title, readVitestReport(report, project))
}

function browser(part: Part): void {
  const report = join(reports, `browser-${part}.json`)
  const title = `browser tests: ${part}`
  const filter = part === 'convincing' ? '--grep=@convincing' : '--grep-invert=@convincing'
  run(title, ['npx', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', filter], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  keep(title, readPlaywrightReport(report))
}

function isSwiftInstalled(): boolean {
  return spawnSync('swift-ring-builder', { stdio: 'ignore' }).error === undefined
}

/** With the rest to follow, campaigns have all their seeds and axe looks at every width and theme, so that neither starts over there. */
function convincing(isWhole: boolean): void {
  vitest('unit', 'convincing', { environment: { CAMPAIGN_FACTOR: isWhole ? '10' : '1' } })
  vitest('component', 'convincing', { tags: 'not rest', environment: { AXE: isWhole ? 'whole' : 'convincing' } })
  vitest('api', 'convincing', { tags: 'not rest' })
  browser('convincing')
}

function rest(): void {
  vitest('component', 'rest', { tags: 'rest' })
  vitest('api', 'rest', { tags: 'rest' })
  if (isSwiftInstalled()) vitest('bucket', 'rest')
  else console.log('\n== no bucket tests: they need Debian, and there swift-proxy, swift-account, swift-container and swift-object')
  browser('rest')
}

const hasRest = process.argv.includes('--all')
if (run('build', ['npm', 'run', 'build'])) {
  convincing(hasRest)
  if (hasRest) rest()
}
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
