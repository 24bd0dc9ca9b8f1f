/** Tokens that tests sign themselves, as somebody would who holds a key. */
import { SignJWT } from 'jose'
import type { SigningKey } from '../../src/server/keys/keyRing.ts'
import type { ApiServer } from './apiServer.ts'

export async function currentKey({ context }: ApiServer): Promise<SigningKey> {
  return (await context.keyRing.read(context.db)).current()
}

/** Names the key in the header. */
export function signBy({ id, bytes }: SigningKey, claims: Record<string, unknown>, alg = 'HS256'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid: id }).sign(bytes)
}

/** The status of the answer to somebody who calls with this access token. */
export async function statusOf(server: ApiServer, token: string): Promise<number> {
  return (await server.request('/user/getProfile', { headers: { authorization: `Bearer ${token}` } })).status
}
