/**
 * What changes concern, where no import says it. `npx vitest run --project unit tests/selection.test.ts` is red for a row whose path is gone;
 * a changed path that neither a row nor an import knows runs everything. A folder ends in a slash.
 */

/** Changes that concern every test. */
export const everyTest: Readonly<Record<string, readonly string[]>> = {
  'what is installed, built and compiled, and how tests run': [
    'package.json',
    'package-lock.json',
    '.npmrc',
    '.ci/',
    'vite.config.ts',
    'lingui.config.ts',
    'tsconfig.json',
    'tests/run.ts',
    'tests/selection/',
  ],
  'calls, rules and failures, which every part knows': ['src/contract/', 'src/errors.ts'],
  'what tests share': ['tests/support/', 'tests/component/'],
}

/** Read by checks, documents' tests, benches and drills alone: all that runs in any case, or by hand. */
export const noMoreTests: readonly string[] = [
  'docs/',
  '.editorconfig',
  '.gitignore',
  '.oxfmtrc.json',
  '.oxlintrc.json',
  'knip.json',
  'components.json',
  '.dockerignore',
  'Dockerfile',
  'compose.yaml',
  'tests/bench/',
  'tests/drawings/',
  'tests/drills/',
  'tests/mutants/',
  'tests/supply/',
  'tests/weight.ts',
]

/** What a file reads without importing it. What tests name as a path from the project's folder needs no row. */
export const readBesides: readonly { readonly reader: string; readonly reads: readonly string[]; readonly why: string }[] = [
  {
    reader: 'tests/support/scripts.ts',
    reads: ['tests/support/prepareScripts.ts', 'src/server/launch.js', 'src/server/launch/'],
    why: 'built processes: it starts what prepareScripts.ts has bundled',
  },
  {
    reader: 'tests/support/databases.ts',
    reads: ['tests/support/prepareDatabases.ts'],
    why: 'it copies the databases that prepareDatabases.ts has made',
  },
  { reader: 'src/server/db/applyMigrations.ts', reads: ['src/server/db/migrations/'], why: 'SQL' },
  { reader: 'src/server/messages/mailDrawing.ts', reads: ['src/server/messages/drawings/'], why: 'pictures in mails' },
  {
    reader: 'src/server/threads/inThread.ts',
    reads: ['src/server/pdf/pdfThread.ts', 'src/server/sheets/sheetThread.ts'],
    why: 'it starts threads by the names of their files',
  },
  {
    reader: 'src/server/sandbox/inSandbox.ts',
    reads: ['src/server/sandbox/sandboxProcess.ts', 'src/server/sandbox/sandboxThread.ts'],
    why: 'it starts the process and its thread by the names of their files',
  },
  { reader: 'src/app/i18n/i18n.ts', reads: ['locales/'], why: 'texts, and which of them the entrance loads' },
  { reader: 'src/app/ui/forced-colors.spec.tsx', reads: ['src/app/ui/'], why: 'import.meta.glob' },
  {
    reader: 'tests/api/newEntity.test.ts',
    reads: ['src/', 'tests/', 'workers/', 'locales/', 'public/'],
    why: 'it runs tools in a copy of the project',
  },
]

/** What every test of a kind needs besides its imports: Vitest's setup files. */
export const setUps: Readonly<Record<string, readonly string[]>> = {
  component: ['tests/component/setup.ts'],
  api: ['tests/support/setUpApiTests.ts', 'tests/support/prepareDatabases.ts'],
  bucket: ['tests/support/prepareDatabases.ts', 'tests/support/prepareScripts.ts', 'tests/support/prepareSwift.ts'],
}
