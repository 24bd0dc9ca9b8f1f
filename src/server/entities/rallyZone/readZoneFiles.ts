/** Reads uploaded KML files in a worker thread (docs/security.md, 19). Stores nothing. */
import { transfer } from 'comlink'
import type { Upload } from '../../../contract/fields.ts'
import { zonePointsMax } from '../../../contract/rules.ts'
import type { KmlThread } from '../../kml/kmlThread.ts'
import type { ReadZoneFileText } from '../../kml/readZoneFile.ts'
import { createSlots } from '../../limits/slots.ts'
import { inThread, ThreadError, type ThreadLimits } from '../../threads/inThread.ts'

/** For all files of a zone. */
const zoneLimits: ThreadLimits = { timeoutMs: 2_000, heapMaxMb: 256 }

/** One thread at a time leaves processors to other requests. */
const inSlot = createSlots({ atOnceMax: 1, waitingMax: 16 })

/** A file that takes too long or too much memory has the problem `kml.too.complex.error`; the files after it are not read. */
export async function readZoneFiles(uploads: readonly Upload[], limits = zoneLimits): Promise<ReadZoneFileText[]> {
  const read: ReadZoneFileText[] = []
  try {
    await inSlot(() =>
      inThread<KmlThread, void>('kml/kmlThread.ts', limits, async (thread) => {
        let pointsMax = zonePointsMax
        for (const [index, upload] of uploads.entries()) {
          const bytes = new Uint8Array(await upload.arrayBuffer())
          const file = await thread.readZoneFile(transfer({ fileName: upload.name, bytes, index, pointsMax }, [bytes.buffer]))
          pointsMax -= file.points
          read.push(file)
        }
      }),
    )
    return read
  } catch (error) {
    const current = uploads[read.length]
    if (!(error instanceof ThreadError) || error.reason === 'broken' || current === undefined) throw error
    return [...read, tooComplex(current.name)]
  }
}

function tooComplex(fileName: string): ReadZoneFileText {
  const problems = [{ code: 'kml.too.complex.error', line: null, found: null }] as const
  return { fileName, problems: [...problems], points: 0, shapes: [], areaSquareMeters: 0, perimeterMeters: 0 }
}
