/** Tries the ports before anything is made or opened, so that a second start says so at once and leaves nothing behind. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '../../config/readConfig.ts'
import { describeListenError } from './describeListenError.ts'

/** Throws an error with a readable sentence. Somebody may still take a port afterwards; then listening fails with the same sentence. */
export async function assertPortsFree({ host, port, metrics }: Pick<Config, 'host' | 'port' | 'metrics'>): Promise<void> {
  await assertPortFree('', host, port)
  if (metrics !== undefined) await assertPortFree('METRICS_', metrics.host, metrics.port)
}

async function assertPortFree(prefix: '' | 'METRICS_', host: string, port: number): Promise<void> {
  const probe = createServer().listen(port, host)
  await once(probe, 'listening').catch((error: unknown) => {
    throw new Error(describeListenError(error, { host, port, prefix }), { cause: error })
  })
  const closed = once(probe, 'close')
  probe.close()
  await closed
}
