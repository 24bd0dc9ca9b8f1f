/** Looks at a firmware file before it is sent: what it cannot be, what its bytes alone say, and its hash. Knows no server and no form. */
import { byteCounter, refusalOf, type UnusualFact } from '../../../../contract/firmwareFile.ts'
import { firmwareFileMaxBytes } from '../../../../contract/rules.ts'
import type { ErrorCode } from '../../../../errors.ts'
import { sha256Of } from '../../../../images/sha256.ts'

/** `sha256` is null for a file that is refused, or that nobody can read any more. */
export type FileLook = {
  readonly refusal: ErrorCode | null
  readonly sizeBytes: number
  readonly sha256: string | null
  /** What is unusual about its bytes alone. */
  readonly facts: readonly UnusualFact[]
}

const beginningBytes = 512
/** Some milliseconds of work: 64 MiB take a second, during which the page answers within 40 ms. */
const pieceBytes = 1024 * 1024
const looks = new WeakMap<File, Promise<FileLook>>()

/** Never rejects. The same file is read once, however often it is asked about. */
export function lookAtFile(file: File): Promise<FileLook> {
  const known = looks.get(file)
  if (known !== undefined) return known
  // A file that was moved or changed after it was chosen cannot be read: sending it fails too, and says so.
  const look = read(file).catch(() => ({ refusal: null, sizeBytes: file.size, sha256: null, facts: [] }))
  looks.set(file, look)
  return look
}

async function read(file: File): Promise<FileLook> {
  const { size: sizeBytes } = file
  const beginning = new Uint8Array(await file.slice(0, beginningBytes).arrayBuffer())
  const refusal = refusalOf(sizeBytes, beginning)
  // The server refuses what is too large by its size alone.
  if (refusal !== null || sizeBytes > firmwareFileMaxBytes) return { refusal, sizeBytes, sha256: null, facts: [] }
  const counter = byteCounter()
  const bytes = new Uint8Array(sizeBytes)
  for (let position = 0; position < sizeBytes; position += pieceBytes) {
    // oxlint-disable-next-line no-await-in-loop -- piece by piece on purpose: the page answers between two of them
    const piece = new Uint8Array(await file.slice(position, position + pieceBytes).arrayBuffer())
    counter.add(piece)
    bytes.set(piece, position)
  }
  return { refusal: null, sizeBytes, sha256: await sha256Of(bytes), facts: counter.unusual() }
}
