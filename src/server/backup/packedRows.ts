/** Rows as lines in compressed blocks. Unpacked as a stream: of a block of any size, some lines are in memory. Knows no table. */
import { type Readable, pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { bounds, describeBytes, tooLarge } from './bounds.ts'

/** Of nine levels: more takes longer and saves little. */
const gzipLevel = 4
const compress = promisify(gzip)
/** Lines are handed on in batches of about as much, or as many. */
const [batchBytes, batchLines] = [2 * 1024 ** 2, 20_000]
const newline = 0x0a

/** `what` names the rows in errors. */
export function packLines(what: string, lines: readonly string[]): Promise<Buffer> {
  const block = Buffer.from(`${lines.join('\n')}\n`)
  if (block.length > bounds.lineBytes) for (const line of lines) assertLineFits(what, Buffer.byteLength(line))
  if (block.length > bounds.blockBytes) throw tooLarge(`A block of ${what}`, describeBytes(bounds.blockBytes))
  return compress(block, { level: gzipLevel })
}

/** Batches of lines. Throws an error with a sentence as soon as a line or the block is too large, or where it is damaged. */
export async function* unpackLines(what: string, packed: AsyncIterable<unknown>): AsyncGenerator<string[]> {
  try {
    yield* splitLines(what, unpack(packed))
  } catch (error) {
    const isDamage = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isDamage ? new Error(`${what} are damaged.`, { cause: error }) : error
  }
}

function unpack(packed: AsyncIterable<unknown>): Readable {
  const unpacked = createGunzip({ chunkSize: 256 * 1024 })
  // Hands on errors to `unpacked`, which throws them where it is read.
  pipeline(packed, unpacked, () => undefined)
  return unpacked
}

async function* splitLines(what: string, unpacked: Readable): AsyncGenerator<string[]> {
  let [blockBytes, begunBytes, linesBytes] = [0, 0, 0]
  let [begun, lines]: [Buffer[], string[]] = [[], []]
  for await (const piece of unpacked) {
    const bytes = piece as Buffer // A stream without an encoding gives buffers.
    blockBytes += bytes.length
    if (blockBytes > bounds.blockBytes) throw tooLarge(`A block of ${what}`, describeBytes(bounds.blockBytes))
    let from = 0
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, from)) {
      begun.push(bytes.subarray(from, end))
      assertLineFits(what, begunBytes + end - from)
      lines.push(String(Buffer.concat(begun)))
      linesBytes += begunBytes + end - from
      ;[begun, begunBytes, from] = [[], 0, end + 1]
      if (linesBytes >= batchBytes || lines.length >= batchLines) {
        yield lines
        ;[lines, linesBytes] = [[], 0]
      }
    }
    begun.push(bytes.subarray(from))
    begunBytes += bytes.length - from
    assertLineFits(what, begunBytes)
  }
  if (begunBytes > 0) throw new Error(`${what} are damaged.`)
  if (lines.length > 0) yield lines
}

function assertLineFits(what: string, lineBytes: number): void {
  if (lineBytes > bounds.lineBytes) throw tooLarge(`One of ${what}`, describeBytes(bounds.lineBytes))
}
