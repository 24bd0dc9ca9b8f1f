// @module-tag rest
/**
 * Two hundred updates over a line that is cut at random: before a call, in the middle of a download, after the server did what it was asked
 * and before its answer came back; with pages closed at random too. The real client, flow, outbox, firmware files and server; only the
 * line, the detector and the browser's stores are made up. A seed repeats its run.
 */
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { createRows } from '../../src/app/browser/rows/browserStore.ts'
import { createApi } from '../../src/app/api/createApi.ts'
import { createOutbox, type NewEntry, type Outbox } from '../../src/app/outbox/outbox.ts'
import type { OutboxEntry } from '../../src/app/outbox/outboxEntry.ts'
import { sendQueuedCallsBy } from '../../src/app/outbox/queuedCalls.ts'
import { createLastEnd } from '../../src/app/update/records/lastEnd.ts'
import { createUpdateFlow } from '../../src/app/update/flow/updateFlow.ts'
import type { JournalRow } from '../../src/app/detector/updateJournal.ts'
import { basePath } from '../../src/contract/basePath.ts'
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import type { UserProduct } from '../../src/contract/userProduct.ts'
import { seededChance } from '../../src/device/simulator/simulatorFaults.ts'
import { productUpdates } from '../../src/server/db/tables.ts'
import { addFirmware, addProduct } from '../support/catalogue.ts'
import { memoryCaches } from '../support/memoryCaches.ts'
import { memoryFirmware } from '../support/memoryFirmware.ts'
import { memoryText } from '../support/memoryText.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const runs = 200
const visitsAtMost = 60
const bytes = Uint8Array.from({ length: 5_000 }, (_, index) => (index * 31) % 251)
const image = bytes.slice(0, -16)

/** `isWhole`: nothing breaks any more. */
type Line = { readonly chance: () => number; isWhole: boolean }
/** What was written down for the server, by the number of its record's entry. */
type WrittenDown = Map<number, { readonly date: string; ending: { success: boolean; errorType: string | null } | null }>

serverOnPostgres((server) => {
  const [ada] = signedIn(server, 'ROLE_CUSTOMER')
  let owned: UserProduct
  let firmware: OfferedFirmware
  let clockMs = Date.parse('2026-01-01T00:00:00Z')

  beforeAll(async () => {
    const admin = await server.signInAs('ROLE_ADMIN')
    const productId = await addProduct(admin, { typeId: 77 })
    await addFirmware(admin, { productIds: [productId], bytes })
    const identity = { serialNumber: '0A1B2C3D4E', materialVersion: 1, protocolVersion: 1, productTypeId: 77 }
    owned = await ada.userProduct.getOrCreate({ body: identity })
    const [offered] = await ada.firmware.getAllForProductAndUser({ params: { productId } })
    if (offered === undefined) throw new Error('nothing is offered')
    firmware = offered
  })

  /** The line to the server, which breaks at three places. */
  async function send(line: Line, request: Request): Promise<Response> {
    const fate = line.isWhole ? 1 : line.chance()
    if (fate < 0.2) throw new TypeError('Failed to fetch')
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'POST' ? { body: await request.arrayBuffer() } : {}
    const answer = await server.requestAt(pathname + search, { method: request.method, headers: request.headers, ...body })
    if (fate < 0.4) throw new TypeError('network error')
    if (fate > 0.6) return answer
    const whole = new Uint8Array(await answer.arrayBuffer())
    return new Response(breakingAfter(whole.slice(0, Math.floor(whole.length * line.chance()))), {
      status: answer.status,
      headers: answer.headers,
    })
  }

  /** A visit of the page over this line; `closed` resolves where it is closed in the middle of an update. */
  function visit(line: Line, profile: Profile) {
    const closing = new AbortController()
    const api = createApi({
      fetch: (input, init) => send(line, new Request(input, init)),
      baseUrl: `http://portal.test${basePath}`,
      session: { read: () => ada.held.current, write: (fresh) => void (ada.held.current = fresh), end: () => {} },
    })
    const owner = ada.held.current?.id ?? 0
    const outbox = createOutbox({
      rows: profile.outbox,
      owner: () => owner,
      send: sendQueuedCallsBy(api, () => new Date(clockMs)),
      runExclusively: (task) => task(),
      now: () => clockMs,
      schedule: () => () => {},
      newIdempotencyKey: () => crypto.randomUUID(),
    })
    const { files } = memoryFirmware({
      api,
      caches: profile.caches,
      send: (request) => send(line, request),
      owner: () => ({ id: owner, username: 'ada' }),
    })
    const flow = createUpdateFlow({
      outbox: { ...outbox, add: (entry) => addAndNote(outbox, profile, entry) },
      journal: profile.journal,
      owner: () => owner,
      files,
      check: async () => [],
      isSimulated: () => false,
      browser: 'chrome',
      async startUpdate(given) {
        expect(given).toEqual(image)
        if (line.isWhole || line.chance() > 0.15) return { phase: 'succeeded' }
        closing.abort()
        return new Promise(() => {})
      },
      untilConnected: async () => true,
      disconnect: async () => {},
      recording: async () => null,
      isUpdateRunning: async () => false,
      exclusively: (task) => task(),
      shareOutcomes: () => {},
      lastEnd: createLastEnd(memoryText(), () => owner),
      reload: () => {},
      now: () => new Date((clockMs += 1_000)),
      sleep: () => new Promise(() => {}),
    })
    const closed = new Promise<void>((resolve) => {
      closing.signal.addEventListener('abort', () => resolve())
    })
    return { flow, outbox, closed }
  }

  /** A person who wants this update done, over a bad line: tries again until it is, and answers the question. */
  async function updateOver(line: Line, profile: Profile): Promise<void> {
    for (let visits = 0; visits < visitsAtMost; visits += 1) {
      const { flow, closed } = visit(line, profile)
      await flow.resume()
      flow.close()
      if (flow.state().step !== 'asking') await Promise.race([flow.start(owned, firmware), closed])
      const state = flow.state()
      if (state.step === 'failed') profile.failures.push(`${state.failure.during}: ${state.failure.cause}`)
      // Closed before the answer, or asked again at the next visit.
      if (state.step !== 'asking' || line.chance() < 0.2) continue
      await flow.answerRestart(true)
      return
    }
    throw new Error('the update was never done')
  }

  it(`has each of its records exactly once after ${runs} updates over a line that is cut at random`, async () => {
    const written: WrittenDown[] = []
    const failures = new Set<string>()
    for (let seed = 1; seed <= runs; seed += 1) {
      const line: Line = { chance: seededChance(seed), isWhole: false }
      const profile = newProfile()
      written.push(profile.written)
      await updateOver(line, profile)
      for (const failure of profile.failures) failures.add(failure)
      // The network is back, and nobody waits any more for the answer to a start: the page that did is long closed.
      line.isWhole = true
      clockMs += 60_000
      const { outbox } = visit(line, profile)
      await outbox.flush()
      expect({ seed, left: [...(await profile.outbox.all())] }).toEqual({ seed, left: [] })
    }
    const rows = await server.context.db.select().from(productUpdates).where(eq(productUpdates.userProductId, owned.id))
    const onServer = rows.map(({ sentDate, success, errorType }) => ({
      date: sentDate?.toISOString() ?? '',
      ending: { success, errorType },
    }))
    const expected = written.flatMap((records) => Array.from(records.values()))
    // All that a person was ever told: it waits for the network.
    expect([...failures]).toEqual(['download: network.offline.error'])
    expect(expected.filter(({ ending }) => ending?.success === true)).toHaveLength(runs)
    expect(expected.length).toBeGreaterThan(runs)
    expect(onServer.toSorted(byDate)).toEqual(expected.toSorted(byDate))
  })
})

type Profile = ReturnType<typeof newProfile>

/** What one browser keeps from visit to visit. */
function newProfile() {
  const written: WrittenDown = new Map()
  return {
    outbox: createRows<OutboxEntry>(null),
    journal: createRows<JournalRow>(null),
    caches: memoryCaches(),
    written,
    failures: new Array<string>(),
  }
}

async function addAndNote(outbox: Outbox, { written }: Profile, entry: NewEntry): Promise<number> {
  const sequence = await outbox.add(entry)
  // As the flow writes them: queuedCalls.ts checks both shapes.
  const payload = entry.payload as { date?: string; success?: boolean; errorType?: string }
  if (payload.date !== undefined) written.set(sequence, { date: payload.date, ending: null })
  const record = written.get(entry.needs ?? 0)
  if (record !== undefined) record.ending = { success: payload.success === true, errorType: payload.errorType ?? null }
  return sequence
}

function breakingAfter(part: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  let isSent = part.length === 0
  return new ReadableStream({
    pull(controller) {
      if (isSent) controller.error(new TypeError('network error'))
      else controller.enqueue(part)
      isSent = true
    },
  })
}

function byDate(one: { date: string }, other: { date: string }): number {
  return one.date.localeCompare(other.date)
}
