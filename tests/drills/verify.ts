/** Compares what people were told with what the portal has: what is lost, what is there twice. */
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { sha256Of } from '../support/contents.ts'
import { inDatabase } from '../support/inDatabase.ts'
import { keptCounts, recount } from '../support/updateCounts.ts'
import type { Acknowledged } from './load.ts'
import { startMeter } from './meter.ts'
import type { Portal } from './portal.ts'

const mailsMaxMs = 60_000

export type Found = {
  readonly lost: number
  readonly doubled: number
  /** Mails that came more often than once: SMTP allows it where a server dies, or loses its database, between sending and noting it. */
  readonly mailsDoubled: number
}

export async function verify(portal: Portal, databaseUrl: string, acknowledged: Acknowledged): Promise<Found> {
  const client = new Client(databaseUrl)
  await client.connect()
  try {
    const updates = await verifyUpdates(client, acknowledged)
    const accounts = await verifyAccounts(client, portal, acknowledged)
    const lostUploads = await countLostUploads(portal, acknowledged)
    const counts = await differInCounts(databaseUrl)
    return {
      lost: updates.lost + accounts.lost + lostUploads + counts,
      doubled: updates.doubled + accounts.doubled,
      mailsDoubled: accounts.mailsDoubled,
    }
  } finally {
    await client.end()
  }
}

async function verifyUpdates(client: Client, { updates, userProductIds }: Acknowledged) {
  const { rows } = await client.query<{ id: number; success: boolean | null }>(
    'select id::int, success from product_updates where user_product_id = any($1)',
    [userProductIds],
  )
  const successes = new Set(rows.filter(({ success }) => success === true).map(({ id }) => id))
  const lost = updates.filter((id) => !successes.has(id)).length
  return { lost, doubled: rows.length - new Set(updates).size }
}

async function verifyAccounts(client: Client, { smtp }: Portal, { registered }: Acknowledged) {
  const { rows } = await client.query<{ username: string }>('select username from users where username = any($1)', [registered])
  const accounts = new Set(rows.map(({ username }) => username))
  const mailed = () => new Set(smtp.received.flatMap(({ recipients }) => recipients))
  const waitsUntil = performance.now() + mailsMaxMs
  while (registered.some((username) => !mailed().has(username)) && performance.now() < waitsUntil) await pause(200)
  // What would come a second time comes once its claim has ended.
  await pause(12_000)
  const lost = registered.filter((username) => !accounts.has(username) || !mailed().has(username)).length
  const ids = new Set(smtp.received.map(({ messageId }) => messageId))
  // The same message again has the same id, by which a mailbox knows it.
  return { lost, doubled: ids.size - mailed().size, mailsDoubled: smtp.received.length - ids.size }
}

/** Each file must come from each server, whichever took it. */
async function countLostUploads({ servers }: Portal, { uploads }: Acknowledged): Promise<number> {
  let lost = 0
  for (const { url } of servers) {
    const admin = startMeter().client(url)
    admin.held.current = await admin.authentication.login({ body: { username: 'admin@example.com', password: demoPassword } })
    for (const { id, sha256 } of uploads) {
      const { firmwareFile } = await admin.firmware.get({ params: { id } })
      const answer = await admin.file.showFileFromWeb({ query: { id: firmwareFile.id, username: undefined } })
      if (sha256Of(await answer.bytes()) !== sha256) lost += 1
    }
  }
  return lost
}

/** The dashboard's numbers, which servers add up at the same time: 1 where they are not those of the records. */
async function differInCounts(databaseUrl: string): Promise<number> {
  const [kept, counted] = await inDatabase({ databaseUrl, dataDir: '' }, async (db) => [await keptCounts(db), await recount(db)])
  return JSON.stringify(kept) === JSON.stringify(counted) ? 0 : 1
}
