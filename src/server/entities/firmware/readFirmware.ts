/** An uploaded firmware file: refused if it is of another kind, and looked at for what is unusual (contract/firmwareFile.ts). */
import { setImmediate } from 'node:timers/promises'
import { and, desc, eq, exists, inArray, ne, not, sql } from 'drizzle-orm'
import type { Upload } from '../../../contract/fields.ts'
import { byteCounter, refusalOf, sizesCompared, unusualBeside, type UnusualFact } from '../../../contract/firmwareFile.ts'
import { firmwareFileMaxBytes } from '../../../contract/rules.ts'
import { AppError } from '../../../errors.ts'
import type { Database } from '../../db/connect.ts'
import { files, firmwareProducts, firmwares } from '../../db/tables.ts'
import { beginningOf, piecesOf } from '../../files/receivedFile.ts'
import { sha256InPieces } from '../../files/sha256InPieces.ts'

const inspectedBytes = 512
/** Counting a mebibyte takes some milliseconds, so other requests get a turn after each. */
const turnBytes = 1024 * 1024

/** Returns the bytes in pieces. Throws why it is no firmware, on `file`, or `request.too.large`. */
export async function readFirmware(file: Upload): Promise<readonly Uint8Array[]> {
  if (file.size > firmwareFileMaxBytes) throw new AppError('request.too.large')
  const pieces = await piecesOf(file)
  const refusal = refusalOf(file.size, beginningOf(pieces, inspectedBytes))
  if (refusal !== null) throw new AppError(refusal, { invalidField: 'file' })
  return pieces
}

type Looked = { readonly versionName: string; readonly productIds: readonly number[] }

/** What is unusual about the bytes themselves, and beside other files. */
export async function lookAtFirmware(db: Database, pieces: readonly Uint8Array[], looked: Looked): Promise<UnusualFact[]> {
  const bytes = byteCounter()
  let sinceTurn = 0
  for (const piece of pieces) {
    bytes.add(piece)
    sinceTurn += piece.length
    if (sinceTurn >= turnBytes) {
      sinceTurn = 0
      await setImmediate()
    }
  }
  const sizeBytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return [...bytes.unusual(), ...(await compareFirmware(db, { ...looked, sizeBytes, sha256: await sha256InPieces(pieces) }))]
}

/** What is unusual beside other files: the last ones of these products, and any version with the same bytes. */
export async function compareFirmware(
  db: Database,
  { versionName, productIds, sizeBytes, sha256 }: Looked & { readonly sizeBytes: number; readonly sha256: string },
): Promise<UnusualFact[]> {
  const ofProducts = db
    .select({ one: sql`1` })
    .from(firmwareProducts)
    .where(and(eq(firmwareProducts.firmwareId, firmwares.id), inArray(firmwareProducts.productId, [...productIds])))
  const isOther = and(ne(firmwares.versionName, versionName), not(firmwares.isDeleted))
  const last = await db
    .select({ sizeBytes: files.sizeBytes })
    .from(firmwares)
    .innerJoin(files, eq(files.id, firmwares.fileId))
    .where(and(isOther, exists(ofProducts)))
    .orderBy(desc(firmwares.releaseDate), desc(firmwares.id))
    .limit(sizesCompared)
  const [same] = await db
    .select({ versionName: firmwares.versionName })
    .from(firmwares)
    .innerJoin(files, eq(files.id, firmwares.fileId))
    .where(and(ne(firmwares.versionName, versionName), eq(files.sha256, sha256)))
    .orderBy(desc(firmwares.id))
    .limit(1)
  return unusualBeside(sizeBytes, { sizes: last.map((file) => file.sizeBytes), sameBytesAs: same?.versionName ?? null })
}
