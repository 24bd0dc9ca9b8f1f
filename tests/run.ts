/**
 * `npm test` runs the part of the tests that convinces; `npm run test:changed`, which `.ci/run` calls, then runs of the rest what the last day
 * of the tested commit concerns, and a quarter in turn (tests/selection/); `npm run test:all` runs all of the rest, nothing twice. A test says
 * itself that it belongs to the rest (vitest's tag `rest`) or to the part that convinces (Playwright's tag `@convincing`). Prints at the end
 * what failed and why, what ran and for how long, what was left, then `N passed, N failed` on a line of its own; fails when anything fails or
 * nothing ran. What ran is read from the runners' own JSON reports; why a runner fails whose tests have passed, from the end of its errors.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selectRest, testFiles } from './selection/selectRest.ts'
import { describeRuns, type Run } from './support/describeRuns.ts'
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

const reports = mkdtempSync(join(tmpdir(), 'fieldport-tests-'))
const runs: Run[] = []
/** What failed besides tests. */
const failures: string[] = []

async function run(title: string, command: readonly string[], environment: Record<string, string> = {}) {
  console.log(`\n== ${title}`)
  const startedAt = performance.now()
  const ended = await runCommand(command, environment)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`\n== ${title} took ${seconds} s`)
  return { ...ended, seconds }
}

/** A runner that ends without any test has failed: it found none, or broke. */
function keep(title: string, ended: Ended & { seconds: number }, tests: readonly RanTest[] = []): void {
  runs.push({ title, tests, seconds: ended.seconds })
  if (ended.status !== 0) failures.push(`${title}: ${describeExit(ended, tests)}`)
  if (tests.every(({ state }) => state === 'left')) failures.push(`${title}: nothing ran`)
}

/** `tags` and `files`: which tests run; all by default. */
type VitestOptions = { tags?: string; environment?: Record<string, string>; files?: readonly string[] }

async function vitest(project: string, title: string, { tags, environment, files = [] }: VitestOptions = {}): Promise<void> {
  const report = join(reports, `${title}.json`)
  const filter = tags === undefined ? [] : [`--tags-filter=${tags}`]
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ended = await run(title, ['npx', 'vitest', 'run', '--project', project, ...filter, ...output, ...files], environment)
  keep(title, ended, readVitestReport(report, project))
}

const playwright = ['npx', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts']

async function journeys(title: string, filter: readonly string[]): Promise<void> {
  const report = join(reports, `${title}.json`)
  const ended = await run(title, [...playwright, ...filter], { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  keep(title, ended, readPlaywrightReport(report))
}

/** The journeys of the rest, without running them. */
function listJourneys(): readonly RanTest[] {
  const report = join(reports, 'list.json')
  const environment = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  const [program, ...args] = [...playwright, '--list', '--grep-invert=@convincing', '--reporter=json']
  spawnSync(program, args, { env: environment, shell: process.platform === 'win32', stdio: 'ignore' })
  const listed = readPlaywrightReport(report, { isList: true })
  if (listed === undefined || listed.length === 0) failures.push('journeys: Playwright lists none')
  return listed ?? []
}

const hasSwift = spawnSync('swift-ring-builder', { stdio: 'ignore' }).error === undefined
const missingSwift = 'no bucket tests: they need Debian, and there swift-proxy, swift-account, swift-container and swift-object'

async function convincing({ isWhole = false } = {}): Promise<void> {
  await vitest('unit', 'unit tests', { environment: { CAMPAIGN_FACTOR: isWhole ? '10' : '1' } })
  await vitest('component', 'component tests', { tags: 'not rest', environment: { AXE: isWhole ? 'whole' : 'one' } })
  await vitest('api', 'API tests', { tags: 'not rest' })
  await journeys('journeys', ['--grep=@convincing'])
}

/** With all seeds and all widths and themes at once, so that nothing starts over in the rest. */
async function everything(): Promise<void> {
  await convincing({ isWhole: true })
  await vitest('component', 'rest of the component tests', { tags: 'rest', environment: { AXE: 'whole' } })
  await vitest('api', 'rest of the API tests', { tags: 'rest' })
  if (hasSwift) await vitest('bucket', 'bucket tests')
  else console.log(`\n== ${missingSwift}`)
  await journeys('rest of the journeys', ['--grep-invert=@convincing'])
  const passed = runs.flatMap(({ tests }) => tests.filter(({ state }) => state === 'passed').map(({ name }) => name))
  failures.push(...faultsOfParts(runs.map(({ tests }) => tests)), ...rowsWithoutTest(readSpecificationRows(), passed))
}

/** The part that convinces, then of the rest what concerns the tested commit. */
async function changed(): Promise<void> {
  const { why, has } = selectRest()
  console.log(`\n== of the rest: ${why}`)
  const files = testFiles()
  await convincing()
  const chosen = new Set(
    runs.flatMap(({ tests }) => tests.filter(({ state, file }) => state === 'left' && has(file)).map(({ file }) => file)),
  )
  await vitestOf('component', 'rest of the component tests', { tags: 'rest', files: files.component.filter((path) => chosen.has(path)) })
  await vitestOf('api', 'rest of the API tests', { tags: 'rest', files: files.api.filter((path) => chosen.has(path)) })
  failures.push(...faultsOfParts(runs.map(({ tests }) => tests.filter(({ file }) => chosen.has(file)))))
  if (hasSwift) await vitestOf('bucket', 'bucket tests', { files: files.bucket.filter(has) })
  else console.log(`\n== ${missingSwift}`)
  await vitestOf('campaign', 'campaigns', { files: files.campaign.filter(has) })
  const listed = listJourneys()
  const walked = new Set(listed.filter(({ file }) => has(file)).map(({ file }) => file))
  if (walked.size > 0) await journeys('rest of the journeys', ['--grep-invert=@convincing', ...walked])
  const existing = [...runs.flatMap(({ tests }) => tests), ...listed].map(({ name }) => name)
  const inBucket = files.bucket.map((path) => readFileSync(path, 'utf8'))
  failures.push(...rowsWithoutTest(readSpecificationRows(), [...existing, ...inBucket], 'is no test'))
  runs.push({ title: 'journeys besides', tests: listed, seconds: 0 })
}

/** Without files, a runner would run all. */
async function vitestOf(project: string, title: string, options: VitestOptions & { files: readonly string[] }): Promise<void> {
  if (options.files.length > 0) await vitest(project, title, options)
}

const kinds = { '--all': everything, '--changed': changed }
const kind = process.argv[2]
const built = await run('build', ['npm', 'run', 'build'])
if (built.status !== 0) failures.push(`build: ${describeExit(built)}`)
else if (kind === '--all' || kind === '--changed') await kinds[kind]()
else await convincing()
rmSync(reports, { recursive: true, force: true })
const tests = runs.flatMap((one) => one.tests)
const passed = tests.filter(({ state }) => state === 'passed')
const failed = [...tests.filter(({ state }) => state === 'failed').map(describeFailure), ...failures]
for (const failure of failed) console.log(`\n== FAILED ${failure}`)
console.log(`\n${describeRuns([{ title: 'build', tests: [], seconds: built.seconds }, ...runs])}`)
if (kind !== '--all') console.log('The rest of the tests: npm run test:all')
console.log(`\n${passed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 || passed.length === 0 ? 1 : 0
