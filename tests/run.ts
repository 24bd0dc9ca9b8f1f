/**
 * `npm test`: the build, then unit, component, API and browser tests; those of the bucket where Swift, their S3 server, is installed. Prints at the end what failed and why, then `N passed, N failed` on a line
 * of its own; fails when anything fails or nothing ran. Counts come from the runners' own JSON reports.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const reports = mkdtempSync(join(tmpdir(), 'fieldport-tests-'))
const totals = { passed: 0, failed: 0, skipped: 0 }
/** A failed test a text: its name, then the beginning of its errors. */
const failures: string[] = []

/** Of vitest's JSON reporter (the same as Jest's), what is read here. */
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Of Playwright's JSON reporter, what is read here. */
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: { ok: boolean; file: string; title: string; tests: { results: { errors: { message?: string }[] }[] }[] }[]
}

function run(title: string, command: readonly string[], environment: Record<string, string> = {}): boolean {
  console.log(`\n== ${title}`)
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  })
  if (status !== 0) failures.push(`${title}: exit code ${status}`)
  return status === 0
}

function read(report: string): unknown {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

function count(report: Record<'passed' | 'failed' | 'skipped', number> | undefined, hasSucceeded: boolean): void {
  const { passed, failed, skipped } = report ?? { passed: 0, failed: 0, skipped: 0 }
  totals.passed += passed
  totals.skipped += skipped
  // A runner that stops without a failed test (a broken file, no test found) still counts as a failure.
  totals.failed += hasSucceeded && passed > 0 ? failed : Math.max(1, failed)
}

function addFailure(name: string, errors: readonly string[]): void {
  const lines = stripVTControlCharacters(errors.join('\n'))
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
  failures.push([name, ...lines.slice(0, 30)].join('\n'))
}

function vitest(project: string): void {
  const report = join(reports, `${project}.json`)
  const hasSucceeded = run(`${project} tests`, [
    'npx',
    'vitest',
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const result = read(report) as VitestReport | undefined
  for (const file of result?.testResults ?? []) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    const name = relative('', file.name)
    for (const { fullName, failureMessages } of failed) addFailure(`${name}: ${fullName}`, failureMessages)
    if (file.status === 'failed' && failed.length === 0) addFailure(name, [file.message])
  }
  count(result && { passed: result.numPassedTests, failed: result.numFailedTests, skipped: result.numPendingTests }, hasSucceeded)
}

function addFailuresOf({ suites = [], specs }: PlaywrightSuite): void {
  for (const { ok, file, title, tests } of specs) {
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors.map(({ message = '' }) => message)))
    if (!ok) addFailure(`${file}: ${title}`, errors)
  }
  suites.forEach(addFailuresOf)
}

function browser(): void {
  const report = join(reports, 'e2e.json')
  const hasSucceeded = run('browser tests', ['npx', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  const result = read(report) as PlaywrightReport | undefined
  result?.suites.forEach(addFailuresOf)
  const stats = result?.stats
  count(stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }, hasSucceeded)
}

function isSwiftInstalled(): boolean {
  return spawnSync('swift-ring-builder', { stdio: 'ignore' }).error === undefined
}

if (run('build', ['npm', 'run', 'build'])) {
  vitest('unit')
  vitest('component')
  vitest('api')
  if (isSwiftInstalled()) vitest('bucket')
  else console.log('\n== no bucket tests: they need Debian, and there swift-proxy, swift-account, swift-container and swift-object')
  browser()
} else {
  totals.failed += 1
}
rmSync(reports, { recursive: true, force: true })
for (const failure of failures) console.log(`\n== FAILED ${failure}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`)
process.exitCode = totals.failed > 0 || totals.skipped > 0 || totals.passed === 0 ? 1 : 0
