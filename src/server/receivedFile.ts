/** A file as it came in, kept in the pieces it was received in: one long copy of it would keep every other request waiting. */
import type { Upload } from '../contract/fields.ts'

const pieceBytes = 1024 * 1024

export class ReceivedFile implements Upload {
  // Private and read through getters, so that whatever walks over a request's values finds a file to be without any of its own.
  readonly #name: string
  readonly #type: string
  readonly #pieces: Uint8Array[] = []
  #filled = pieceBytes
  #size = 0

  constructor(name: string, type: string) {
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
    return this.#size
  }

  /** Copies the bytes into pieces of a mebibyte: a file that comes in very small ones would cost more in objects than in bytes. */
  append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) {
      if (this.#filled === pieceBytes) {
        this.#pieces.push(Buffer.allocUnsafeSlow(pieceBytes))
        this.#filled = 0
      }
      const part = bytes.subarray(done, done + pieceBytes - this.#filled)
      this.#pieces.at(-1)?.set(part, this.#filled)
      this.#filled += part.length
      done += part.length
    }
    this.#size += bytes.length
  }

  get pieces(): readonly Uint8Array[] {
    const last = this.#pieces.at(-1)
    return last === undefined ? [] : [...this.#pieces.slice(0, -1), last.subarray(0, this.#filled)]
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(Buffer.concat(this.pieces)).buffer
  }
}

/** The content of an upload, in pieces that are quick to look at each. */
export async function piecesOf(file: Upload): Promise<readonly Uint8Array[]> {
  return file instanceof ReceivedFile ? file.pieces : [new Uint8Array(await file.arrayBuffer())]
}
