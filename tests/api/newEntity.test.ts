// @module-tag rest
/** Writes an entity in a copy of the tree by `npm run new:entity`. The copy shares the packages, and has build caches of its own. */
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const tree = process.cwd()
const notCopied = new Set(['.git', 'data', 'dist', 'node_modules', 'test-results'])
let copy: string

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'new-entity-'))
  await cp(tree, copy, { recursive: true, filter: (path) => !notCopied.has(relative(tree, path)) })
  const packages = (await readdir('node_modules')).filter((name) => !name.startsWith('.') || name === '.bin')
  await mkdir(join(copy, 'node_modules'))
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

it('writes what compiles', async () => {
  await expect(run('npm', 'run', 'types')).resolves.not.toContain('error')
})

it('writes what the tests of every entity accept: its layers, its rights, the history of each field', async () => {
  const tests = ['tests/architecture.test.ts', 'src/app/session/access.test.ts', 'tests/api/everyField.test.ts']
  await expect(run('npx', 'vitest', 'run', '--project', 'unit', '--project', 'api', '--reporter', 'verbose', ...tests)).resolves.toContain(
    'of a serviceCentre',
  )
})

it('has French for every text', async () => {
  const french = await run('npx', 'lingui', 'compile', '--strict', '--output-prefix', '/* eslint-disable */')
  expect(french).not.toContain('Missing')
})
