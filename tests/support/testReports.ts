/** Reads the JSON reports of vitest and Playwright, and says what ran. */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Ended } from './runCommand.ts'

/** `left`: the part that ran does not have it. */
export type RanTest = {
  readonly name: string
  /** From the project's folder. */
  readonly file: string
  readonly state: 'passed' | 'failed' | 'left'
  readonly errors: readonly string[]
}

/** Of vitest's JSON reporter (the same as Jest's), what is read here. */
type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Of Playwright's JSON reporter, what is read here. */
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs: {
    ok: boolean
    file: string
    title: string
    tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: { errors: { message?: string }[] }[] }[]
  }[]
}

/** Undefined without a report: the runner stopped before it wrote one. */
export function readVitestReport(path: string, project: string): RanTest[] | undefined {
  const report = read(path) as VitestReport | undefined
  return report?.testResults.flatMap((file) => {
    const testPath = relative('', file.name).replaceAll('\\', '/')
    const name = `${project}: ${testPath}`
    const tests = file.assertionResults.map(({ status, fullName, failureMessages }): RanTest => {
      const state = status === 'passed' || status === 'failed' ? status : 'left'
      return { name: `${name}: ${fullName}`, file: testPath, state, errors: failureMessages }
    })
    const hasBroken = file.status === 'failed' && tests.every(({ state }) => state !== 'failed')
    if (hasBroken) tests.push({ name, file: testPath, state: 'failed', errors: [file.message] })
    return tests
  })
}

/** Tests of the other part are not in the report. `isList`: of `--list`, which runs none of them. */
export function readPlaywrightReport(path: string, { isList = false } = {}): RanTest[] | undefined {
  const report = read(path) as { suites: PlaywrightSuite[] } | undefined
  const tests = report?.suites.flatMap(testsOf)
  return isList ? tests?.map((test) => ({ ...test, state: 'left' })) : tests
}

function testsOf({ suites = [], specs }: PlaywrightSuite): RanTest[] {
  const own = specs.map(({ file, title, tests }): RanTest => {
    // A test that passed when it was tried again has failed; so has a skipped one.
    const isExpected = tests.every(({ status }) => status === 'expected')
    const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors.map(({ message = '' }) => message)))
    return { name: `browser: ${file}: ${title}`, file: `tests/e2e/${file}`, state: isExpected ? 'passed' : 'failed', errors }
  })
  return [...own, ...suites.flatMap(testsOf)]
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** A step of a Playwright test: `hook` around it, `expect` for an assertion. */
type Step = { readonly category: string; readonly steps: readonly Step[] }

/** Whether a test asserts something itself: what its fixtures assert before and after it does not count. */
export function hasAsserted(steps: readonly Step[]): boolean {
  return steps.some(({ category, steps: inner }) => category === 'expect' || (category !== 'hook' && hasAsserted(inner)))
}

/** A failed test as text: its name, then the beginning of its errors. */
export function describeFailure({ name, errors }: RanTest): string {
  return [name, ...ownLines(errors.join('\n')).slice(0, 30)].join('\n')
}

/**
 * Why a command failed: its exit code and, unless a failed test says why, the end of its errors. Of vitest these are the errors of no test
 * (unhandled ones, those of a teardown) and a close that takes too long, which its JSON report leaves out.
 */
export function describeExit({ status, stderr }: Ended, tests: readonly RanTest[] = []): string {
  const isExplained = tests.some(({ state, errors }) => state === 'failed' && errors.some((error) => error !== ''))
  const lines = isExplained ? [] : ownLines(stderr).slice(-100)
  return [`exit code ${status}`, ...lines].join('\n').trimEnd()
}

function ownLines(text: string): string[] {
  return stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !line.includes('/node_modules/'))
}

/** What is wrong with the division into parts, a line each, when all parts have run. `runs`: the tests of each run. */
export function faultsOfParts(runs: readonly (readonly RanTest[])[]): string[] {
  const times = new Map<string, { listed: number; ran: number }>()
  for (const run of runs) {
    const ofRun = new Map<string, RanTest[]>()
    for (const test of run) ofRun.set(test.name, [...(ofRun.get(test.name) ?? []), test])
    for (const [name, same] of ofRun) {
      const before = times.get(name) ?? { listed: 0, ran: 0 }
      const ran = before.ran + same.filter(({ state }) => state !== 'left').length
      times.set(name, { listed: Math.max(before.listed, same.length), ran })
    }
  }
  return [...times].flatMap(([name, { listed, ran }]) => {
    if (ran < listed) return [`${name}: skipped, or in no part`]
    return ran > listed ? [`${name}: in two parts`] : []
  })
}
