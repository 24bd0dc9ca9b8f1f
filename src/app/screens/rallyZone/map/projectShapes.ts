/** From a zone's shapes to SVG paths, and from pixels back to meters. Knows no React. */
import { type GeoProjection, geoBounds, geoDistance, geoPath, geoStereographic } from 'd3-geo'
import type { Geometry, Position, SimpleGeometry } from '../../../../contract/geoJson.ts'
import type { ZoneShape } from '../../../../contract/rallyZone.ts'

export type MapSize = { readonly width: number; readonly height: number }

/** What one file draws. Empty strings for what it does not have. */
export type FileDrawing = {
  readonly file: number
  readonly areas: string
  readonly lines: string
  /** Lines without length: with round ends that keep their width they are dots at any zoom. */
  readonly points: string
}

/** `shape` is the index of the shape that it names. */
export type Label = {
  readonly shape: number
  readonly text: string
  readonly x: number
  readonly y: number
  /** It stands above this place instead of on it, so that a dot stays in sight. */
  readonly isAbove: boolean
}

export type MapDrawing = {
  readonly files: readonly FileDrawing[]
  readonly labels: readonly Label[]
  /** In the middle of the map, without zoom. */
  readonly metersPerPixel: number
}

/** Around the shapes, in pixels. */
const margin = 36
/** A zone that is a single point is drawn as if it were as large as this, in degrees: about 50 m. */
const smallestExtent = 0.0005
const earthRadiusMeters = 6_371_009

export function drawShapes(shapes: readonly ZoneShape[], fileCount: number, size: MapSize): MapDrawing {
  const projection = fitProjection(shapes, size)
  const path = geoPath(projection)
  const files = Array.from({ length: fileCount }, (_, file) => {
    const simple = shapes.filter(({ properties }) => properties.file === file).flatMap(({ geometry }) => partsOf(geometry))
    return {
      file,
      areas: simple.map((one) => (isArea(one) ? (path(rewindForSphere(one)) ?? '') : '')).join(''),
      lines: simple.map((one) => (isLine(one) ? (path(one) ?? '') : '')).join(''),
      points: simple
        .flatMap(pointsOf)
        .map((point) => dotAt(projection(point)))
        .join(''),
    }
  })
  const labels = shapes.flatMap(({ geometry, properties: { name } }, shape) => {
    const part = partsOf(geometry).at(-1)
    if (name === null || part === undefined) return []
    const [x, y] = path.centroid(rewindForSphere(part))
    return Number.isFinite(x) && Number.isFinite(y) ? [{ shape, text: name, x, y, isAbove: pointsOf(part).length > 0 }] : []
  })
  return { files, labels, metersPerPixel: metersPerPixel(projection, size) }
}

/** Stereographic around the middle of the zone: angles are true, north is up, and the date line is a line like any other. */
function fitProjection(shapes: readonly ZoneShape[], { width, height }: MapSize): GeoProjection {
  const positions = shapes.flatMap(({ geometry }) => partsOf(geometry).flatMap(positionsOf))
  const [[west, south], [east, north]] = geoBounds({ type: 'MultiPoint', coordinates: positions.length === 0 ? [[0, 0]] : positions })
  const extent = { longitude: east - west + (east < west ? 360 : 0), latitude: north - south }
  const middle: Position = [west + extent.longitude / 2, (south + north) / 2]
  const [dx, dy] = [Math.max(extent.longitude, smallestExtent) / 2, Math.max(extent.latitude, smallestExtent) / 2]
  const corners = [-dx, dx].flatMap((x) => [-dy, 0, dy].map((y): Position => [middle[0] + x, clampLatitude(middle[1] + y)]))
  // The middle of the upper and lower edge reaches further than the corners.
  const edges = [-dy, dy].map((y): Position => [middle[0], clampLatitude(middle[1] + y)])
  return geoStereographic()
    .rotate([-middle[0], -middle[1]])
    .precision(0)
    .fitExtent(
      [
        [margin, margin],
        [width - margin, height - margin],
      ],
      { type: 'MultiPoint', coordinates: [...corners, ...edges] },
    )
}

function clampLatitude(latitude: number): number {
  return Math.max(-90, Math.min(90, latitude))
}

function metersPerPixel(projection: GeoProjection, { width, height }: MapSize): number {
  const pixels = 100
  const [left, right] = [width / 2 - pixels / 2, width / 2 + pixels / 2].map((x) => projection.invert?.([x, height / 2]))
  return left && right ? (geoDistance(left, right) * earthRadiusMeters) / pixels : 1
}

export function partsOf(geometry: Geometry): SimpleGeometry[] {
  return geometry.type === 'GeometryCollection' ? geometry.geometries : [geometry]
}

function isArea({ type }: SimpleGeometry): boolean {
  return type === 'Polygon' || type === 'MultiPolygon'
}

function isLine({ type }: SimpleGeometry): boolean {
  return type === 'LineString' || type === 'MultiLineString'
}

function pointsOf(geometry: SimpleGeometry): Position[] {
  if (geometry.type === 'Point') return [geometry.coordinates]
  return geometry.type === 'MultiPoint' ? geometry.coordinates : []
}

function positionsOf(geometry: SimpleGeometry): Position[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates]
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.flat()
    case 'MultiPolygon':
      return geometry.coordinates.flat(2)
    default:
      return geometry satisfies never
  }
}

/** d3-geo takes a counterclockwise ring for everything but its inside; the contract's rings are counterclockwise (RFC 7946). */
export function rewindForSphere(geometry: SimpleGeometry): SimpleGeometry {
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: turn(geometry.coordinates) }
  if (geometry.type === 'MultiPolygon') return { ...geometry, coordinates: geometry.coordinates.map(turn) }
  return geometry
}

function turn(rings: readonly Position[][]): Position[][] {
  return rings.map((ring) => ring.toReversed())
}

function dotAt(place: [number, number] | null): string {
  return place === null ? '' : `M${place.map((pixels) => pixels.toFixed(3)).join(',')}h0`
}
