/** What the files of a zone draw together, as it is stored. */
import { createHash } from 'node:crypto'
import type { ReadZoneFileText } from './readZoneFile.ts'

export type Drawing = {
  /** The features of a GeoJSON collection with their commas, one in each line, cut into parts of any length. */
  readonly parts: readonly string[]
  readonly row: { readonly shapesSha256: string; readonly areaSquareMeters: number; readonly perimeterMeters: number }
}

/** The beginning of each shape's text; `properties` is never empty. */
export const shapeBeginning = '{"type":"Feature","properties":{'

/** Stored in about 5 ms. */
const partLength = 64 * 1024

export function drawingOf(files: readonly ReadZoneFileText[]): Drawing {
  const text = files.flatMap((file) => file.shapes).join(',\n')
  const sum = (measure: 'areaSquareMeters' | 'perimeterMeters') => files.reduce((total, file) => total + file[measure], 0)
  return {
    parts: Array.from({ length: Math.ceil(text.length / partLength) }, (_, part) => cut(text, part)),
    row: {
      shapesSha256: createHash('sha256').update(text).digest('hex'),
      areaSquareMeters: sum('areaSquareMeters'),
      perimeterMeters: sum('perimeterMeters'),
    },
  }
}

function cut(text: string, part: number): string {
  return text.slice(part * partLength, (part + 1) * partLength)
}
