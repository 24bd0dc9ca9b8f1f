import type { ApiServer, Client } from './apiServer.ts'
import { readSheet } from './sheets.ts'

/** Resolves with the file of new codes. */
export function generate(client: Client, nbCode: number, { isGifted = false, key }: { isGifted?: boolean; key?: string } = {}) {
  return client.warrantyCode.generateCode({ body: { nbCode, isGifted }, ...(key !== undefined && { idempotencyKey: key }) })
}

/** The codes in a file, as they are shown. */
export async function codesOf(response: Response): Promise<string[]> {
  return (await readSheet(response)).rows.map(([code]) => String(code))
}

/** Who works with codes: those who generate them, and a customer who claims them. */
export type CodePeople = { readonly admin: Client; readonly marketing: Client; readonly customer: Client }

export async function signInCodePeople(server: ApiServer, named: { firstname?: string; lastname?: string } = {}): Promise<CodePeople> {
  const { username } = await server.join({ role: 'ROLE_CUSTOMER', ...named })
  return {
    admin: await server.signInAs('ROLE_ADMIN'),
    marketing: await server.signInAs('ROLE_MARKETTING'),
    customer: await server.enter(username),
  }
}
