/** What somebody tries who has stolen a backup: each string in it as a key, as the name of a session or view, and as a token. */
import { createHmac } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { signAccessToken, signImpersonateToken } from '../../src/server/auth/accessToken.ts'
import { bounds } from '../../src/server/backup/bounds.ts'
import { kindOf } from '../../src/server/backup/format.ts'
import { readTarFile } from '../../src/server/backup/tarFile.ts'
import { hourMs } from '../../src/server/limits/durations.ts'
import type { ApiServer } from './apiServer.ts'

/** Everything that a backup says, unpacked. */
export async function textOfBackup(path: string): Promise<string> {
  const parts: string[] = []
  for await (const entry of readTarFile(path)) {
    const bytes = await entry.read(bounds.fileBytes)
    parts.push(entry.name, String(kindOf(entry).kind === 'rows' ? gunzipSync(bytes) : bytes))
  }
  return parts.join('\n')
}

const uuidPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Values of rows, values within values, and runs of characters that a key or token may consist of. */
function stringsIn(text: string): string[] {
  const found = new Set([
    ...(text.match(/[\w+/=.-]{8,}/g) ?? []),
    ...(text.match(/[\w-]{8,}/g) ?? []),
    ...(text.match(/[0-9a-f]{16,}/g) ?? []),
  ])
  const collect = (value: unknown) => {
    if (typeof value === 'object' && value !== null) return Object.values(value).forEach(collect)
    if (typeof value !== 'string' || found.has(value)) return
    found.add(value)
    if (/^[[{"]/.test(value)) collect(parsed(value))
  }
  for (const line of text.split('\n')) collect(parsed(line))
  return [...found]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function keysFrom(text: string): Buffer[] {
  const decoded = [
    Buffer.from(text),
    Buffer.from(text, 'base64url'),
    /^(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.alloc(0),
  ]
  return decoded.filter(({ length }) => length > 0)
}

export type Live = {
  readonly accessToken: string
  readonly viewToken: string
  readonly administratorId: number
  readonly customerId: number
  /** The administrator's session. */
  readonly familyId: string
}

/**
 * How the text lets somebody in to the running server. Keys sign the tokens of people who are signed in. Names of sessions and views are
 * tried with the server's own key, so that nothing depends on guessing both at once. `bytes` are those that the text stands for.
 */
export async function findWaysIn(server: ApiServer, text: string, live: Live, bytes = Buffer.from(text)): Promise<Set<string>> {
  const ways = new Set<string>()
  const tryToken = async (way: string, token: string) => {
    // What is no token is no header either.
    if (!/^[\x21-\x7e]+$/.test(token)) return
    const response = await server.request('/user/getProfile', { headers: { authorization: `Bearer ${token}` } })
    if (response.status !== 401) ways.add(way)
  }
  for (const one of stringsIn(text)) {
    await tryToken('token', one)
    for (const key of keysFrom(one))
      for (const token of [live.accessToken, live.viewToken]) {
        // The server takes no other signature of this content: asking it for each key would take minutes.
        const forged = `${signedPart(token)}.${sign(key, token)}`
        if (forged === token) await tryToken('key', forged)
      }
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: one })
    // Ours have 43 characters.
    const isLikeOne = one.length >= 32 && one.length <= 200
    if (isLikeOne && (await server.request('/oauth/access_token', { method: 'POST', body })).status === 200) ways.add('refresh token')
  }
  // Keys at any place: of the length that ours have.
  const wanted = live.accessToken.split('.')[2]
  for (let at = 0; at + 32 <= bytes.length; at += 1) if (sign(bytes.subarray(at, at + 32), live.accessToken) === wanted) ways.add('key')

  const now = server.context.clock()
  const { administratorId, customerId } = live
  const endsAt = new Date(now.getTime() + hourMs)
  for (const id of new Set(text.match(uuidPattern))) {
    for (const userId of [administratorId, customerId])
      await tryToken('session', await signAccessToken(server.context, { userId, familyId: id, endsAt }, now))
    const view = { id, administratorId, familyId: live.familyId, customerId }
    await tryToken('view', await signImpersonateToken(server.context, view, 60, now))
  }
  return ways
}

const signedPart = (token: string) => token.split('.').slice(0, 2).join('.')
const sign = (key: Buffer, token: string) => createHmac('sha256', key).update(signedPart(token)).digest('base64url')
