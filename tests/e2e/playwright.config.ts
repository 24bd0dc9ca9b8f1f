import { readdirSync } from 'node:fs'
import { defineConfig } from 'playwright/test'
import { chromiumArgs, findChromium } from '../support/chromium.ts'

/** Browser tests run against the production build, which `npm test` makes first. */
export default defineConfig({
  testDir: '.',
  // One project for each file, and so a worker with its own server and data: no test depends on the files that ran before.
  projects: readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => ({ name: name.replace('.spec.ts', ''), testMatch: name })),
  globalSetup: './prepareData.ts',
  outputDir: '../../test-results',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  fullyParallel: false,
  // Only to end tests that hang: a busy machine is ten times slower than an idle one.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [
    ['list'],
    ['./assertionReporter.ts'],
    ...(process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] === undefined ? [] : [['json'] as const]),
  ],
  use: {
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
    // Responses that a test fakes must reach the page; field.ts allows service workers.
    serviceWorkers: 'block',
    screenshot: 'off',
    // The headless shell grants a lock on the screen only where it is allowed to.
    permissions: ['screen-wake-lock'],
    // Traces cost more than a third of the processor's time: set TRACE=1 to investigate a failure.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
})
