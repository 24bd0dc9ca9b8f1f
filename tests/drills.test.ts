/** The drills refuse what they do not know, and what they have started ends with them. Linux, as the drills. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it, vi } from 'vitest'

const runs = (command: string, args: readonly string[]) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(command, args, (error, _, said) => resolve({ code: error?.code, said }))
  })

it.runIf(process.platform === 'linux').each([
  ['drill:servers', 'node', ['tests/drills/servers.ts', 'nonsense'], 'together, rolling, killed'],
  ['drill:webhid', 'node', ['tests/drills/webhid.ts', 'nonsense'], 'ratios, soak'],
  ['drill:compose', 'bash', ['tests/drills/compose.sh', '--nonsense'], 'no options'],
  ['drill:container', 'bash', ['tests/drills/container.sh', '--nonsense'], 'no options'],
])('%s refuses what it does not know, and says what there is', async (_, command, args, told) => {
  const { code, said } = await runs(command, args)
  expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining('nonsense') })
  expect(said).toContain(told)
})

it.runIf(process.platform === 'linux').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a drill that gets %s leaves no process',
  async (signal) => {
    // A child with a child, and one that is no descendant any more.
    const script = `
    import { execFileSync, spawn } from 'node:child_process'
    import { endChildrenWithProcess, endDaemonWithProcess } from './tests/drills/endWithProcess.ts'
    endChildrenWithProcess()
    const daemon = Number(execFileSync('setsid', ['sh', '-c', 'sleep 600 >/dev/null 2>&1 & echo $!']))
    endDaemonWithProcess(() => daemon)
    const child = spawn('sh', ['-c', 'sleep 600 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.once('data', (text) => console.log([daemon, child.pid, Number(text)].join(' ')))
  `
    const drill = spawn('node', ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(drill.stdout, 'data')) as [Buffer]
    const pids = String(line).trim().split(' ')
    expect(pids).toHaveLength(3)
    for (const pid of pids) expect(existsSync(`/proc/${pid}`)).toBe(true)
    const exit = once(drill, 'exit')
    drill.kill(signal)
    await exit
    await vi.waitFor(() => expect(pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]), { timeout: 10_000 })
  },
)
