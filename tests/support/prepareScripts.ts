/**
 * Runs once before the API tests (Vitest's globalSetup): bundles the scripts that tests start as processes, because a bundle starts three
 * times as fast as its sources.
 */
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { bundledPackages, readFolders, startable, startables } from '../../src/server/launch/startable.ts'

const commands = 'src/server/commands'
const input: Readonly<Record<string, string>> = {
  ...Object.fromEntries(readdirSync(commands).map((name) => [name.replace('.ts', ''), startable(`${commands}/${name}`)])),
  backedUpWriter: 'tests/support/backedUpWriter.ts',
  backupServer: 'tests/support/backupServer.ts',
  callsProcess: 'tests/support/callsProcess.ts',
  dueStepsProcess: 'tests/support/dueStepsProcess.ts',
  main: startable('src/server/main.ts'),
  embeddedWriter: 'tests/support/embeddedWriter.ts',
  sandboxProcess: 'src/server/sandbox/sandboxProcess.ts',
  sandboxThread: 'src/server/sandbox/sandboxThread.ts',
  sealer: 'tests/support/sealer.ts',
  stepsProcess: 'tests/support/stepsProcess.ts',
}

declare module 'vitest' {
  interface ProvidedContext {
    scripts: {
      readonly folder: string
    }
  }
}

export default async function prepareScripts(project: TestProject): Promise<() => Promise<void>> {
  // Inside the project folder, so that the scripts find their packages.
  const folder = resolve(await mkdtemp(join('node_modules', '.scripts-')))
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [startables(), readFolders()],
    ssr: { noExternal: bundledPackages },
    build: { ssr: true, outDir: folder, copyPublicDir: false, target: 'node22', rolldownOptions: { input } },
  })
  project.provide('scripts', { folder })
  return () => rm(folder, { recursive: true, force: true })
}
