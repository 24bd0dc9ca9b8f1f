/** An uploaded file, kept in the pieces it was received in. Copying it into one buffer would block other requests. */
import type { Upload } from '../../contract/fields.ts'

export class ReceivedFile implements Upload {
  // Private fields with getters, so that code that walks over a request's values finds nothing in a file.
  readonly #name: string
  readonly #type: string
  readonly #pieces: readonly Uint8Array[]

  constructor(pieces: readonly Uint8Array[], name: string, type: string) {
    this.#pieces = pieces
    this.#name = name
    this.#type = type
  }

  get name(): string {
    return this.#name
  }

  get type(): string {
    return this.#type
  }

  get size(): number {
    return this.#pieces.reduce((sum, piece) => sum + piece.length, 0)
  }

  /** Each is short. */
  get pieces(): readonly Uint8Array[] {
    return this.#pieces
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(Buffer.concat(this.#pieces)).buffer
  }
}

/** The content of an upload in short pieces. */
export async function piecesOf(file: Upload): Promise<readonly Uint8Array[]> {
  return file instanceof ReceivedFile ? file.pieces : [new Uint8Array(await file.arrayBuffer())]
}

/** The first bytes, across pieces. */
export function beginningOf(pieces: readonly Uint8Array[], lengthBytes: number): Uint8Array {
  const sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return Buffer.concat(pieces, Math.min(lengthBytes, sizeBytes))
}
