import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import type { Recording, UpdateFailure, UpdateOutcome } from '../../../../device/workerApi.ts'
import { createRows } from '../../../browserStore.ts'
import { createApi } from '../../../createApi.ts'
import { createOutbox, type OutboxEntry } from '../../../outbox.ts'
import { memoryCache } from '../../../../../tests/support/memoryCache.ts'
import { createFirmwareFiles } from '../../../offline/firmwareFiles.ts'
import { createFirmwareStore } from '../../../offline/firmwareStore.ts'
import { sendQueuedCallsBy } from '../../../queuedCalls.ts'
import { fetchFirmwareImage } from './firmwareFile.ts'
import { createUpdateFlow } from './updateFlow.ts'
import { forgetUpdatesOf, type JournalRow } from '../../../updateJournal.ts'

const file = new Uint8Array(100).map((_, index) => index * 7)
const sha256 = createHash('sha256').update(file).digest('hex')
const firmware: OfferedFirmware = {
  id: 31,
  versionName: '5.2',
  language: 'fr',
  releaseDate: '2026-10-01T00:00:00.000Z',
  changeLog: null,
  isBetaTest: false,
  firmwareFile: { id: 9, filename: 'ws6.bin', sizeBytes: file.length, sha256 },
}
const userProduct: UserProduct = {
  id: 12,
  product: { id: 2, name: 'WS6 Master', typeName: 'WS6' },
  productName: 'WS6 Master',
  tostring: 'WS6 Master 0A 1B 2C 3D 4E',
  serialNumber: '0A1B2C3D4E',
  serialNumberFormatted: '0A 1B 2C 3D 4E',
  materialVersion: 3,
  protocolVersion: 2,
  productTypeId: 6,
  currentFirmware: null,
  electronicBoardSerial: null,
  purchaseDate: null,
  purchaseProof: null,
  startWarranty: null,
  endWarranty: null,
  startWarrantyExtension: null,
  endWarrantyExtension: null,
  accessories: [],
}
const unplugged: UpdateFailure = {
  phase: 'failed',
  errorType: 'DECONNECTION_ERROR',
  cause: 'device.disconnected.error',
  during: 'programming',
  sentBytes: 48,
  totalBytes: 84,
  mustReload: false,
}

/** What the world outside does; a test changes what it needs before it opens the page. */
let world: {
  fileAnswer: (signal: AbortSignal) => Response
  isServerGone: boolean
  refusal: { status: number; code: string } | null
  outcome: UpdateOutcome | (() => Promise<UpdateOutcome>)
  isOtherTabUpdating: boolean
  recording: Recording | null
}
/** What the outside saw, in order. */
let seen: string[]
let programmed: Uint8Array[]
const outboxRows = { current: createRows<OutboxEntry>(null) }
const firmwareCache = { current: memoryCache() }
const journalRows = { current: createRows<JournalRow>(null) }

beforeEach(() => {
  world = {
    fileAnswer: () => new Response(file),
    isServerGone: false,
    refusal: null,
    outcome: { phase: 'succeeded' },
    isOtherTabUpdating: false,
    recording: null,
  }
  seen = []
  programmed = []
  outboxRows.current = createRows(null)
  journalRows.current = createRows(null)
  firmwareCache.current = memoryCache()
})

async function serve(request: Request): Promise<Response> {
  request.signal.throwIfAborted()
  if (world.isServerGone) throw new TypeError('Failed to fetch')
  const { pathname } = new URL(request.url)
  if (pathname === '/file/showFileFromWeb') return world.fileAnswer(request.signal)
  const body = new URLSearchParams(await request.text())
  if (world.refusal !== null) return Response.json({ message: world.refusal.code }, { status: world.refusal.status })
  body.delete('date')
  seen.push(`POST ${pathname} ${body}`)
  return Response.json({ id: 55 })
}

/** A visit of the page: what it keeps outlives it, as in a browser. */
function openPage(owner = 7) {
  const api = createApi({
    fetch: (input, init) => serve(new Request(input, init)),
    session: {
      read: () => ({ username: 'customer@example.com', roles: ['ROLE_CUSTOMER'], id: owner, access_token: 'a', refresh_token: 'r' }),
      write: () => {},
      end: () => {},
      exclusively: (task) => task(),
    },
    baseUrl: 'http://portal.test',
  })
  const outbox = createOutbox({
    rows: outboxRows.current,
    owner: () => owner,
    send: sendQueuedCallsBy(api),
    runExclusively: inTurn,
    schedule: () => () => {},
    newIdempotencyKey: () => crypto.randomUUID(),
  })
  const files = createFirmwareFiles({
    api,
    store: createFirmwareStore(
      async () => firmwareCache.current,
      () => new Date(),
    ),
    owner: () => ({ id: owner, username: 'customer@example.com' }),
    sleep: async () => {},
    onNotKept: () => {},
  })
  const flow = createUpdateFlow({
    outbox,
    journal: journalRows.current,
    owner: () => owner,
    fetchImage: ({ firmwareFile }, signal, onReceived) => fetchFirmwareImage(files, { file: firmwareFile, signal }, onReceived),
    async startUpdate(image) {
      seen.push('update')
      programmed.push(image)
      return typeof world.outcome === 'function' ? world.outcome() : world.outcome
    },
    disconnect: async () => void seen.push('disconnect'),
    recording: async () => world.recording,
    isUpdateRunning: async () => world.isOtherTabUpdating,
    reload: () => void seen.push('reload'),
    now: () => new Date('2026-11-21T10:00:00Z'),
    sleep: () => new Promise(() => {}),
  })
  return { flow, outbox }
}

let last: Promise<unknown> = Promise.resolve()
function inTurn(task: () => Promise<void>): Promise<void> {
  const turn = last.then(task)
  last = turn.catch(() => {})
  return turn
}

const record = 'POST /productUpdate userProductId=12&firmwareId=31'
const report = (result: string) => `POST /productUpdate/55 productUpdateId=55&${result}`

describe('an update', () => {
  it('programs the file without its last 16 bytes, lets go of the detector and asks whether it restarted', async () => {
    const { flow } = openPage()
    await flow.start(userProduct, firmware)
    expect(programmed).toEqual([file.slice(0, 84)])
    expect(seen).toEqual([record, 'update', 'disconnect'])
    expect(flow.state()).toMatchObject({ step: 'asking', target: { versionName: '5.2', serialNumberFormatted: '0A 1B 2C 3D 4E' } })
  })

  it('that restarted is reported as a success and shows the new version', async () => {
    const { flow, outbox } = openPage()
    await flow.start(userProduct, firmware)
    await flow.answerRestart(true)
    await outbox.flush()
    expect(seen.slice(3)).toEqual([report('success=true')])
    expect(flow.state()).toMatchObject({ step: 'restarted', target: { versionName: '5.2' } })
    expect([...(await outboxRows.current.all()), ...(await journalRows.current.all())]).toEqual([])
  })

  it('that did not restart is reported as REBOOT_ERROR', async () => {
    const { flow, outbox } = openPage()
    await flow.start(userProduct, firmware)
    await flow.answerRestart(false)
    await outbox.flush()
    expect(seen.slice(3)).toEqual([report('success=false&errorType=REBOOT_ERROR')])
    expect(flow.state().step).toBe('notRestarted')
  })

  it('asks again at the next visit when the page was closed before the answer, and only the one who updated', async () => {
    await openPage().flow.start(userProduct, firmware)
    const stranger = openPage(8)
    await stranger.flow.resume()
    expect(stranger.flow.state().step).toBe('idle')
    const { flow, outbox } = openPage()
    await flow.resume()
    expect(flow.state().step).toBe('asking')
    await flow.answerRestart(true)
    await outbox.flush()
    expect(seen.at(-1)).toBe(report('success=true'))
  })

  it('is not asked about after its user has signed out, which forgets the record too', async () => {
    await openPage().flow.start(userProduct, firmware)
    await forgetUpdatesOf(8, journalRows.current)
    expect(await journalRows.current.all()).toHaveLength(1)
    await forgetUpdatesOf(7, journalRows.current)
    const { flow } = openPage()
    await flow.resume()
    expect(flow.state().step).toBe('idle')
  })

  it('is reported once when two tabs ask whether the detector restarted', async () => {
    await openPage().flow.start(userProduct, firmware)
    const [one, other] = [openPage(), openPage()]
    await one.flow.resume()
    await other.flow.resume()
    await one.flow.answerRestart(true)
    await other.flow.answerRestart(false)
    await other.outbox.flush()
    expect(seen.slice(3)).toEqual([report('success=true')])
    expect(other.flow.state().step).toBe('idle')
  })

  it.each([
    ['shorter than 17 bytes', 'image.too.short.error', file.slice(0, 16), 16],
    ['cut short', 'image.truncated.error', file.slice(0, 99), 100],
    ['with one bit changed', 'image.corrupt.error', file.with(50, 1), 100],
  ])('refuses a file %s before the detector is asked anything', async (_, cause, bytes, sizeBytes) => {
    world.fileAnswer = () => new Response(bytes)
    const { flow } = openPage()
    await flow.start(userProduct, { ...firmware, firmwareFile: { ...firmware.firmwareFile, sizeBytes } })
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause, during: 'download', errorType: null } })
    expect(seen).toEqual([])
  })

  it('says that the line broke when the download breaks off', async () => {
    world.fileAnswer = () => new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) }))
    const { flow } = openPage()
    await flow.start(userProduct, firmware)
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'network.offline.error' } })
  })

  it('can be called off while the file is coming, and leaves no trace', async () => {
    world.fileAnswer = (signal) =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(file.slice(0, 10))
            controller.enqueue(file.slice(10, 20))
            signal.addEventListener('abort', () => controller.error(signal.reason))
          },
        }),
      )
    const { flow } = openPage()
    const updating = flow.start(userProduct, firmware)
    await expect.poll(() => flow.state()).toMatchObject({ receivedBytes: 20 })
    flow.cancelDownload()
    await updating
    expect(flow.state().step).toBe('idle')
    expect(seen).toEqual([])
  })

  it('does not begin when the server refuses its record', async () => {
    world.refusal = { status: 404, code: 'resource.not.found' }
    const { flow } = openPage()
    await flow.start(userProduct, firmware)
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'resource.not.found', during: 'record' } })
    expect(seen).toEqual([])
    expect(await outboxRows.current.all()).toEqual([])
  })

  it('goes on when the server is gone after the download, and sends record and report when it is back', async () => {
    world.fileAnswer = () => {
      world.isServerGone = true
      return new Response(file)
    }
    const { flow, outbox } = openPage()
    await flow.start(userProduct, firmware)
    await flow.answerRestart(true)
    await outbox.flush()
    expect(seen).toEqual(['update', 'disconnect'])
    expect(outbox.snapshot().waiting).toBe(1)
    world.isServerGone = false
    await openPage().outbox.flush()
    expect(seen.slice(2)).toEqual([record, report('success=true')])
  })

  it('that lost its detector is reported as such and leaves the page ready to start again', async () => {
    world.outcome = unplugged
    const { flow, outbox } = openPage()
    await flow.start(userProduct, firmware)
    await outbox.flush()
    expect(seen).toEqual([record, 'update', report('success=false&errorType=DECONNECTION_ERROR')])
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'device.disconnected.error', sentBytes: 48, totalBytes: 84 } })
    world.outcome = { phase: 'succeeded' }
    await flow.start(userProduct, firmware)
    expect(flow.state().step).toBe('asking')
  })

  it('that another tab keeps from the detector is reported as failed with its cause', async () => {
    world.outcome = () => Promise.reject(new Error('device.in.use.error'))
    const { flow, outbox } = openPage()
    await flow.start(userProduct, firmware)
    await outbox.flush()
    expect(seen.at(-1)).toBe(report('success=false&errorType=REPROGRAMMATION_ERROR'))
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'device.in.use.error' } })
  })

  it('is recorded as failed before an unknown message reloads the page, which then says why and has what was recorded', async () => {
    world.outcome = { ...unplugged, errorType: 'REPROGRAMMATION_ERROR', cause: 'device.unknown.message.error', mustReload: true }
    world.recording = { missing: 0, kinds: new Uint8Array(1), times: new Float64Array(1), frames: new Uint8Array(64), marks: [] }
    await openPage().flow.start(userProduct, firmware)
    expect(seen).toEqual([record, 'update', report('success=false&errorType=REPROGRAMMATION_ERROR'), 'reload'])
    const { flow } = openPage()
    await flow.resume()
    const { recording } = world
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'device.unknown.message.error' }, recording })
  })

  it('cut off with its page is reported at the next visit, but not while another tab still runs it', async () => {
    world.outcome = () => new Promise(() => {})
    void openPage().flow.start(userProduct, firmware)
    await expect.poll(() => seen).toContain('update')
    world.isOtherTabUpdating = true
    const otherTab = openPage()
    await otherTab.flow.resume()
    expect(otherTab.flow.state().step).toBe('idle')
    world.isOtherTabUpdating = false
    const { flow, outbox } = openPage()
    await flow.resume()
    await outbox.flush()
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'update.interrupted.error' } })
    expect(seen.at(-1)).toBe(report('success=false&errorType=REPROGRAMMATION_ERROR'))
  })
})
