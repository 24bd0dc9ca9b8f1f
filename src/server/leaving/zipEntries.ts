import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

export type ZipEntry = { readonly name: string; readonly bytes: Uint8Array; readonly isPacked: boolean }

/** A ZIP in pieces. Other requests get their turn after each entry. `isPacked`: as it is, because it cannot be made smaller. */
export async function zipEntries(entries: AsyncIterable<ZipEntry>, modifiedAt: Date): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  const failures: Error[] = []
  const zip = new Zip((error, piece) => {
    if (error) failures.push(error)
    else pieces.push(piece)
  })
  for await (const { name, bytes, isPacked } of entries) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name)
    file.mtime = modifiedAt
    zip.add(file)
    file.push(bytes, true)
    await setImmediate()
  }
  zip.end()
  const [failure] = failures
  if (failure !== undefined) throw failure
  return pieces
}
