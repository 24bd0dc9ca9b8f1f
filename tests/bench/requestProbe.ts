/**
 * A process of its own that asks an address again and again, so that what the sender does is not taken for the server's time. Arguments: the
 * address, and what to send as `Authorization`, if anything.
 */
import { Agent, get } from 'node:http'
import { performance } from 'node:perf_hooks'

const pauseMs = 1
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const [, , address = '', authorization] = process.argv
const headers = authorization === undefined ? {} : { authorization }
let longestMs = 0
let isAsked = false

async function ask(): Promise<void> {
  const startedAt = performance.now()
  await new Promise<void>((resolve, reject) => {
    get(address, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address}: ${String(answer.statusCode)}`))
      answer.resume().on('end', resolve)
    }).on('error', reject)
  })
  longestMs = Math.max(longestMs, performance.now() - startedAt)
}

/** Any message is answered with the longest wait since the one before, once the request on its way has come back. */
process.on('message', () => (isAsked = true))
while (process.connected) {
  await ask()
  if (isAsked) {
    process.send?.(longestMs)
    isAsked = false
    longestMs = 0
  }
  await new Promise((wake) => {
    setTimeout(wake, pauseMs)
  })
}
