/**
 * A process of its own that downloads an address again and again, with many clients at once. Arguments: the address, and how many. Sends a
 * message when each client has its first bytes, and answers any message with the megabytes a second since. What is refused is asked again.
 */
import { Agent, get } from 'node:http'
import { performance } from 'node:perf_hooks'

const [, , address = '', clients = '1'] = process.argv
const agent = new Agent({ keepAlive: true, maxSockets: Number(clients) })
let begun = 0
let bytes = 0
let startedAt = 0

function download(isFirst: boolean): void {
  get(address, { agent }, (answer) => {
    const isSent = answer.statusCode === 200
    if (isFirst && isSent) answer.once('data', noteBegun)
    answer.on('data', (piece: Buffer) => (bytes += piece.length))
    answer.on('close', () => download(isFirst && !isSent))
  }).on('error', () => download(isFirst))
}

function noteBegun(): void {
  begun += 1
  if (begun < Number(clients)) return
  bytes = 0
  startedAt = performance.now()
  process.send?.('begun')
}

process.on('message', () => process.send?.(bytes / 1e6 / ((performance.now() - startedAt) / 1000)))
process.on('disconnect', () => process.exit())
for (let client = 0; client < Number(clients); client += 1) download(true)
