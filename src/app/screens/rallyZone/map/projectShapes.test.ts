import { geoArea } from 'd3-geo'
import { describe, expect, it } from 'vitest'
import type { Geometry, Position, SimpleGeometry } from '../../../../contract/geoJson.ts'
import type { ZoneShape } from '../../../../contract/rallyZone.ts'
import { drawShapes, rewindForSphere } from './projectShapes.ts'

const size = { width: 800, height: 480 }

function shape(geometry: Geometry, { file = 0, name = null as string | null } = {}): ZoneShape {
  return { type: 'Feature', properties: { file, name, areaSquareMeters: null, perimeterMeters: null, lengthMeters: null }, geometry }
}

/** Counterclockwise, as the contract has it. */
function square([longitude, latitude]: Position, degrees: number): Position[] {
  return [
    [longitude, latitude],
    [longitude + degrees, latitude],
    [longitude + degrees, latitude + degrees],
    [longitude, latitude + degrees],
    [longitude, latitude],
  ]
}
const polygon = (...coordinates: Position[][]): SimpleGeometry => ({ type: 'Polygon', coordinates })

/** The corners of a path. */
function cornersOf(path: string): [number, number][] {
  return [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
}

function boundsOf(path: string) {
  const corners = cornersOf(path)
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

const earthSquareMeters = 510e12
const areaOf = (geometry: SimpleGeometry) => (geoArea(geometry) / (4 * Math.PI)) * earthSquareMeters

describe('rings', () => {
  const field = polygon(square([1.84, 44.6], 0.001), square([1.8402, 44.6002], 0.0005).toReversed())

  it('are turned to the sense of d3-geo, which otherwise draws the rest of the Earth', () => {
    expect(areaOf(field)).toBeGreaterThan(509e12)
    expect(areaOf(rewindForSphere(field))).toBeLessThan(10_000)
    const many: SimpleGeometry = { type: 'MultiPolygon', coordinates: [[square([1, 45], 0.001)], [square([2, 45], 0.001)]] }
    expect(areaOf(rewindForSphere(many))).toBeLessThan(20_000)
  })

  it('fill the map with their zone, not with what is around it', () => {
    const [drawing] = drawShapes([shape(field)], 1, size).files
    const { left, right, top, bottom } = boundsOf(drawing?.areas ?? '')
    expect(top).toBeCloseTo(36, 0)
    expect(bottom).toBeCloseTo(size.height - 36, 0)
    expect((left + right) / 2).toBeCloseTo(size.width / 2, 0)
    // Outer ring and hole, and no frame of the sphere.
    expect(drawing?.areas.match(/M/g)).toHaveLength(2)
  })
})

describe('the drawing', () => {
  it('has north above and east on the right, and keeps angles', () => {
    const north: Position = [1.84, 44.61]
    const east: Position = [1.85, 44.6]
    const shapes = [
      shape({ type: 'LineString', coordinates: [[1.84, 44.6], north] }),
      shape({ type: 'LineString', coordinates: [[1.84, 44.6], east] }),
    ]
    const [first, up, second, right] = cornersOf(drawShapes(shapes, 1, size).files[0]?.lines ?? '')
    expect(first).toEqual(second)
    const [x, y] = first ?? [0, 0]
    expect(up?.[1]).toBeLessThan(y)
    expect(up?.[0]).toBeCloseTo(x, 0)
    expect(right?.[0]).toBeGreaterThan(x)
    // A degree of longitude is shorter there by the cosine of the latitude.
    const ratio = ((right?.[0] ?? 0) - x) / (y - (up?.[1] ?? 0))
    expect(ratio).toBeCloseTo(Math.cos((44.6 * Math.PI) / 180), 2)
  })

  it('separates files, and areas, lines and points', () => {
    const shapes = [
      shape(
        { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 45] }, polygon(square([1, 45], 0.1))] },
        { file: 1 },
      ),
      shape({
        type: 'MultiPoint',
        coordinates: [
          [1, 45],
          [1.1, 45.1],
        ],
      }),
    ]
    const { files } = drawShapes(shapes, 2, size)
    expect(files[0]).toMatchObject({ areas: '', lines: '' })
    expect(files[0]?.points.match(/M[\d.,]+h0/g)).toHaveLength(2)
    expect(files[1]?.points.match(/M[\d.,]+h0/g)).toHaveLength(1)
    expect(files[1]?.areas).toMatch(/^M.*Z$/)
  })

  it.each([
    ['on the date line', [179.9, -17]],
    ['in Lapland', [25, 69]],
    ['near a pole', [0, 89.5]],
  ] satisfies [string, Position][])('fits on the map %s', (_, place) => {
    const [drawing] = drawShapes([shape(polygon(square(place, 0.2).map(([x, y]): Position => [x > 180 ? x - 360 : x, y])))], 1, size).files
    const { left, right, top, bottom } = boundsOf(drawing?.areas ?? '')
    expect(left).toBeGreaterThanOrEqual(30)
    expect(right).toBeLessThanOrEqual(size.width - 30)
    expect(top).toBeGreaterThanOrEqual(30)
    expect(bottom).toBeLessThanOrEqual(size.height - 30)
    expect(Math.max(right - left, bottom - top)).toBeGreaterThan(300)
  })

  it('shows a single point in the middle, at the scale of a field', () => {
    const { files, metersPerPixel } = drawShapes([shape({ type: 'Point', coordinates: [1.84, 44.6] })], 1, size)
    expect(cornersOf(files[0]?.points ?? '')).toEqual([[400, 240]])
    expect(metersPerPixel).toBeGreaterThan(0.05)
    expect(metersPerPixel).toBeLessThan(1)
  })

  it('knows how many meters a pixel is', () => {
    const { metersPerPixel } = drawShapes([shape(polygon(square([1.84, 44.6], 0.01)))], 1, size)
    // 0.01 degrees of latitude, over the height of the map without its margins.
    expect(metersPerPixel / (1112 / (size.height - 72))).toBeCloseTo(1, 2)
  })

  it('names shapes in their middle, and those without a name not at all', () => {
    const shapes = [shape(polygon(square([1, 45], 0.1)), { name: 'Field' }), shape({ type: 'Point', coordinates: [1, 45] })]
    const { labels } = drawShapes(shapes, 1, size)
    expect(labels).toEqual([{ shape: 0, text: 'Field', x: expect.closeTo(400, 0), y: expect.closeTo(240, 0), isAbove: false }])
  })

  it('draws nothing of a zone without shapes', () => {
    expect(drawShapes([], 1, size)).toMatchObject({ files: [{ areas: '', lines: '', points: '' }], labels: [] })
  })
})
