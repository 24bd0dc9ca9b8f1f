/** From an uploaded KML file to its shapes, measures and problems. */
import type { ReadZoneFile, ZoneShape } from '../../contract/rallyZone.ts'
import { zoneFileMaxBytes } from '../../contract/rules.ts'
import { decodeKml } from './decodeKml.ts'
import { isError, problemList, type ReportProblem, ReadingStopped } from './kmlProblem.ts'
import { measure } from './measure.ts'
import { geometryOf, type Placemark } from './placemark.ts'
import { readKml, type ReadKml } from './readKml.ts'

export type ZoneFile = {
  readonly fileName: string
  readonly bytes: Uint8Array
  /** Its index among the files of its zone. */
  readonly index: number
  readonly pointsMax: number
}

/** As text that is sent and stored as it is, because the server's own thread would take long to copy or parse it. */
export type ReadZoneFileText = Omit<ReadZoneFile, 'shapes'> & {
  /** Each is a GeoJSON feature, `ZoneShape`. */
  readonly shapes: readonly string[]
  readonly points: number
}

export function readZoneFile({ fileName, bytes, index, pointsMax }: ZoneFile): ReadZoneFileText {
  const { report, all } = problemList()
  const { placemarks, points } = readPlacemarks({ fileName, bytes }, pointsMax, report)
  if (placemarks.length === 0 && !all().some(isError)) report({ code: 'kml.no.shape.error', line: null, found: null })
  const problems = all()
  const measured = problems.some(isError) ? [] : placemarks.map((placemark) => shapeOf(placemark, index))
  return {
    fileName,
    problems,
    points,
    shapes: measured.map((shape) => JSON.stringify(shape)),
    areaSquareMeters: measured.reduce((sum, { properties }) => sum + (properties.areaSquareMeters ?? 0), 0),
    perimeterMeters: measured.reduce((sum, { properties }) => sum + (properties.perimeterMeters ?? 0), 0),
  }
}

function readPlacemarks({ fileName, bytes }: Pick<ZoneFile, 'fileName' | 'bytes'>, pointsMax: number, report: ReportProblem): ReadKml {
  try {
    if (/\.kmz$/i.test(fileName)) throw new ReadingStopped('kml.archive.error')
    if (!/\.kml$/i.test(fileName)) throw new ReadingStopped('kml.name.error')
    if (bytes.length > zoneFileMaxBytes) throw new ReadingStopped('kml.too.large.error')
    return readKml(decodeKml(bytes), { report, pointsMax })
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw error
    report(error.problem)
    return { placemarks: [], points: 0 }
  }
}

function shapeOf(placemark: Placemark, file: number): ZoneShape {
  const { placemark: turned, areaSquareMeters, perimeterMeters, lengthMeters } = measure(placemark)
  const geometry = geometryOf(turned) ?? { type: 'GeometryCollection', geometries: [] }
  const sizes = { areaSquareMeters: round(areaSquareMeters), perimeterMeters: round(perimeterMeters), lengthMeters: round(lengthMeters) }
  return { type: 'Feature', properties: { file, name: turned.name, ...sizes }, geometry }
}

function round(meters: number | null): number | null {
  return meters === null ? null : Math.round(meters * 10) / 10
}
