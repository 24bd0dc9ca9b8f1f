/** Ports for test servers, which may stop and start again on the same port. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Up to 31,999: above that the system picks ports for connections and `listen(0)`. Chromium blocks none of these. */
const lowestPort = 20_000
const portsOfWorker = 500
const mostWorkers = 24

/** Playwright and Vitest number their workers; global setup and teardown use the last range. */
const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? process.env['VITEST_POOL_ID'] ?? mostWorkers - 1) % mostWorkers
const lowest = lowestPort + worker * portsOfWorker

// A random start, because another test run on this machine has the same ranges.
let next = Math.floor(Math.random() * portsOfWorker)

/**
 * A free port, which nobody takes while its server is stopped: workers have separate ranges, and a port is reused only after all others.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < portsOfWorker; tries += 1) {
    const port = lowest + next
    next = (next + 1) % portsOfWorker
    if (await isFree(port)) return port
  }
  throw new Error(`no port from ${lowest} to ${lowest + portsOfWorker - 1} is free`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const isListening = once(probe, 'listening').then(
    () => true,
    () => false,
  )
  probe.listen(port, '127.0.0.1')
  if (!(await isListening)) return false
  const closed = once(probe, 'close')
  probe.close()
  await closed
  return true
}
