/** The calls that the outbox can send, by name. Payloads come from the browser's storage, so they are checked before they are sent. */
import * as v from 'valibot'
import { browserFamilies, firmwareAfterFailure, updateErrorTypes } from '../../contract/rules.ts'
import { AppError } from '../../errors.ts'
import type { Api } from '../api/createApi.ts'
import type { OutboxPorts } from './outbox.ts'

type Context = Parameters<OutboxPorts['send']>[2] & { readonly now: () => Date }
type QueuedCall = (api: Api, payload: unknown, context: Context) => Promise<unknown>

const newRecord = v.object({
  userProductId: v.number(),
  firmwareId: v.number(),
  date: v.string(),
  /** The detector has no firmware. Missing where it has one. */
  isErased: v.exactOptional(v.literal(true)),
  isSimulated: v.boolean(),
  browser: v.picklist(browserFamilies),
})
const recordAnswer = v.object({ id: v.number() })
const firmwareNote = v.object({ firmwareAfter: v.picklist(['none', 'unknown']) })
const result = v.object({
  success: v.boolean(),
  errorType: v.exactOptional(v.picklist(updateErrorTypes)),
  firmwareAfter: v.exactOptional(v.picklist(firmwareAfterFailure)),
})

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
  'productUpdate.create': async (api, payload, { idempotencyKey, isAwaited, now }) => {
    const record = parseStored(newRecord, payload)
    const body = { ...record, now: now().toISOString(), ...(isAwaited && { isStart: true }) }
    return api.productUpdate.create({ body, idempotencyKey })
  },

  /** Needs the response to `productUpdate.create`. */
  'productUpdate.note': async (api, payload, { neededAnswer }) => report(api, recordIdOf(neededAnswer), parseStored(firmwareNote, payload)),

  /** Needs the response to `productUpdate.create`. */
  'productUpdate.report': async (api, payload, { neededAnswer }) => report(api, recordIdOf(neededAnswer), parseStored(result, payload)),

  [coilCall]: (api, payload, { idempotencyKey }) => {
    const body = parseStored(queuedCoil, payload)
    return upload((signal) => api.accessory.createOrUpdateUserAccessory({ body, idempotencyKey, signal }))
  },

  [purchaseCall]: (api, payload, { idempotencyKey }) => {
    const { userProductId: id, ...body } = parseStored(queuedPurchase, payload)
    return upload((signal) => api.userProduct.registerPurchase({ params: { id }, body, idempotencyKey, signal }))
  },
}

function report(api: Api, id: number, what: v.InferOutput<typeof firmwareNote> | v.InferOutput<typeof result>) {
  return api.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...what } })
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

/** `now`: this computer's clock. */
export function sendQueuedCallsBy(api: Api, now: () => Date): OutboxPorts['send'] {
  return async (name, payload, context) => {
    const call = queuedCalls[name]
    if (call === undefined) throw new AppError('request.invalid')
    return call(api, payload, { ...context, now })
  }
}
