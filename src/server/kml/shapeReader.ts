/** Builds a placemark's shapes from its elements. Knows KML's geometries; knows no parser and no files. */
import type { Position } from '../../contract/geoJson.ts'
import type { ZoneFileError } from '../../contract/rallyZone.ts'
import { type ReportProblem, ReadingStopped } from './kmlProblem.ts'
import type { Placemark } from './placemark.ts'
import { type ReadPositions, readCoordinates, readTrackPoint, type TextAt } from './readCoordinates.ts'

export type ShapeReader = {
  readonly opened: (name: string, line: number) => void
  readonly closed: (name: string, parent: string | undefined, placemark: Placemark, written: TextAt | null) => void
  /** How many points have been read. */
  readonly points: () => number
}

const none: ReadPositions = { positions: [], problems: [] }

/** Its functions throw ReadingStopped for more points than `pointsMax`. */
export function shapeReader(report: ReportProblem, pointsMax: number): ShapeReader {
  let points = 0
  /** Of the latest shape that is not a polygon. */
  let [shapeLine, read] = [1, none]
  let [polygonLine, isBroken] = [1, false]
  let outer: (readonly Position[])[] = []
  let holes: (readonly Position[])[] = []
  let track: Position[] = []

  function keep(latest: ReadPositions, line: number): ReadPositions {
    points += latest.positions.length
    if (points > pointsMax) throw new ReadingStopped('kml.points.error', line)
    latest.problems.forEach(report)
    return latest
  }

  /** A mistake in a coordinate was told already. */
  function refuse(code: ZoneFileError, line: number): void {
    if (read.problems.length === 0) report({ code, line, found: null })
  }

  function closeRing(): readonly Position[] | null {
    const { positions } = read
    const [first, last] = [positions[0], positions.at(-1)]
    if (first === undefined || last === undefined || !hasThreePoints(positions)) {
      refuse('kml.ring.error', shapeLine)
      return null
    }
    if (String(first) === String(last)) return positions
    report({ code: 'kml.ring.closed', line: shapeLine, found: null })
    return [...positions, first]
  }

  function closePolygon(placemark: Placemark): void {
    const [ring, ...others] = outer
    if (ring !== undefined && others.length === 0) placemark.polygons.push([ring, ...holes])
    else if (!isBroken) report({ code: 'kml.polygon.error', line: polygonLine, found: null })
  }

  function closeTrack({ lines, points: single }: Placemark): void {
    const [first, ...others] = track
    if (others.length > 0) lines.push(track)
    else if (first !== undefined) single.push(first)
  }

  function opened(name: string, line: number): void {
    switch (name) {
      case 'Polygon':
        ;[polygonLine, isBroken, outer, holes] = [line, false, [], []]
        return
      case 'Track':
        track = []
        return
      case 'Point':
      case 'LineString':
      case 'LinearRing':
        ;[shapeLine, read] = [line, none]
    }
  }

  function closed(name: string, parent: string | undefined, placemark: Placemark, written: TextAt | null): void {
    switch (name) {
      case 'coordinates':
        if (written !== null) read = keep(readCoordinates(written, pointsMax - points), written.line)
        return
      case 'coord':
        // An empty one is a moment without a position.
        if (written !== null && written.text.trim() !== '') track.push(...keep(readTrackPoint(written), written.line).positions)
        return
      case 'Point':
        if (read.positions.length === 1) placemark.points.push(...read.positions)
        else refuse('kml.coordinates.error', shapeLine)
        return
      case 'LineString':
        if (read.positions.length >= 2) placemark.lines.push(read.positions)
        else refuse('kml.line.error', shapeLine)
        return
      case 'LinearRing': {
        const ring = closeRing()
        isBroken ||= ring === null
        if (ring === null) return
        if (parent === 'outerBoundaryIs') outer.push(ring)
        else if (parent === 'innerBoundaryIs') holes.push(ring)
        else placemark.lines.push(ring)
        return
      }
      case 'Polygon':
        closePolygon(placemark)
        return
      case 'Track':
        closeTrack(placemark)
    }
  }

  return { opened, closed, points: () => points }
}

function hasThreePoints(positions: readonly Position[]): boolean {
  const different = new Set<string>()
  return positions.some((position) => different.add(String(position)).size === 3)
}
