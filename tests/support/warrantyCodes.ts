import type { Client } from './apiServer.ts'
import { readSheet } from './sheets.ts'

/** Resolves with the file of new codes. */
export function generate(client: Client, nbCode: number, { isGifted = false, key }: { isGifted?: boolean; key?: string } = {}) {
  return client.warrantyCode.generateCode({ body: { nbCode, isGifted }, ...(key !== undefined && { idempotencyKey: key }) })
}

/** The codes in a file, as they are shown. */
export async function codesOf(response: Response): Promise<string[]> {
  return (await readSheet(response)).rows.map(([code]) => String(code))
}
