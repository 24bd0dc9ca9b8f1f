/** Calls with fresh proof or an old one, by a client that never asks for it. */
import { eq } from 'drizzle-orm'
import { encodeRequest } from '../../src/app/api/encodeRequest.ts'
import type { Endpoint, Parts } from '../../src/contract/endpoint.ts'
import { single } from '../../src/server/db/single.ts'
import { sessions, signIns } from '../../src/server/db/tables.ts'
import { type ApiServer, bearer, type Client } from './apiServer.ts'

export async function sendUnproved(
  server: ApiServer,
  client: Client,
  endpoint: Endpoint,
  request: Partial<Parts<Endpoint>>,
): Promise<Response> {
  const { path, json, body } = { json: undefined, body: undefined, ...encodeRequest(endpoint, request) }
  const headers = { ...bearer(client), ...(json !== undefined && { 'content-type': 'application/json' }) }
  const content = json === undefined ? body : JSON.stringify(json)
  return server.request(path, { method: endpoint.method, headers, ...(content !== undefined && { body: content }) })
}

/** When the client's person last proved who they are in this sign-in; null: never. */
export async function setProofOf({ context: { db } }: ApiServer, client: Client, provedAt: Date | null): Promise<void> {
  const userId = client.held.current?.id ?? 0
  const { familyId } = single(await db.select().from(sessions).where(eq(sessions.userId, userId)).limit(1))
  await db.delete(signIns).where(eq(signIns.familyId, familyId))
  if (provedAt !== null) await db.insert(signIns).values({ familyId, userId, method: 'password', provedAt })
}
