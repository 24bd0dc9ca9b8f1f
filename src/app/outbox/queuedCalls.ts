/** The calls that the outbox can send, by name. Payloads come from the browser's storage, so they are checked before they are sent. */
import * as v from 'valibot'
import {
  type BrowserFamily,
  browserFamilies,
  type FirmwareAfterFailure,
  firmwareAfterFailure,
  updateErrorTypes,
} from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { Api } from '../api/createApi.ts'
import { createAdditions, type SendWithAdditions } from './additions.ts'
import type { OutboxPorts } from './outbox.ts'

type Context = Parameters<OutboxPorts['send']>[2] & { readonly now: () => Date; readonly sendWithAdditions: SendWithAdditions }
type QueuedCall = (api: Api, payload: unknown, context: Context) => Promise<unknown>

const newRecord = v.object({
  userProductId: v.number(),
  firmwareId: v.number(),
  date: v.string(),
  /** The detector has no firmware. Missing where it has one, and in entries of older app versions. */
  isErased: v.exactOptional(v.literal(true)),
  /** Missing in entries of older app versions. */
  isSimulated: v.exactOptional(v.boolean()),
  /** Missing in entries of older app versions. */
  browser: v.exactOptional(v.picklist(browserFamilies)),
})
type RecordAdditions = {
  readonly now: string
  readonly isStart: true
  readonly isErased: true
  readonly isSimulated: boolean
  readonly browser: BrowserFamily
}
const recordAnswer = v.object({ id: v.number() })
const firmwareNote = v.object({ firmwareAfter: v.picklist(['none', 'unknown']) })
const result = v.object({
  success: v.boolean(),
  errorType: v.exactOptional(v.picklist(updateErrorTypes)),
  firmwareAfter: v.exactOptional(v.picklist(firmwareAfterFailure)),
})
type ReportAddition = { readonly firmwareAfter: FirmwareAfterFailure }

/** A coil's purchase. */
export const coilCall = 'accessory.createOrUpdateUserAccessory'
export const queuedCoil = v.object({
  accessoryId: v.exactOptional(v.number()),
  coilSerial: v.string(),
  purchaseDate: v.string(),
  purchaseProofFile: v.exactOptional(v.file()),
})
export type QueuedCoil = v.InferOutput<typeof queuedCoil>

/** A detector's purchase. */
export const purchaseCall = 'userProduct.registerPurchase'
export const queuedPurchase = v.object({
  userProductId: v.number(),
  purchaseDate: v.string(),
  purchaseProofFile: v.exactOptional(v.file()),
})
export type QueuedPurchase = v.InferOutput<typeof queuedPurchase>

/** A proof of 5 MB takes 80 s at 500 kbit/s. A dead connection must not block the entries behind it. */
const uploadTimeoutMs = 180_000

const queuedCalls: Readonly<Record<string, QueuedCall>> = {
  /** While its page waits for the answer it is a start, which the server may refuse; later it only records what has begun. */
  'productUpdate.create': async (api, payload, { idempotencyKey, isAwaited, now, sendWithAdditions }) => {
    const { isErased, isSimulated, browser, ...record } = parseStored(newRecord, payload)
    const ofReleases = {
      ...(isAwaited && { isStart: true as const }),
      ...(isErased && { isErased }),
      ...(isSimulated !== undefined && { isSimulated }),
      ...(browser !== undefined && { browser }),
    }
    return sendWithAdditions<RecordAdditions, unknown>('productUpdate.create', [{ now: now().toISOString() }, ofReleases], (more) =>
      api.productUpdate.create({ body: { ...record, ...more }, idempotencyKey }),
    )
  },

  /** Needs the response to `productUpdate.create`. */
  'productUpdate.note': async (api, payload, { neededAnswer, sendWithAdditions }) => {
    const id = recordIdOf(neededAnswer)
    const note = parseStored(firmwareNote, payload)
    return sendWithAdditions<typeof note, unknown>('productUpdate.note', [note], async ({ firmwareAfter }) => {
      // The note says nothing else: a server that does not know it is sent none.
      if (firmwareAfter === undefined) return undefined
      return api.productUpdate.report({ params: { id }, body: { productUpdateId: id, firmwareAfter } })
    })
  },

  /** Needs the response to `productUpdate.create`. */
  'productUpdate.report': async (api, payload, { neededAnswer, sendWithAdditions }) => {
    const id = recordIdOf(neededAnswer)
    const { firmwareAfter, ...specified } = parseStored(result, payload)
    const addition = firmwareAfter === undefined ? {} : { firmwareAfter }
    return sendWithAdditions<ReportAddition, unknown>('productUpdate.report', [addition], (more) =>
      api.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...specified, ...more } }),
    )
  },

  [coilCall]: (api, payload, { idempotencyKey }) => {
    const body = parseStored(queuedCoil, payload)
    return upload((signal) => api.accessory.createOrUpdateUserAccessory({ body, idempotencyKey, signal }))
  },

  [purchaseCall]: (api, payload, { idempotencyKey }) => {
    const { userProductId: id, ...body } = parseStored(queuedPurchase, payload)
    return upload((signal) => api.userProduct.registerPurchase({ params: { id }, body, idempotencyKey, signal }))
  },
}

/** The id in the response to `productUpdate.create`, as the outbox has stored it. */
export function recordIdOf(answer: unknown): number {
  return parseStored(recordAnswer, answer).id
}

async function upload<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(uploadTimeoutMs)
  try {
    return await send(signal)
  } catch (error) {
    throw signal.aborted ? new AppError('network.offline.error', { cause: error }) : error
  }
}

function parseStored<const S extends v.GenericSchema>(schema: S, stored: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, stored)
  if (!parsed.success) throw new AppError('request.invalid')
  return parsed.output
}

/** `now`: this computer's clock. `readBuild`: of the server that answered last. */
export function sendQueuedCallsBy(api: Api, now: () => Date, readBuild: () => string | null = () => null): OutboxPorts['send'] {
  const sendWithAdditions = createAdditions(readBuild)
  return async (name, payload, context) => {
    const call = queuedCalls[name]
    if (call === undefined) throw new AppError('request.invalid')
    return call(api, payload, { ...context, now, sendWithAdditions })
  }
}
