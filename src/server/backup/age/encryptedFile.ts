/**
 * Files encrypted by age (age-encryption.org/v1), a piece at a time: a key pair's public half encrypts, and only its other half, which the
 * server need not have, opens. Knows no backup.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'

const header = 'age-encryption.org/v1\n'
const pieceBytes = 1024 * 1024

export type Sink = { readonly write: (bytes: Uint8Array) => Promise<void>; readonly end: () => Promise<void> }

function createEncrypter(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter
}

/** Writes to an open file, encrypted if there are recipients. */
export async function openSink(file: FileHandle, recipients: readonly string[]): Promise<Sink> {
  if (recipients.length === 0) return { write: (bytes) => file.writeFile(bytes), end: () => Promise.resolve() }
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const encrypted = await createEncrypter(recipients).encrypt(readable)
  const writer = writable.getWriter()
  const writing = (async () => {
    for await (const piece of encrypted) await file.writeFile(piece)
  })()
  // Awaited below.
  writing.catch(() => undefined)
  const failingLikeFile = async (error: unknown) => {
    // A failed write cancels the stream, which forgets why.
    await writing
    throw error
  }
  return {
    write: (bytes) => writer.write(bytes).catch(failingLikeFile),
    end: async () => {
      await writer.close().catch(failingLikeFile)
      await writing
    },
  }
}

/** The content of a file, decrypted if it is encrypted. Throws an error with a sentence if it cannot be. */
export async function readPlain(path: string, identities: readonly string[]): Promise<Readable> {
  if (!(await isEncrypted(path))) return createReadStream(path, { highWaterMark: pieceBytes })
  if (identities.length === 0) throw new Error(`${path} is encrypted. Name the file with its key: --identity FILE.`)
  return Readable.from(decrypt(path, identities), { objectMode: false, highWaterMark: pieceBytes })
}

async function* decrypt(path: string, identities: readonly string[]): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const source = createReadStream(path, { highWaterMark: pieceBytes })
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source)).catch((cause: unknown) => {
      throw new Error(`${path} cannot be opened: it is encrypted for somebody else than this identity, or damaged.`, { cause })
    })
    try {
      yield* plain
    } catch (cause) {
      throw isOfSystem(cause) ? cause : new Error(`${path} was cut short or changed since it was encrypted. Nothing was done.`, { cause })
    }
  } finally {
    source.destroy()
  }
}

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(header.length), 0, header.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === header
  } finally {
    await file.close()
  }
}

function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

/** The content of a plain file, encrypted if there are recipients. */
export async function encryptFile(path: string, recipients: readonly string[]): Promise<AsyncIterable<Uint8Array>> {
  const source = createReadStream(path, { highWaterMark: pieceBytes })
  return recipients.length === 0 ? source : createEncrypter(recipients).encrypt(Readable.toWeb(source))
}
