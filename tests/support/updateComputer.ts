/** A customer's computer: the app's own outbox, journal and update flow, with a clock that is off, over a line that can be switched off. */
import { createApi } from '../../src/app/api/createApi.ts'
import { createRows } from '../../src/app/browser/rows/browserStore.ts'
import type { JournalRow } from '../../src/app/detector/updateJournal.ts'
import { createOutbox } from '../../src/app/outbox/outbox.ts'
import type { OutboxEntry } from '../../src/app/outbox/outboxEntry.ts'
import { recordIdOf, sendQueuedCallsBy } from '../../src/app/outbox/queuedCalls.ts'
import { createLastEnd } from '../../src/app/update/records/lastEnd.ts'
import { createUpdateFlow } from '../../src/app/update/flow/updateFlow.ts'
import { type KnownFirmware, knowledgeOf, knownFirmware } from '../../src/app/update/offers/knownFirmware.ts'
import { basePath } from '../../src/contract/basePath.ts'
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import type { ApiServer, Client } from './apiServer.ts'
import { memoryText } from './memoryText.ts'
import type { DetectorBench } from './detectorBench.ts'

type Computer = {
  /** How far its clock is off. */
  readonly offMs: number
  readonly bench: DetectorBench
  readonly bytesOf: (firmware: OfferedFirmware) => Uint8Array<ArrayBuffer>
}

export type UpdateComputer = ReturnType<typeof openUpdateComputer>

export function openUpdateComputer(server: ApiServer, person: Client, { offMs, bench, bytesOf }: Computer) {
  let isOnline = true
  let whileRunning: (() => Promise<void>) | null = null
  const owner = person.held.current?.id ?? 0
  const now = () => new Date(server.context.clock().getTime() + offMs)
  const api = createApi({
    fetch: async (input, init) => {
      if (!isOnline) throw new TypeError('Failed to fetch')
      const request = new Request(input, init)
      const { pathname, search } = new URL(request.url)
      const { method, headers } = request
      return server.requestAt(pathname + search, { method, headers, ...(method !== 'GET' && { body: await request.text() }) })
    },
    baseUrl: `http://portal.test${basePath}`,
    session: { read: () => person.held.current, write: (fresh) => void (person.held.current = fresh), end: () => {} },
  })
  const outbox = createOutbox({
    rows: createRows<OutboxEntry>(null),
    owner: () => owner,
    send: sendQueuedCallsBy(api, now),
    runExclusively: (task) => task(),
    now: () => now().getTime(),
    schedule: () => () => {},
    newIdempotencyKey: () => crypto.randomUUID(),
  })
  const journal = createRows<JournalRow>(null)
  const flow = createUpdateFlow({
    outbox,
    journal,
    owner: () => owner,
    files: { get: async ({ file }) => bytesOf({ firmwareFile: file } as never) },
    check: async () => [],
    isSimulated: () => false,
    browser: 'chrome',
    async startUpdate(image, serialNumber, listener) {
      bench.simulator.plug()
      await bench.connect()
      const from = bench.states.length
      const outcome = await bench.update(image, serialNumber)
      for (const state of bench.states.slice(from)) listener(state)
      await whileRunning?.()
      return outcome
    },
    untilConnected: async () => true,
    disconnect: () => bench.simulator.device.close(),
    recording: async () => null,
    isUpdateRunning: async () => false,
    exclusively: (task) => task(),
    shareOutcomes: () => {},
    lastEnd: createLastEnd(memoryText(), () => owner),
    reload: () => {},
    now,
    // The server answers, or is away at once: nothing goes on behind what a test does next.
    sleep: () => new Promise(() => {}),
  })

  return {
    flow,
    setOnline: (value: boolean) => void (isOnline = value),
    flush: outbox.flush,
    /** Renews the lease of the running update, as its page's timer does. */
    async renew(percent: number): Promise<void> {
      const rows = await journal.all()
      const running = rows.find(({ stage }) => stage.name === 'running')
      if (running === undefined) return
      const state = await outbox.stateOf(running.record)
      if (state.status !== 'sent') return
      await api.productUpdate.renew({ params: { id: recordIdOf(state.answer) }, body: { percent } }).catch(() => {})
    },
    /** Calls `look` in the middle of each update: the detector has reported all, and the page nothing but its notes. */
    whileRunning: (look: () => Promise<void>) => void (whileRunning = look),
    /** What its page says of the detector, which is not connected to it; null while it is offline. */
    async claim(userProductId: number): Promise<KnownFirmware | null> {
      if (!isOnline) return null
      const delivered = await flow.deliveredOutcomes()
      const products = await api.userProduct.getUserProductsForUser()
      await flow.settleOutcomes(products, delivered)
      const product = products.find(({ id }) => id === userProductId)
      return product === undefined ? null : knownFirmware(product, knowledgeOf(flow))
    },
  }
}
