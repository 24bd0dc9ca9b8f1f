import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { expect, it, vi } from 'vitest'
import { endpoint } from '../../../contract/endpoint.ts'
import type { ArrivingBody } from './arrivingBodies.ts'
import { readBody } from './readRequest.ts'
import { readPieces } from './requestBytes.ts'

const pieceBytes = 64 * 1024

/** What a body held while it was read so. */
async function heldOf(
  chunks: readonly Uint8Array[],
  headers: Record<string, string>,
  read: (c: Context, body: ArrivingBody) => Promise<unknown>,
): Promise<number[]> {
  const hold = vi.fn<(bytes: number) => void>()
  const app = new Hono().post('/', async (c) => {
    await read(c, { hold, gaveWay: new AbortController().signal })
    return c.body(null)
  })
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  await app.request('/', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  return hold.mock.calls.flat()
}

async function piecesOf(chunks: readonly Uint8Array[], headers: Record<string, string> = {}) {
  const pieces: Uint8Array[] = []
  const held = await heldOf(chunks, headers, async (c, body) => {
    for await (const piece of readPieces(c, 1_000_000, body)) pieces.push(piece)
  })
  return { whole: Buffer.concat(pieces), lengths: pieces.map(({ length }) => length), held }
}

it.each([1, 1_000, pieceBytes, 100_000])('a body that arrives %i bytes at a time takes the memory of its pieces', async (size) => {
  const body = Buffer.from(Uint8Array.from({ length: pieceBytes + 1 }, (_, index) => index % 251))
  const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, index) => body.subarray(index * size, (index + 1) * size))
  const { whole, lengths, held } = await piecesOf(chunks)
  expect(whole.equals(body)).toBe(true)
  expect(lengths).toEqual([pieceBytes, 1])
  expect(held).toEqual([pieceBytes, pieceBytes])
})

it('a short body takes no more than it says', async () => {
  const { whole, held } = await piecesOf([Buffer.from('a'), Buffer.from('b=1')], { 'content-length': '4' })
  expect(whole.toString()).toBe('ab=1')
  expect(held).toEqual([4])
})

it('an empty body takes nothing', async () => {
  expect(await piecesOf([])).toMatchObject({ lengths: [], held: [] })
})

it.each([
  ['json', 'application/json', '{"a":"1"}'],
  ['form', 'application/x-www-form-urlencoded', 'a=1'],
  ['multipart', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--'],
] as const)('a body of %s is read in pieces', async (body, type, text) => {
  const call = endpoint({ method: 'POST', path: '/', audience: 'anyone', body, response: v.object({}) })
  const found: unknown[] = []
  const held = await heldOf([Buffer.from(text)], { 'content-type': type }, async (c, arriving) =>
    found.push(await readBody(c, call, arriving)),
  )
  expect(held).toEqual([pieceBytes])
  expect(found).toEqual([{ a: '1' }])
})
