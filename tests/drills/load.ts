/**
 * People who write without a pause and remember what the portal has acknowledged. What fails is sent again, with the same key, until it is
 * acknowledged, as the app's outbox does. Knows no server and no database.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { asAppError } from '../../src/errors.ts'
import { demoPassword } from '../../src/server/config/demoPassword.ts'
import { firmwareBody } from '../support/catalogue.ts'
import { sha256Of } from '../support/contents.ts'
import { tokenIn } from '../support/mailbox.ts'
import type { SmtpServer } from '../support/smtpServer.ts'
import type { Meter } from './meter.ts'

const againMs = 100
const triesMax = 600
const customers = 6
const uploadBytes = 128 * 1024
const renewEvery = 10
const password = 'seven green chairs'

/** What the portal has said that it has. */
export type Acknowledged = {
  /** Ids of updates that were made and reported as a success. */
  readonly updates: number[]
  readonly userProductIds: number[]
  readonly registered: string[]
  /** Firmwares, with the SHA-256 of what was sent. */
  readonly uploads: { readonly id: number; readonly sha256: string }[]
}

export type Load = {
  /** Resolves when so many more updates are acknowledged. */
  readonly moreUpdates: (count: number) => Promise<void>
  /** Ends when everything that was begun is acknowledged. */
  readonly stop: () => Promise<Acknowledged>
}

export type Place = { readonly url: string; readonly meter: Meter; readonly smtp: SmtpServer }

let made = 0

export async function startLoad({ url, meter, smtp }: Place): Promise<Load> {
  const acknowledged: Acknowledged = { updates: [], userProductIds: [], registered: [], uploads: [] }
  const stopping = new AbortController()

  async function person(): Promise<ReturnType<Meter['client']>> {
    const client = meter.client(url)
    const username = await register(client)
    const mail = await received(username)
    await again(() => client.authentication.validateAccount({ body: { token: tokenIn(mail), userId: undefined } }))
    client.held.current = await again(() => client.authentication.login({ body: { username, password } }))
    return client
  }

  async function register(client: ReturnType<Meter['client']>): Promise<string> {
    const username = `person${(made += 1)}-${randomBytes(4).toString('hex')}@example.net`
    const about = { firstname: 'Zoë', lastname: 'Ørsted', phonePrefix: '+33', phoneNumber: '0639980001', country: 'FR' }
    const body = { ...about, username, password, distributor: undefined, isNewsletter: false, locale: 'en' } as const
    const idempotencyKey = crypto.randomUUID()
    await again(() => client.register.register({ body, idempotencyKey }))
    acknowledged.registered.push(username)
    return username
  }

  async function received(username: string) {
    for (;;) {
      const mail = smtp.received.find(({ recipients }) => recipients.includes(username))
      if (mail !== undefined) return { text: mail.text ?? '' }
      await pause(againMs)
    }
  }

  async function customer(): Promise<void> {
    const client = await person()
    const body = { serialNumber: randomBytes(5).toString('hex').toUpperCase(), materialVersion: 1, protocolVersion: 2, productTypeId: 6 }
    const detector = await again(() => client.userProduct.getOrCreate({ body }))
    acknowledged.userProductIds.push(detector.id)
    const params = { productId: detector.product.id }
    const [firmware] = await again(() => client.firmware.getAllForProductAndUser({ params }))
    if (firmware === undefined) throw new Error('no firmware')
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      const idempotencyKey = crypto.randomUUID()
      const update = { userProductId: detector.id, firmwareId: firmware.id, date: undefined }
      const { id } = await again(() => client.productUpdate.create({ body: update, idempotencyKey }))
      const bytes = await again(() => client.file.showFileFromWeb({ query: { id: firmware.firmwareFile.id, username: undefined } }))
      if (sha256Of(await bytes.bytes()) !== firmware.firmwareFile.sha256) throw new Error('another file')
      const report = { productUpdateId: id, success: true, errorType: undefined, firmwareAfter: undefined }
      await again(() => client.productUpdate.report({ params: { id }, body: report }))
      acknowledged.updates.push(id)
      await again(() => client.userProduct.getUserProductsForUser())
      if (round % renewEvery === 0) await renew(client)
    }
  }

  async function registrar(): Promise<void> {
    while (!stopping.signal.aborted) {
      await register(meter.client(url))
      await pause(2 * againMs)
    }
  }

  async function staff(): Promise<void> {
    const client = meter.client(url)
    const account = { username: 'admin@example.com', password: demoPassword }
    client.held.current = await again(() => client.authentication.login({ body: account }))
    while (!stopping.signal.aborted) {
      const bytes = new Uint8Array(randomBytes(uploadBytes))
      const idempotencyKey = crypto.randomUUID()
      const body = firmwareBody({ versionName: crypto.randomUUID(), isActive: false, bytes })
      const { id } = await again(() => client.firmware.create({ body, idempotencyKey }))
      acknowledged.uploads.push({ id, sha256: sha256Of(bytes) })
      await pause(againMs)
    }
  }

  const working = Promise.all([...Array.from({ length: customers }, customer), registrar(), staff()])
  working.catch(() => undefined)

  return {
    moreUpdates: async (count) => {
      const goal = acknowledged.updates.length + count
      const reached = async () => {
        while (acknowledged.updates.length < goal) await pause(againMs)
      }
      await Promise.race([reached(), working])
    },
    stop: async () => {
      stopping.abort()
      await working
      return acknowledged
    },
  }
}

async function renew(client: ReturnType<Meter['client']>): Promise<void> {
  const refresh_token = client.held.current?.refresh_token ?? ''
  client.held.current = await again(() => client.authentication.refresh({ body: { grant_type: 'refresh_token', refresh_token } }))
}

/** The meter has counted what failed. What a server refuses it would refuse again. */
async function again<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send()
    } catch (error) {
      const { status } = asAppError(error)
      if (tries > triesMax || (status >= 400 && status < 500)) throw error
      await pause(againMs)
    }
  }
}
