/**
 * The surroundings of an update's flow, with fakes only at the lowest level: network responses, the detector's outcome, memory instead of a
 * disk. A reopened page finds what the last one stored.
 */
import { createHash } from 'node:crypto'
import type { OfferedFirmware } from '../../src/contract/firmware.ts'
import type { Recording } from '../../src/device/recorder/recording.ts'
import type { UpdateFailure, UpdateOutcome, UpdateState } from '../../src/device/update/updateState.ts'
import { createRows, type Rows } from '../../src/app/browser/rows/browserStore.ts'
import { createApi } from '../../src/app/api/createApi.ts'
import { createOutbox, type Outbox } from '../../src/app/outbox/outbox.ts'
import type { OutboxEntry } from '../../src/app/outbox/outboxEntry.ts'
import { sendQueuedCallsBy } from '../../src/app/outbox/queuedCalls.ts'
import type { Check } from '../../src/app/update/checks/checks.ts'
import { createUpdateFlow, type UpdateFlow } from '../../src/app/update/flow/updateFlow.ts'
import type { JournalRow } from '../../src/app/detector/updateJournal.ts'
import { createLastEnd } from '../../src/app/update/records/lastEnd.ts'
import { detectorOf } from '../component/customer.ts'
import { memoryCaches } from './memoryCaches.ts'
import { memoryFirmware } from './memoryFirmware.ts'
import { namedAnswer } from './namedAnswer.ts'
import { memoryText } from './memoryText.ts'
import { serve } from './updateServer.ts'

export const file = new Uint8Array(100).map((_, index) => index * 7)
const sha256 = createHash('sha256').update(file).digest('hex')
export const firmware: OfferedFirmware = {
  id: 31,
  versionName: '5.2',
  language: 'fr',
  releaseDate: '2026-10-01T00:00:00.000Z',
  changeLog: null,
  isBetaTest: false,
  firmwareFile: { id: 9, filename: 'ws6.bin', sizeBytes: file.length, sha256 },
}
export const userProduct = detectorOf(12, { protocolVersion: 2 })
export const unplugged: UpdateFailure = {
  phase: 'failed',
  errorType: 'DECONNECTION_ERROR',
  cause: 'device.disconnected.error',
  during: 'programming',
  sentBytes: 48,
  totalBytes: 84,
  mustReload: false,
}

/** How long the detector takes. */
export const updateMs = 13_000

export const recordCall = 'POST /productUpdate userProductId=12&firmwareId=31'
export const eraseCall = 'POST /productUpdate/55 productUpdateId=55&firmwareAfter=none'
export const reportCall = (result: string) => `POST /productUpdate/55 productUpdateId=55&${result}`

export type UpdateWorld = {
  fileAnswer: (signal: AbortSignal) => Response
  isServerGone: boolean
  /** Whether a detector that has left comes back; it does at once by default. */
  cameBack?: (signal: AbortSignal) => Promise<boolean>
  /** The firmware is not offered any more: a start is refused, and a late record is not. */
  isHalted: boolean
  /** Of each record that the server has accepted, whether it was sent as a start. */
  readonly starts: boolean[]
  /** What the detector is said to be in each start and record that the server has accepted; null where nothing is said. */
  readonly said: { readonly isSimulated: string | null; readonly browser: string | null }[]
  isSimulated: boolean
  /** The page stops waiting for the server when this resolves; null: never. */
  timeout: Promise<unknown> | null
  refusal: { status: number; code: string } | null
  outcome: UpdateOutcome | (() => Promise<UpdateOutcome>)
  /** The page's clock. It stands still unless a test or the detector advances it. */
  nowMs: number
  /** The states that the detector reports before it ends. */
  states: readonly UpdateState[]
  checks: readonly Check[]
  /** The server responds once this is stored. */
  held: Promise<unknown> | null
  /** Who is signed in by now, if not the user who opened the page. */
  signedIn: number | null
  isOtherTabUpdating: boolean
  recording: Recording | null
  /** Whether the last checks were for a detector with a firmware. */
  checkedWithFirmware: boolean | null
  /** How often other tabs were told to read the outcomes again. */
  sharedOutcomes: number
  /** All external effects, in order. */
  readonly seen: string[]
  readonly programmed: Uint8Array[]
  readonly outboxRows: Rows<OutboxEntry>
  readonly journalRows: Rows<JournalRow>
  readonly firmwareCaches: ReturnType<typeof memoryCaches>
  readonly lastEnd: ReturnType<typeof memoryText>
  /** A visit of the page by the user with this id. */
  openPage(owner?: number): { flow: UpdateFlow; outbox: Outbox }
}

export function createUpdateWorld(): UpdateWorld {
  const world: UpdateWorld = {
    fileAnswer: () => new Response(file),
    isServerGone: false,
    isHalted: false,
    starts: [],
    said: [],
    isSimulated: false,
    timeout: null,
    refusal: null,
    outcome: { phase: 'succeeded' },
    nowMs: Date.parse('2026-11-21T10:00:00Z'),
    states: [],
    checks: [{ name: 'link', verdict: 'passed' }],
    held: null,
    signedIn: null,
    isOtherTabUpdating: false,
    recording: null,
    checkedWithFirmware: null,
    sharedOutcomes: 0,
    seen: [],
    programmed: [],
    outboxRows: createRows(null),
    journalRows: createRows(null),
    firmwareCaches: memoryCaches(),
    lastEnd: memoryText(),
    openPage: (owner = 7) => openPage(world, owner),
  }
  return world
}

function openPage(world: UpdateWorld, owner: number): { flow: UpdateFlow; outbox: Outbox } {
  const { seen } = world
  const api = createApi({
    fetch: async (input, init) => namedAnswer(await serve(world, new Request(input, init))),
    session: {
      read: () => ({
        username: 'customer@example.com',
        roles: ['ROLE_CUSTOMER'],
        id: owner,
        access_token: 'a',
        refresh_token: 'r',
        locale: 'en',
      }),
      write: () => {},
      end: () => {},
      exclusively: (task) => task(),
    },
    baseUrl: 'http://portal.test',
  })
  const outbox = createOutbox({
    rows: world.outboxRows,
    owner: () => world.signedIn ?? owner,
    send: sendQueuedCallsBy(api, () => new Date()),
    runExclusively: inTurn,
    now: () => world.nowMs,
    schedule: () => () => {},
    newIdempotencyKey: () => crypto.randomUUID(),
  })
  const { files } = memoryFirmware({
    api,
    caches: world.firmwareCaches,
    send: async (request) => namedAnswer(await serve(world, request)),
    owner: () => ({ id: owner, username: 'customer@example.com' }),
  })
  const flow = createUpdateFlow({
    outbox,
    journal: world.journalRows,
    owner: () => world.signedIn ?? owner,
    files,
    async check({ wasErased }) {
      world.checkedWithFirmware = !wasErased
      return world.checks
    },
    isSimulated: () => world.isSimulated,
    browser: 'edge',
    async startUpdate(image, serialNumber, onState) {
      seen.push(serialNumber === userProduct.serialNumber ? 'update' : `update of ${serialNumber}`)
      world.programmed.push(image)
      for (const state of world.states) onState(state)
      world.nowMs += updateMs
      return typeof world.outcome === 'function' ? world.outcome() : world.outcome
    },
    untilConnected: async (serialNumber, signal) => {
      seen.push(`wait for ${serialNumber}`)
      return (await world.cameBack?.(signal)) ?? true
    },
    disconnect: async () => void seen.push('disconnect'),
    recording: async () => world.recording,
    isUpdateRunning: async () => world.isOtherTabUpdating,
    exclusively: (task) => task(),
    lastEnd: createLastEnd(world.lastEnd, () => world.signedIn ?? owner),
    shareOutcomes: () => void (world.sharedOutcomes += 1),
    reload: () => void seen.push('reload'),
    now: () => new Date(world.nowMs),
    sleep: async () => void (await (world.timeout ?? new Promise(() => {}))),
  })
  return { flow, outbox }
}

let last: Promise<unknown> = Promise.resolve()
function inTurn(task: () => Promise<void>): Promise<void> {
  const turn = last.then(task)
  last = turn.catch(() => {})
  return turn
}
