// @module-tag rest
/** Writes an entity in a copy of the tree by `npm run new:entity`. The copy shares the packages, and begins with what the last check kept. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const tree = process.cwd()
/** What the compiler keeps from one check to the next: the first one takes two minutes. */
const types = 'node_modules/.cache/tsc'
const notCopied = new Set(['.git', 'data', 'dist', 'node_modules', 'test-results'])
let copy: string
/** Each runs a tool of its own. */
const limit = { timeout: 900_000 }

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'new-entity-'))
  await cp(tree, copy, { recursive: true, preserveTimestamps: true, filter: (path) => !notCopied.has(relative(tree, path)) })
  const packages = (await readdir('node_modules')).filter((name) => !name.startsWith('.') || name === '.bin')
  await mkdir(join(copy, 'node_modules'))
  if (existsSync(types)) await cp(types, join(copy, types), { recursive: true, preserveTimestamps: true })
  await Promise.all(packages.map((name) => symlink(join(tree, 'node_modules', name), join(copy, 'node_modules', name))))
  await run('npm', 'run', 'new:entity', 'serviceCentre', 'centre de réparation')
})

afterAll(() => rm(copy, { recursive: true, force: true }))

/** What it prints. Throws with that if it fails. */
async function run(command: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd: copy }).catch((error: unknown) => {
    const printed = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(printed, { cause: error })
  })
  return stdout + stderr
}

/** Runs the cases of these tests that name the entity. */
function test(projects: readonly string[], paths: readonly string[]): Promise<string> {
  const only = ['-t', 'serviceCentre', ...paths]
  return run('npx', 'vitest', 'run', '--reporter', 'verbose', ...projects.flatMap((project) => ['--project', project]), ...only)
}

it('writes what the check accepts: types, style, format, nothing unused', limit, async () => {
  expect(await run('npm', 'run', 'check')).toContain('All matched files use the correct format')
})

/** Rows of the specification are its writer's to add; the number of a build needs git; no entity reaches the others. */
const left = ['tests/specification.test.ts', 'tests/supply.test.ts', 'tests/{launch,drills,testReports}.test.ts', 'src/device/**']

it('writes what the unit tests accept', limit, async () => {
  const printed = await run('npx', 'vitest', 'run', '--project', 'unit', ...left.flatMap((path) => ['--exclude', path]))
  expect(printed).toMatch(/Tests .*\d+ passed/)
})

it(
  'writes what the server’s tests of every entity accept: rights, odd input, reading calls, the history of each field',
  limit,
  async () => {
    const api = ['audience', 'rubbish', 'readOnly', 'everyField'].map((name) => `tests/api/${name}.test.ts`)
    const printed = await test(['api'], api)
    for (const path of api) expect(printed).toMatch(new RegExp(`✓.*${path}.*serviceCentre`))
  },
)

it('writes what the screens’ tests of every entity accept: routes, list, words of the history, fields', limit, async () => {
  const screens = ['routes/routes', 'kit/table/everyList', 'kit/history/recordHistory', 'kit/record/everyField'].map(
    (name) => `src/app/${name}.spec.tsx`,
  )
  const printed = await test(['component'], screens)
  for (const path of screens) expect(printed).toMatch(new RegExp(`✓.*${path}.*serviceCentre`))
})

it('has French for every text', async () => {
  const french = await run('npx', 'lingui', 'compile', '--strict', '--output-prefix', '/* eslint-disable */')
  expect(french).not.toContain('Missing')
})
