/** Reads uploaded KML files in the sandbox (docs/security.md, 19). Stores nothing. */
import type { Upload } from '../../../contract/fields.ts'
import { zonePointsMax } from '../../../contract/rules.ts'
import type { ReadZoneFileText } from '../../kml/readZoneFile.ts'
import { FileError } from '../../sandbox/createSandbox.ts'
import { inSandbox } from '../../sandbox/inSandbox.ts'

/** A file that takes too long or too much memory has the problem `kml.too.complex.error`; the files after it are not read. */
export async function readZoneFiles(uploads: readonly Upload[], account: number, read = inSandbox): Promise<ReadZoneFileText[]> {
  const files: ReadZoneFileText[] = []
  let pointsMax = zonePointsMax
  for (const [index, upload] of uploads.entries()) {
    const file = async () => ({ fileName: upload.name, bytes: new Uint8Array(await upload.arrayBuffer()), index, pointsMax })
    try {
      const next = await read(account, 'readZoneFile', async () => [await file()])
      pointsMax -= next.points
      files.push(next)
    } catch (error) {
      if (!(error instanceof FileError) || error.verdict === 'refused') throw error
      return [...files, tooComplex(upload.name)]
    }
  }
  return files
}

function tooComplex(fileName: string): ReadZoneFileText {
  const problems = [{ code: 'kml.too.complex.error', line: null, found: null }] as const
  return { fileName, problems: [...problems], points: 0, shapes: [], areaSquareMeters: 0, perimeterMeters: 0 }
}
