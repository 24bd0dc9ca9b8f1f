/** A process with a sandbox of fixtureThread.ts, for src/server/sandbox/createSandbox.test.ts: says the sandbox's process id, and lets it compute. */
import { createSandbox } from '../../src/server/sandbox/createSandbox.ts'
import type { FixtureThread } from './fixtureThread.ts'

const limits = { cpuMs: 600_000, awaitedMaxMs: 600_000, aloneMaxMs: 600_000, memoryMaxBytes: 1e9, leftMaxBytes: 1e9 }
const sandbox = createSandbox<FixtureThread>('tests/support/fixtureThread.ts', limits)
process.send?.(await sandbox.run('pid', []))
await sandbox.run('loopForever', [])
