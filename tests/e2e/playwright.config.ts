import { readdirSync } from 'node:fs'
import { defineConfig } from 'playwright/test'
import { chromiumArgs, findChromium } from '../support/chromium.ts'

/** Browser tests run against the production build; `npm test` makes it first. */
export default defineConfig({
  testDir: '.',
  // A project, and so a worker with a server and data of its own, for each file: what a test finds does not hang on which files ran before.
  projects: readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => ({ name: name.replace('.spec.ts', ''), testMatch: name })),
  globalSetup: './prepareFolder.ts',
  outputDir: '../../test-results',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] === undefined ? [['list']] : [['list'], ['json']],
  use: {
    launchOptions: { executablePath: findChromium(), args: chromiumArgs },
    // What a test answers in the server's place must reach the page; field.ts allows them.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Snapshots of each step cost more than a third of the processor's time: TRACE=1 where a failure is looked into.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
})
