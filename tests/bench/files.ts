/**
 * `npm run bench:files`: files that are too much (PDFs of an object stream that grows to 2 GB, deflated once and twice, a picture of 256
 * megapixels) and a zone of 50,000 points, all at once from four accounts; then eight such PDFs from one account. Meanwhile another customer
 * sends an honest proof. Prints how the files are answered and after how long, how much memory the server and its children take beyond what
 * they took before, and how long other requests take. Runs the last build on PostgreSQL; Linux only.
 */
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, notInArray } from 'drizzle-orm'
import sharp from 'sharp'
import type { Api } from '../../src/app/api/createApi.ts'
import { users } from '../../src/server/db/tables.ts'
import { demoAccounts } from '../../src/server/demo/content/demoAccounts.ts'
import { demoInvoice } from '../../src/server/demo/content/invoice.ts'
import { pdfBomb } from '../support/pdfBomb.ts'
import { largestZone } from './acceptedRequests.ts'
import { memoryOf } from './capacityUsage.ts'
import { startDemoOnPostgres } from './demoOnPostgres.ts'
import { finish, print } from './report.ts'
import { percentile, timeRequests } from './timeRequests.ts'

const grownMegabytes = 2_000
const memoryMaxMb = 300
const honestMaxSeconds = 20
const otherRequestsMaxMs = 150
const clients = 4
const requestsAtOnce = 20
const warmingRequests = 2_000
const sampleMs = 20

const { server, db, api, signInAs, dispose } = await startDemoOnPostgres('admin@example.com')
let made = 0

function proofOf(bytes: Uint8Array, name: string): (customer: Api) => Promise<unknown> {
  return (customer) => {
    made += 1
    const purchaseProofFile = new File([new Uint8Array(bytes)], name)
    return customer.accessory.createOrUpdateUserAccessory({
      body: { coilSerial: `FILES${made}`, purchaseDate: '2026-01-01', purchaseProofFile },
    })
  }
}

async function megabytesOfAll(pid: number): Promise<number> {
  const tasks = await readdir(`/proc/${pid}/task`)
  const lists = await Promise.all(tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')))
  const children = lists.join(' ').split(/\s+/).filter(Boolean)
  const all = await Promise.all([pid, ...children].map((one) => memoryOf(Number(one)).catch(() => ({ now: 0 }))))
  return all.reduce((sum, { now }) => sum + (Number.isNaN(now) ? 0 : now), 0)
}

/** Sends these, and the honest proof a moment later. */
async function measure(name: string, hostile: Readonly<Record<string, () => Promise<unknown>>>, honest: () => Promise<unknown>) {
  const pid = server.pid() ?? 0
  await pause(2_000)
  const idle = await megabytesOfAll(pid)
  const progress = { most: idle, isOver: false }
  async function watch(): Promise<void> {
    while (!progress.isOver) {
      progress.most = Math.max(progress.most, await megabytesOfAll(pid))
      await pause(sampleMs)
    }
  }
  const taken: number[] = []
  async function askOthers(): Promise<void> {
    while (!progress.isOver) taken.push(...(await timeRequests(clients, requestsAtOnce, () => api.user.getProfile())))
  }
  async function timeOne(file: string, send: () => Promise<unknown>): Promise<number> {
    const startedAt = performance.now()
    const answer = await send().then(() => 'accepted', String)
    const seconds = (performance.now() - startedAt) / 1000
    console.log(`${name}.${file}: ${answer} after ${seconds.toFixed(1)} s`)
    return seconds
  }
  const beside = [watch(), askOthers()]
  const sent = Object.entries(hostile).map(([file, send]) => timeOne(file, send))
  await pause(200)
  const honestSeconds = await timeOne('honest', honest)
  await Promise.all(sent)
  progress.isOver = true
  await Promise.all(beside)
  print(`${name}.idle_mb`, idle)
  print(`${name}.beyond_idle_mb`, progress.most - idle, memoryMaxMb)
  print(`${name}.honest_seconds`, honestSeconds, honestMaxSeconds)
  print(`${name}.other_requests_p95_ms`, percentile(taken, 0.95), otherRequestsMaxMs)
}

try {
  const named = demoAccounts.map(({ username }) => username)
  const customers = await db
    .select({ username: users.username })
    .from(users)
    .where(and(eq(users.role, 'ROLE_CUSTOMER'), notInArray(users.username, named)))
    .limit(5)
  const [one, two, three, four, five] = await Promise.all(customers.map(async ({ username }) => (await signInAs(username)).api))
  if (!one || !two || !three || !four || !five) throw new Error('the demo has too few customers')
  const picture = sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: 'red' }, limitInputPixels: false })
  const sendPicture = proofOf(await picture.png().toBuffer(), 'large.png')
  const [sendTwice, sendOnce] = [proofOf(pdfBomb(grownMegabytes, 2), 'twice.pdf'), proofOf(pdfBomb(grownMegabytes, 1), 'once.pdf')]
  const sendHonest = proofOf(demoInvoice(), 'invoice.pdf')
  const zoneFile = [new File([largestZone('Largest')], 'largest.kml')]

  // Also lets the server's memory grow to what such requests need.
  print('files.other_requests_idle_p95_ms', percentile(await timeRequests(clients, warmingRequests, () => api.user.getProfile()), 0.95))
  const hostile = {
    deflated_twice: () => sendTwice(one),
    deflated_once: () => sendOnce(two),
    megapixels_256: () => sendPicture(three),
    points_50000: () => api.rallyZone.create({ body: { title: 'Largest', enabled: false, zoneFile } }),
  }
  await measure('files.at_once', hostile, () => sendHonest(four))
  const eight = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`file_${index + 1}`, () => sendTwice(one)]))
  await measure('files.of_one_account', eight, () => sendHonest(five))
} finally {
  await dispose()
}
finish()
