import { fork } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { FixtureThread } from '../../../tests/support/fixtureThread.ts'
import { createSandbox } from './createSandbox.ts'

const megabyte = 1_000_000
const sandboxWith = (changed: Partial<Parameters<typeof createSandbox>[1]> = {}) =>
  createSandbox<FixtureThread>('tests/support/fixtureThread.ts', {
    cpuMs: 60_000,
    awaitedMaxMs: 60_000,
    aloneMaxMs: 60_000,
    memoryMaxBytes: 128 * megabyte,
    leftMaxBytes: 128 * megabyte,
    ...changed,
  })
const busy = { name: 'AppError', code: 'service.unavailable.error', status: 503 }

it('keeps one process, beside the server, and says what its functions return or refuse', async () => {
  const sandbox = sandboxWith()
  const pid = await sandbox.run('pid', [])
  expect(pid).not.toBe(process.pid)
  await expect(sandbox.run('add', [1, 2])).resolves.toBe(3)
  await expect(sandbox.run('refuse', [])).rejects.toMatchObject({ name: 'FileError', verdict: 'refused', message: 'not like this' })
  await expect(sandbox.run('pid', [])).resolves.toBe(pid)
})

it.each([
  ['buffers fill the memory', 'fillBuffers', 'memory', {}],
  ['objects fill the memory', 'fillMemory', 'memory', {}],
  ['computing takes too much of the processor', 'loopForever', 'time', { cpuMs: 300 }],
] as const)('is the file’s fault where %s; the next one has a new process', async (_, name, verdict, limits) => {
  const sandbox = sandboxWith(limits)
  const pid = await sandbox.run('pid', [])
  await expect(sandbox.run(name, [])).rejects.toMatchObject({ name: 'FileError', verdict })
  await expect(sandbox.run('pid', [])).resolves.not.toBe(pid)
})

it('says that the server is busy where the process ends for another reason: killed, broken, or without a turn on the processor', async () => {
  const sandbox = sandboxWith()
  const pid = await sandbox.run('pid', [])
  const killed = sandbox.run('waitForever', [])
  process.kill(pid, 'SIGKILL')
  await expect(killed).rejects.toMatchObject(busy)
  await expect(sandbox.run('exit', [])).rejects.toMatchObject(busy)
  await expect(sandbox.run('throwLater', [])).rejects.toMatchObject(busy)
  await expect(sandbox.run('add', [1, 2])).resolves.toBe(3)
  await expect(sandboxWith({ awaitedMaxMs: 100 }).run('waitForever', [])).rejects.toMatchObject(busy)
})

it('judges a file to its end, however slow the machine is, where nobody else waits, but not for ever', async () => {
  const sandbox = sandboxWith({ awaitedMaxMs: 40, cpuMs: 300 })
  await expect(sandbox.run('loopForever', [], () => false)).rejects.toMatchObject({ name: 'FileError', verdict: 'time' })
  const waiting = sandboxWith({ awaitedMaxMs: 40, aloneMaxMs: 120 }).run('waitForever', [], () => false)
  await expect(waiting).rejects.toMatchObject(busy)
})

it('says so, too, where no process starts', async () => {
  const limits = { cpuMs: 1, awaitedMaxMs: 1, aloneMaxMs: 1, memoryMaxBytes: 1, leftMaxBytes: 1 }
  const missing = createSandbox<FixtureThread>('threads/missing.ts', limits)
  await expect(missing.run('add', [1, 2])).rejects.toMatchObject(busy)
})

it('judges a file without what the ones before have left, and replaces a process in which much is left', async () => {
  const sandbox = sandboxWith({ leftMaxBytes: 100 * megabyte })
  const pid = await sandbox.run('keepBuffer', [80])
  // Together more than one may take.
  await expect(sandbox.run('keepBuffer', [80])).resolves.toBe(pid)
  await expect(sandbox.run('pid', [])).resolves.not.toBe(pid)
})

it('has no variables of the server, and may write nothing', async () => {
  const sandbox = sandboxWith()
  await expect(sandbox.run('variables', [])).resolves.toEqual([])
  const refused = sandbox.run('writeFile', [join(tmpdir(), 'written by the sandbox')])
  await expect(refused).rejects.toMatchObject({ verdict: 'refused', message: expect.stringContaining('restricted') })
})

it('ends with a server that is killed, in the middle of a file too', async () => {
  const parent = fork('tests/support/sandboxParent.ts')
  const [pid] = (await once(parent, 'message')) as [number]
  expect(() => process.kill(pid, 0)).not.toThrow()
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 60_000)
})
