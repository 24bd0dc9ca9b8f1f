/** The calls that the outbox can send, by name. Payloads come from the browser's storage, so they are checked before they are sent. */
import * as v from 'valibot'
import { type FirmwareAfterFailure, firmwareAfterFailure, updateErrorTypes } from '../../contract/rules.ts'
import { AppError, asAppError } from '../../errors.ts'
import type { Api } from '../api/createApi.ts'
import type { OutboxPorts } from './outbox.ts'

type Context = Parameters<OutboxPorts['send']>[2] & { readonly now: () => Date }
type QueuedCall = (api: Api, payload: unknown, context: Context) => Promise<unknown>

const newRecord = v.object({ userProductId: v.number(), firmwareId: v.number(), date: v.string() })
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
  'productUpdate.create': (api, payload, { idempotencyKey, now }) => {
    const record = parseStored(newRecord, payload)
    const send = (more: { now?: string }) => api.productUpdate.create({ body: { ...record, ...more }, idempotencyKey })
    return sendWithAddition(send, { now: now().toISOString() })
  },

  /** Needs the response to `productUpdate.create`. */
  'productUpdate.note': (api, payload, { neededAnswer }) => {
    const id = recordIdOf(neededAnswer)
    const { firmwareAfter } = parseStored(firmwareNote, payload)
    return api.productUpdate.report({ params: { id }, body: { productUpdateId: id, firmwareAfter } })
  },

  /** Needs the response to `productUpdate.create`. */
  'productUpdate.report': async (api, payload, { neededAnswer }) => {
    const id = recordIdOf(neededAnswer)
    const { firmwareAfter, ...specified } = parseStored(result, payload)
    const send = (more: { firmwareAfter?: FirmwareAfterFailure }) =>
      api.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...specified, ...more } })
    return firmwareAfter === undefined ? send({}) : sendWithAddition(send, { firmwareAfter })
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

/** An older server refuses a field that it does not know, and nothing may be lost for that. */
async function sendWithAddition<T, A extends object>(send: (addition: Partial<A>) => Promise<T>, addition: A): Promise<T> {
  try {
    return await send(addition)
  } catch (error) {
    if (asAppError(error).code !== 'request.invalid') throw error
    return send({})
  }
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
