/** Areas and lengths on the ellipsoid WGS 84, and the sense of rings. Knows no KML. */
import geographicLib from 'geographiclib-geodesic'
import type { Position } from '../../contract/geoJson.ts'
import type { Placemark, Rings } from './placemark.ts'

const { WGS84 } = geographicLib.Geodesic

export type Measures = {
  /** Null without polygons; holes are subtracted. */
  readonly areaSquareMeters: number | null
  /** Null without polygons; the edges of holes are included. */
  readonly perimeterMeters: number | null
  /** Null without lines. */
  readonly lengthMeters: number | null
}

type Measured = { readonly rings: Rings; readonly areaSquareMeters: number; readonly perimeterMeters: number }

/** Returns the measures, and the placemark with all rings in the sense of RFC 7946. */
export function measure(placemark: Placemark): Measures & { readonly placemark: Placemark } {
  const { lines, polygons } = placemark
  const measured = polygons.map(measurePolygon)
  return {
    placemark: { ...placemark, polygons: measured.map(({ rings }) => rings) },
    areaSquareMeters: polygons.length === 0 ? null : sum(measured.map(({ areaSquareMeters }) => areaSquareMeters)),
    perimeterMeters: polygons.length === 0 ? null : sum(measured.map(({ perimeterMeters }) => perimeterMeters)),
    lengthMeters: lines.length === 0 ? null : sum(lines.map(lengthOf)),
  }
}

/** RFC 7946 (3.1.6): the outer ring counterclockwise, holes clockwise. KML files have both. */
function measurePolygon(rings: Rings): Measured {
  const [outer, ...holes] = rings.map((ring, index) => measureRing(ring, index === 0))
  const all = outer === undefined ? [] : [outer, ...holes]
  return {
    rings: all.map(({ ring }) => ring),
    areaSquareMeters: Math.max(0, (outer?.area ?? 0) - sum(holes.map(({ area }) => area))),
    perimeterMeters: sum(all.map(({ perimeter }) => perimeter)),
  }
}

/** Of the smaller side: no zone is larger than half of the Earth. */
function measureRing(ring: readonly Position[], isOuter: boolean) {
  const polygon = WGS84.Polygon(false)
  // The last position repeats the first.
  for (const [longitude, latitude] of ring.slice(0, -1)) polygon.AddPoint(latitude, longitude)
  const { area = 0, perimeter } = polygon.Compute(false, true)
  const isCounterclockwise = area >= 0
  return { ring: isCounterclockwise === isOuter ? ring : ring.toReversed(), area: Math.abs(area), perimeter }
}

function lengthOf(line: readonly Position[]): number {
  const polyline = WGS84.Polygon(true)
  for (const [longitude, latitude] of line) polyline.AddPoint(latitude, longitude)
  return polyline.Compute(false, true).perimeter
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
