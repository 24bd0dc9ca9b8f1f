import { listBody } from '../support/lists.ts'

/** What a list is asked for, encoded as a browser would. */
export async function encodeList(changed: object): Promise<{ body: ArrayBuffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [key, value] of Object.entries(listBody(changed))) form.append(key, key === 'filters' ? JSON.stringify(value) : String(value))
  const encoded = new Response(form)
  const body = await encoded.arrayBuffer()
  return { body, headers: { 'content-type': encoded.headers.get('content-type') ?? '', 'content-length': String(body.byteLength) } }
}
