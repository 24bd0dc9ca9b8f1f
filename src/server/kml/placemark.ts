/** A placemark's shapes while they are read, and as one GeoJSON geometry. Knows no XML. */
import type { Geometry, Position, SimpleGeometry } from '../../contract/geoJson.ts'

/** The first ring is the outer one. */
export type Rings = readonly (readonly Position[])[]

export type Placemark = {
  name: string | null
  readonly points: Position[]
  readonly lines: (readonly Position[])[]
  readonly polygons: Rings[]
}

export function newPlacemark(): Placemark {
  return { name: null, points: [], lines: [], polygons: [] }
}

/** Null without shapes. Shapes of one kind become one geometry, so that few readers need to know collections. */
export function geometryOf({ points, lines, polygons }: Placemark): Geometry | null {
  const geometries = [pointsOf(points), linesOf(lines), polygonsOf(polygons)].filter((one) => one !== null)
  const [first, ...others] = geometries
  if (first === undefined) return null
  return others.length === 0 ? first : { type: 'GeometryCollection', geometries }
}

function pointsOf(points: readonly Position[]): SimpleGeometry | null {
  const [first, ...others] = points
  if (first === undefined) return null
  return others.length === 0 ? { type: 'Point', coordinates: first } : { type: 'MultiPoint', coordinates: [...points] }
}

function linesOf(lines: readonly (readonly Position[])[]): SimpleGeometry | null {
  const [first, ...others] = lines.map((line) => [...line])
  if (first === undefined) return null
  return others.length === 0 ? { type: 'LineString', coordinates: first } : { type: 'MultiLineString', coordinates: [first, ...others] }
}

function polygonsOf(polygons: readonly Rings[]): SimpleGeometry | null {
  const [first, ...others] = polygons.map((rings) => rings.map((ring) => [...ring]))
  if (first === undefined) return null
  return others.length === 0 ? { type: 'Polygon', coordinates: first } : { type: 'MultiPolygon', coordinates: [first, ...others] }
}
