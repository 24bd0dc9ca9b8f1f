/** The page from before releases: its recorded calls (earlierRequests.ts), sent as somebody, and how it shows a refusal. */
import { type ApiServer, bearer, type Client, failure } from './apiServer.ts'
import { firmwareBody } from './catalogue.ts'
import { type EarlierCall, earlierRequests, earlierUserAgent } from './earlierRequests.ts'

/** How the earlier client shows a refusal: by its code if it knew that, else by the status; `on` is the field of its form. */
export type Refusal = { readonly code: string; readonly shownAs: string; readonly on?: string }

/** At a checkbox the earlier form shows no error, so what is refused for `isActive` is for the whole form. */
export const onForm = (code: string): Refusal => ({ code, shownAs: 'not.authorized' })

/** Codes that these calls met before; the earlier client shows others by their status (its api/apiFailure.ts). */
const knownCodes = new Set(['resource.not.found', 'record.deleted.error', 'proof.required.error', 'version.already.exists.error'])
const codeOfStatus: Readonly<Record<number, string>> = { 400: 'request.invalid', 403: 'not.authorized', 404: 'resource.not.found' }

export type Values = Readonly<Record<string, string | number>>

function fill(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`nothing stands for {${name}}`)
    return String(value)
  })
}

function bodyOf(call: EarlierCall, values: Values): BodyInit | undefined {
  const { form, multipart, json } = earlierRequests[call]
  if (json !== undefined) return fill(JSON.stringify(json), values)
  if (form !== undefined) return new URLSearchParams(Object.entries(form).map(([name, value]) => [name, fill(value, values)]))
  if (multipart === undefined) return undefined
  const body = new FormData()
  for (const [name, value] of Object.entries(multipart)) body.append(name, value === '{file}' ? firmwareBody().file : fill(value, values))
  return body
}

/** Sends recorded calls as this person. `more`: what stands for placeholders in all of them. */
export function earlierPageOf(server: ApiServer, client: Client, more: Values = {}) {
  async function send(call: EarlierCall, given: Values = {}): Promise<Response> {
    const values = { ...more, ...given }
    const { method, path, isKeyed, json } = earlierRequests[call]
    const headers = {
      ...bearer(client),
      'accept-language': 'en',
      'user-agent': earlierUserAgent,
      ...(isKeyed && { 'idempotency-key': crypto.randomUUID() }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
    }
    const body = bodyOf(call, values)
    return server.request(fill(path, values), { method, headers, ...(body !== undefined && { body }) })
  }

  async function get<T>(call: EarlierCall, given?: Values): Promise<T> {
    const response = await send(call, given)
    if (!response.ok) throw new Error(`${call}: ${JSON.stringify(await failure(response))}`)
    return (await response.json()) as T
  }

  /** 'done', or the refusal. */
  async function attempt(call: EarlierCall, given?: Values): Promise<'done' | Refusal> {
    const response = await send(call, given)
    if (response.ok) return 'done'
    const { status, message, invalidField } = await failure(response)
    const shownAs = knownCodes.has(message) ? message : (codeOfStatus[status] ?? 'internal.server.error')
    return { code: message, shownAs, ...(invalidField !== undefined && { on: invalidField }) }
  }

  return { send, get, attempt }
}
export type EarlierPage = ReturnType<typeof earlierPageOf>

/** What these tests read of answers. */
export type Id = { readonly id: number }
export type Shown = Id & {
  readonly version: number
  readonly isActive: boolean
  readonly isBetaTest: boolean
  readonly firmwareFile: Id & { readonly sha256: string }
}

let opened = 0

/** What the earlier page calls when it is opened and a detector is connected. Returns the detector's id. */
export async function openPage(page: EarlierPage): Promise<number> {
  for (const call of ['configuration', 'profile', 'ownDetectors', 'ownUpdates', 'ownCoils', 'siteUrl'] as const) await page.get(call)
  opened += 1
  const serialNumber = (0x7000000000 + opened).toString(16).toUpperCase()
  const { id } = await page.get<Id>('connect', { serialNumber })
  await page.get('coils', { userProductId: id, coilSerialNumber: `C0${(0x11000000 + opened).toString(16).toUpperCase()}` })
  return id
}
