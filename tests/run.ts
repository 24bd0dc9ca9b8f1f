/**
 * `npm test`: the build, then unit, component, API and browser tests. Prints `N passed, N failed` on a line of its own at the end, and fails when
 * anything fails or nothing ran. Counts come from the runners' own JSON reports.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const reports = mkdtempSync(join(tmpdir(), 'fieldport-tests-'))
const totals = { passed: 0, failed: 0, skipped: 0 }

function run(title: string, command: readonly string[], environment: Record<string, string> = {}): boolean {
  console.log(`\n== ${title}`)
  const [program = '', ...args] = command
  const { status } = spawnSync(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
    shell: process.platform === 'win32',
  })
  if (status !== 0) console.log(`== ${title}: exit code ${status}`)
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
  // Shape of vitest's JSON reporter (the same as Jest's).
  const result = read(report) as { numPassedTests: number; numFailedTests: number; numPendingTests: number } | undefined
  count(result && { passed: result.numPassedTests, failed: result.numFailedTests, skipped: result.numPendingTests }, hasSucceeded)
}

function browser(): void {
  const report = join(reports, 'e2e.json')
  const hasSucceeded = run('browser tests', ['npx', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  })
  // Shape of Playwright's JSON reporter.
  const result = read(report) as { stats: { expected: number; unexpected: number; flaky: number; skipped: number } } | undefined
  const stats = result?.stats
  count(stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }, hasSucceeded)
}

if (run('build', ['npm', 'run', 'build'])) {
  vitest('unit')
  vitest('component')
  vitest('api')
  browser()
} else {
  totals.failed += 1
}
rmSync(reports, { recursive: true, force: true })
console.log(`\n${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`)
process.exitCode = totals.failed > 0 || totals.skipped > 0 || totals.passed === 0 ? 1 : 0
