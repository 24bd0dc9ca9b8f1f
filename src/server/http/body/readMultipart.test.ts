import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { ReceivedFile } from '../../files/receivedFile.ts'
import { readMultipart } from './readMultipart.ts'

const limits = { maxFields: 1_000, maxTextBytes: 256 * 1024 }
const type = 'multipart/form-data; boundary=x'
const chunkBytes = 64 * 1024

/** The body as a socket delivers it, and how much of it was read. */
function sent(body: string | Uint8Array, chunk = chunkBytes) {
  const bytes = Buffer.from(body)
  const asked = { bytes: 0 }
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) {
      asked.bytes = Math.min(at + chunk, bytes.length)
      yield bytes.subarray(at, at + chunk)
    }
  }
  return { asked, chunks: chunks() }
}

const part = (disposition: string, value = 'v') => `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`
const end = '--x--\r\n'

async function read(body: string | Uint8Array, chunk?: number) {
  const entries = await readMultipart(type, sent(body, chunk).chunks, limits)
  return entries.map(([name, value]) =>
    value instanceof ReceivedFile ? [name, value.name, value.type, Buffer.concat(value.pieces).toString()] : [name, value],
  )
}

it.each([1, 7, chunkBytes])('reads texts and files in order, %i bytes at a time', async (chunk) => {
  const file =
    '--x\r\nContent-Disposition: form-data; name="f"; filename="Notice été.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n-\r\n'
  expect(await read(part('name="a"', 'é 1') + file + part('name="a"', '') + part('name="é"; filename=""', '') + end, chunk)).toEqual([
    ['a', 'é 1'],
    ['f', 'Notice été.pdf', 'application/pdf', '%PDF\r\n-'],
    ['a', ''],
    ['é', '', 'text/plain', ''],
  ])
})

it.each([
  ['a%22b%0D%0A.bin', 'a"b\r\n.bin'],
  ['../../a.bin', '../../a.bin'],
  [String.raw`C:\Temp\a.bin`, String.raw`C:\Temp\a.bin`],
  ['100%.bin', '100%.bin'],
])('decodes the file name %j as browsers encode it', async (written, name) => {
  expect(await read(part(`name="f"; filename="${written}"`) + end)).toEqual([['f', name, 'text/plain', 'v']])
})

it('recognises a file by its file name, whatever its type', async () => {
  const text = '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/octet-stream\r\n\r\nv\r\n'
  expect(await read(text + end)).toEqual([['a', 'v']])
})

it('keeps a large file whole', async () => {
  const content = Buffer.from(Uint8Array.from({ length: 3_500_000 }, (_, index) => (index * 7) % 251))
  const body = Buffer.concat([Buffer.from(part('name="f"; filename="a"', '').slice(0, -2)), content, Buffer.from(`\r\n${end}`)])
  const [[, file] = []] = await readMultipart(type, sent(body).chunks, limits)
  if (!(file instanceof ReceivedFile)) throw new Error('no file')
  expect(file.size).toBe(content.length)
  expect(Buffer.concat(file.pieces).equals(content)).toBe(true)
  expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
})

it.each([
  ['parts', part('name="k"', '')],
  ['files', part('name="k"; filename="a"', '')],
  ['delimiters', '--x\r\n'],
  ['parts without a name', '--x\r\n\r\n\r\n'],
])('stops reading after 1,000 %s', async (_, one) => {
  const { asked, chunks } = sent(one.repeat(500_000))
  await expect(readMultipart(type, chunks, limits)).rejects.toMatchObject({ code: 'request.invalid' })
  expect(asked.bytes).toBeLessThanOrEqual(1_000 * one.length + 2 * chunkBytes)
})

it('accepts 1,000 parts, and 1,001 if the call allows them', async () => {
  const body = part('name="k"').repeat(1_001) + end
  await expect(readMultipart(type, sent(body).chunks, limits)).rejects.toMatchObject({ code: 'request.invalid' })
  expect(await readMultipart(type, sent(body).chunks, { ...limits, maxFields: 1_001 })).toHaveLength(1_001)
  expect(await readMultipart(type, sent(body.slice(part('name="k"').length)).chunks, limits)).toHaveLength(1_000)
})

it.each([
  ['one text', part('name="k"', 'x'.repeat(300_000))],
  ['several', part('name="k"', 'x'.repeat(30_000)).repeat(9)],
])('rejects more text than allowed in %s, and stops reading', async (_, text) => {
  const { asked, chunks } = sent(text + part('name="f"; filename="a"', 'y'.repeat(5_000_000)) + end)
  await expect(readMultipart(type, chunks, limits)).rejects.toMatchObject({ code: 'request.too.large' })
  expect(asked.bytes).toBeLessThan(600_000)
})

it('accepts a file of any size beside a short text', async () => {
  expect(await read(part('name="k"', 'x'.repeat(200_000)) + part('name="f"; filename="a"', 'y'.repeat(1_000_000)) + end)).toHaveLength(2)
})

it.each([
  ['a part without a name', part('filename="a"') + end],
  ['a header without an end', `--x\r\n${'a'.repeat(1_000_000)}`],
  ['no end', part('name="a"')],
  ['an end within a file', '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nabc'],
  ['no part', 'rubbish'],
  ['nothing', ''],
  ['parts of another boundary', '--y\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--y--\r\n'],
])('rejects %s', async (_, body) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'request.invalid' })
})

it.each([
  ['no boundary', 'multipart/form-data'],
  ['an empty one', 'multipart/form-data; boundary='],
  ['one of 71 characters', `multipart/form-data; boundary=${'x'.repeat(71)}`],
  ['a broken one', 'multipart/form-data; boundary="x'],
])('rejects %s', async (_, contentType) => {
  const [, boundary = ''] = contentType.split('boundary=')
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nv\r\n--${boundary}--\r\n`
  await expect(readMultipart(contentType, sent(body).chunks, limits)).rejects.toMatchObject({ code: 'request.invalid' })
})

it.each(['boundary=x', 'boundary="x"', 'charset=utf-8; BOUNDARY=x', 'boundary=x; charset=utf-8'])('finds the %s', async (parameter) => {
  const body = part('name="a"') + end
  expect(await readMultipart(`multipart/form-data; ${parameter}`, sent(body).chunks, limits)).toEqual([['a', 'v']])
})

it('ignores bytes after the end, in any packet', async () => {
  const body = part('name="a"', 'x'.repeat(chunkBytes - part('name="a"', '').length - '--x--'.length)) + '--x--'
  expect(body).toHaveLength(chunkBytes)
  expect(await read(`${body}\r\nand more`)).toHaveLength(1)
})

it('terminates for any body', async () => {
  const piece = fc.constantFrom(
    '--x',
    '--x--',
    '\r\n',
    '\r\n\r\n',
    'Content-Disposition: form-data; name="a"',
    '; filename="b"',
    'Content-Type: text/plain',
    '-',
    'a',
    ':',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 30 }),
      fc.integer({ min: 1, max: 40 }),
      async (pieces, chunk) => {
        const outcome = await read(pieces.join(''), chunk).catch((error: unknown) => error)
        expect(outcome).toSatisfy((one) => Array.isArray(one) || Object(one).code === 'request.invalid')
      },
    ),
    { numRuns: 1_000 },
  )
})
