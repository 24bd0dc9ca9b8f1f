/** Every user in one answer: how long that takes, by how much the process grows, and how long a page takes meanwhile. */
import { performance } from 'node:perf_hooks'
import { everything } from '../../src/contract/rules.ts'
import { type ApiServer, bearer, type Client } from '../support/apiServer.ts'
import { encodeList } from './listRequest.ts'
import { print } from './report.ts'
import { percentile, type Request, timeRequests } from './timeRequests.ts'

const grownMegabytesMax = 100
const pageMsMax = 150
const warmUpRounds = 40

/** Takes all that it is sent and keeps none of it, while somebody else reads one page after the other. */
export async function measureEverything(server: ApiServer, admin: Client, page: Request): Promise<void> {
  const { body, headers } = await encodeList({ perPage: everything })
  await timeRequests(1, warmUpRounds, page)
  const startedAt = performance.now()
  const rssBefore = process.memoryUsage.rss()
  const response = await server.request('/user/getB122TableResults', {
    method: 'POST',
    body,
    headers: { ...bearer(admin), ...headers },
  })
  let sentBytes = 0
  let rssMost = rssBefore
  const progress = { isOver: false }
  async function readAll(): Promise<void> {
    if (response.body === null) throw new Error('everything is empty')
    for await (const piece of response.body) {
      sentBytes += piece.length
      rssMost = Math.max(rssMost, process.memoryUsage.rss())
    }
    progress.isOver = true
  }
  const reading = readAll()
  const meanwhile: number[] = []
  while (!progress.isOver) meanwhile.push(...(await timeRequests(1, 1, page)))
  await reading
  print('api.everything_s', (performance.now() - startedAt) / 1000)
  print('api.everything_sent_mb', sentBytes / 1e6)
  print('api.everything_grown_mb', (rssMost - rssBefore) / 1e6, grownMegabytesMax)
  print('api.page_during_everything.p50_ms', percentile(meanwhile, 0.5))
  print('api.page_during_everything.p95_ms', percentile(meanwhile, 0.95), pageMsMax)
  print('api.page_during_everything.longest_ms', Math.max(...meanwhile))
}
