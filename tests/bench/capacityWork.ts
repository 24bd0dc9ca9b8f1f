/** What customers and staff do in the capacity bench. Each worker is one person with one session. */
import { randomBytes } from 'node:crypto'
import { noFilters } from '../support/lists.ts'
import { type Send, sendJson, signIn, type Tokens } from './capacityClient.ts'

export type Customer = { readonly username: string; tokens: Tokens; readonly productId: number; readonly userProductId: number }

/** One piece of work, timed as a whole. `kind` is under which name. */
type Work = { readonly kind: string; readonly run: () => Promise<void> }
export type Worker = (index: number) => Work

type Person = { readonly username: string; readonly password: string }
type Firmware = { readonly id: number; readonly firmwareFile: { readonly id: number } }

/** Of a hundred requests. A customer looks more often than downloads; staff are few. */
const shares = { profile: 20, detectors: 25, firmwares: 20, history: 15, renew: 10, download: 5, staff_list: 5 } as const

export async function openCustomer(send: Send, { username, password }: Person): Promise<Customer> {
  const tokens = await signIn(send, username, password)
  const token = tokens.access_token
  const [detector] = await sendJson<{ id: number; product: { id: number } }[]>(send, 'GET', '/userProduct/getUserProductsForUser', {
    token,
  })
  if (detector === undefined) throw new Error('no detector')
  return { username, tokens, productId: detector.product.id, userProductId: detector.id }
}

export const kinds = Object.keys(shares)

export function mixOf(send: Send, customers: readonly Customer[], admin: Tokens): Worker {
  const turns = Object.entries(shares).flatMap(([kind, share]) => Array.from({ length: share }, () => kind))
  return (index) => callOf(send, turns[Math.floor(Math.random() * turns.length)] ?? '', customers, admin)(index)
}

export function callOf(send: Send, kind: string, customers: readonly Customer[], admin: Tokens): Worker {
  return (index) => {
    const customer = customers[index % customers.length]
    if (customer === undefined) throw new Error('no customer')
    return { kind, run: () => runOne(send, kind, customer, admin) }
  }
}

async function runOne(send: Send, kind: string, customer: Customer, admin: Tokens): Promise<void> {
  const token = customer.tokens.access_token
  const get = (path: string) => succeed(send('GET', path, { token }))
  if (kind === 'profile') await get('/user/getProfile')
  else if (kind === 'detectors') await get('/userProduct/getUserProductsForUser')
  else if (kind === 'firmwares') await get(`/firmware/getAllForProductAndUser/${customer.productId}`)
  else if (kind === 'history') await get('/productUpdate/getProductUpdatesForUser')
  else if (kind === 'renew') {
    const form = { grant_type: 'refresh_token', refresh_token: customer.tokens.refresh_token }
    customer.tokens = await sendJson<Tokens>(send, 'POST', '/oauth/access_token', { form })
  } else if (kind === 'download') {
    const [firmware] = await offered(send, customer)
    await get(`/file/showFileFromWeb?id=${firmware?.firmwareFile.id ?? 0}`)
  } else {
    const form = { perPage: '50', currentPage: '1', sortBy: 'lastname', sortDesc: 'false', filters: JSON.stringify(noFilters) }
    await succeed(send('POST', '/user/getB122TableResults', { token: admin.access_token, form }))
  }
}

/** Everything that the app sends for one update of a detector that is connected: seven calls. */
export function updateOf(send: Send, customers: readonly Customer[]): Worker {
  return (index) => {
    const customer = customers[index % customers.length]
    if (customer === undefined) throw new Error('no customer')
    const run = async () => {
      const token = customer.tokens.access_token
      await succeed(send('GET', '/userProduct/getUserProductsForUser', { token }))
      const [firmware] = await offered(send, customer)
      const form = { userProductId: String(customer.userProductId), firmwareId: String(firmware?.id ?? 0) }
      const { id } = await sendJson<{ id: number }>(send, 'POST', '/productUpdate', { token, form })
      await succeed(send('GET', `/file/showFileFromWeb?id=${firmware?.firmwareFile.id ?? 0}`, { token }))
      const report = (told: Record<string, string>) =>
        succeed(send('POST', `/productUpdate/${id}`, { token, form: { productUpdateId: String(id), ...told } }))
      await report({ firmwareAfter: 'none' })
      await report({ success: 'true' })
      await succeed(send('GET', '/userProduct/getUserProductsForUser', { token }))
    }
    return { kind: 'update', run }
  }
}

export function signInOf(send: Send, customers: readonly Customer[], password: string): Worker {
  return (index) => ({
    kind: 'sign_in',
    run: async () => void (await signIn(send, customers[index % customers.length]?.username ?? '', password)),
  })
}

export function makePassword(): string {
  return randomBytes(12).toString('base64url')
}

export function offered(send: Send, { productId, tokens }: Customer): Promise<Firmware[]> {
  return sendJson<Firmware[]>(send, 'GET', `/firmware/getAllForProductAndUser/${productId}`, { token: tokens.access_token })
}

async function succeed(answer: ReturnType<Send>): Promise<void> {
  const { status, bytes } = await answer
  if (status !== 200) throw new Error(`${status} ${bytes.toString()}`)
}
