/**
 * The file of a backup: a tar whose last entry holds the SHA-256 of every byte before it. It appears under its name only when it is
 * complete. Knows neither tables nor stored files.
 */
import { createHash, randomUUID } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { extract, pack } from 'tar-stream'
import { syncDirectory } from '../files/syncDirectory.ts'
import { openSink, readPlain } from './age/encryptedFile.ts'
import { bounds, describeBytes, tooLarge } from './bounds.ts'

const sumName = 'sha256'
/** Two blocks of zeros end a tar. */
const end = Buffer.alloc(1024)
/** The last entry, its header, padding and the end: always as long. */
const trailerBytes = 512 + 512 + end.length

export type AddEntry = (name: string, content: Uint8Array) => Promise<void>

/**
 * Writes a new file that only its owner can read. `write` adds the entries, each of which is in memory at once. If it rejects, there is no
 * file.
 */
export async function writeTarFile(
  path: string,
  { mayReplace, recipients = [] }: { mayReplace: boolean; recipients?: readonly string[] },
  write: (add: AddEntry) => Promise<void>,
): Promise<number> {
  await assertMayWrite(path, mayReplace)
  const unfinished = `${path}.${randomUUID()}.unfinished`
  const file = await open(unfinished, 'wx', 0o600)
  try {
    const [hash, sink] = [createHash('sha256'), await openSink(file, recipients)]
    let entryCount = 0
    await write(async (name, content) => {
      assertEntryCount((entryCount += 1))
      const bytes = await entryBytes(name, content)
      hash.update(bytes)
      await sink.write(bytes)
    })
    await sink.write(await trailerOf(hash.digest('hex')))
    await sink.end()
    await file.sync()
    const { size } = await file.stat()
    await file.close()
    await assertMayWrite(path, mayReplace)
    await rename(unfinished, path)
    await syncDirectory(dirname(path))
    return size
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(unfinished, { force: true })
    throw error
  }
}

export async function assertMayWrite(path: string, mayReplace: boolean): Promise<void> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  )
  if (isThere && !mayReplace) throw new Error(`${path} is there already. Name another file, or replace it with --force.`)
}

async function entryBytes(name: string, content: Uint8Array): Promise<Buffer> {
  const tar = pack()
  // Without a time of its own, so that the same content gives the same bytes.
  tar.entry({ name, mode: 0o600, mtime: new Date(0) }, Buffer.from(content.buffer, content.byteOffset, content.byteLength))
  tar.finalize()
  const bytes = await buffer(tar)
  return bytes.subarray(0, bytes.length - end.length)
}

async function trailerOf(sum: string): Promise<Buffer> {
  return Buffer.concat([await entryBytes(sumName, Buffer.from(`${sum}\n`)), end])
}

/** Reads the whole file. Throws an error with a sentence if it is no backup, or if one byte of it is missing, added or changed. */
export async function verifyTarFile(path: string, identities: readonly string[] = []): Promise<void> {
  const hash = createHash('sha256')
  let last = Buffer.alloc(0)
  for await (const piece of await readPlain(path, identities)) {
    const bytes = Buffer.concat([last, piece as Buffer]) // A stream without an encoding gives buffers.
    const restBytes = Math.max(0, bytes.length - trailerBytes)
    hash.update(bytes.subarray(0, restBytes))
    last = bytes.subarray(restBytes)
  }
  if (!last.equals(await trailerOf(hash.digest('hex'))))
    throw new Error(`${path} is not a whole backup: it was cut short or changed since it was made, or is something else. Nothing was done.`)
}

/** Either may be called once, before the next entry. */
export type TarEntry = {
  readonly name: string
  /** All of it. Throws an error with a sentence if it is longer. */
  readonly read: (bytesMax: number) => Promise<Buffer>
  readonly stream: () => AsyncIterable<unknown>
}

/** The entries in their order, without the sum. What is not read is passed over. */
export async function* readTarFile(path: string, identities: readonly string[] = []): AsyncGenerator<TarEntry> {
  const source = await readPlain(path, identities)
  const entries = extract()
  source.on('error', (error) => entries.destroy(error))
  source.pipe(entries)
  let entryCount = 0
  try {
    for await (const entry of entries) {
      const { name, size } = entry.header
      if (name !== sumName) assertEntryCount((entryCount += 1))
      const read = async (bytesMax: number) => {
        if (size > bytesMax) throw tooLarge(`${name.slice(0, nameShown)} in the file`, describeBytes(bytesMax))
        return buffer(entry)
      }
      if (name !== sumName) yield { name, read, stream: () => entry }
      entry.resume()
    }
  } finally {
    source.destroy()
  }
}

/** A name may be as long as its file says. */
const nameShown = 100

function assertEntryCount(count: number): void {
  if (count > bounds.entries) throw tooLarge('The number of entries', String(bounds.entries))
}
