import { listForm } from '../support/lists.ts'

/** What a list is asked for, encoded as a browser would. */
export async function encodeList(changed: object): Promise<{ body: ArrayBuffer; headers: Record<string, string> }> {
  const encoded = new Response(listForm(changed))
  const body = await encoded.arrayBuffer()
  return { body, headers: { 'content-type': encoded.headers.get('content-type') ?? '', 'content-length': String(body.byteLength) } }
}
