import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { runCommand } from './support/runCommand.ts'
import { describeExit, faultsOfParts, hasAsserted, type RanTest } from './support/testReports.ts'

const ran = (name: string, state: RanTest['state']): RanTest => ({ name, file: 'a.test.ts', state, errors: [] })

it('a test belongs to exactly one part', () => {
  const convincing = [ran('quick', 'passed'), ran('slow', 'left')]
  expect(faultsOfParts([convincing, [ran('quick', 'left'), ran('slow', 'passed')]])).toEqual([])
  expect(faultsOfParts([convincing, [ran('quick', 'passed'), ran('slow', 'left')]])).toEqual([
    'quick: in two parts',
    'slow: skipped, or in no part',
  ])
})

it('two tests of one name are both to run', () => {
  expect(faultsOfParts([[ran('same', 'passed'), ran('same', 'passed')]])).toEqual([])
  expect(faultsOfParts([[ran('same', 'passed'), ran('same', 'left')]])).toEqual(['same: skipped, or in no part'])
})

it('what fixtures assert around a browser test is not its own assertion', () => {
  const assertion = { category: 'expect', steps: [] }
  const click = { category: 'pw:api', steps: [] }
  expect(hasAsserted([{ category: 'hook', steps: [assertion] }, click])).toBe(false)
  expect(hasAsserted([click, { category: 'test.step', steps: [assertion] }])).toBe(true)
})

it('vitest that fails after all its tests have passed says why', async () => {
  const folder = await mkdtemp(join('node_modules', '.reports-'))
  const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const setup = "export default () => () => { throw new Error('the folder is in use') }"
    await writeFile(join(folder, 'globalSetup.ts'), setup)
    await writeFile(join(folder, 'vitest.config.ts'), "export default { test: { globalSetup: './globalSetup.ts' } }")
    const test =
      "import { it } from 'vitest'\nit('passes', () => { setTimeout(() => { throw new Error('too late') }) })\nit('waits', () => new Promise((done) => setTimeout(done, 50)))"
    await writeFile(join(folder, 'one.test.ts'), test)
    const ended = await runCommand(['npx', 'vitest', 'run', '--root', folder])
    const described = describeExit(ended, [ran('passes', 'passed'), ran('waits', 'passed')])
    expect(described).toMatch(/^exit code 1\n[^]*Error: too late[^]*Error: the folder is in use/)
    expect(shown).toHaveBeenCalled()
  } finally {
    shown.mockRestore()
    await rm(folder, { recursive: true, force: true })
  }
})

it('the end of what a runner complained of is left out where a failed test says why', () => {
  const ended = { status: 1, stderr: 'Error: late' }
  expect(describeExit(ended, [{ ...ran('a test', 'failed'), errors: ['Error: 1 is not 2'] }])).toBe('exit code 1')
  // A hook around several tests that failed has no message of its own.
  expect(describeExit(ended, [{ ...ran('a file', 'failed'), errors: [''] }])).toBe('exit code 1\nError: late')
  expect(describeExit({ status: null, stderr: '' })).toBe('exit code null')
})
