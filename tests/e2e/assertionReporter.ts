import type { FullResult, Reporter, TestCase, TestResult } from 'playwright/types/testReporter'
import { hasAsserted } from '../support/testReports.ts'

/** Fails the run for a test that passed without an assertion, which Playwright allows. A class, because Playwright constructs it. */
export default class AssertionReporter implements Reporter {
  readonly #empty: string[] = []

  onTestEnd(test: TestCase, { status, steps }: TestResult): void {
    if (status === 'passed' && !hasAsserted(steps)) this.#empty.push(test.titlePath().join(' > '))
  }

  onEnd(): Promise<{ status?: FullResult['status'] }> {
    for (const title of this.#empty) console.error(`passed without an assertion: ${title}`)
    return Promise.resolve(this.#empty.length > 0 ? { status: 'failed' } : {})
  }
}
