import { describe, expect, it } from 'vitest'
import type { Position } from '../../contract/geoJson.ts'
import { measure } from './measure.ts'
import { newPlacemark } from './placemark.ts'

const metersPerDegree = 111_320
/** The part of `expected` by which `actual` differs. */
const deviation = (actual: number | null, expected: number) => Math.abs((actual ?? 0) / expected - 1)
const onePercent = 0.01

/** A square around a place, by the length of a degree there; good for small ones. */
function square([longitude, latitude]: Position, meters: number): Position[] {
  const dLat = meters / metersPerDegree / 2
  const dLon = dLat / Math.cos((latitude * Math.PI) / 180)
  return [
    [longitude - dLon, latitude - dLat],
    [longitude + dLon, latitude - dLat],
    [longitude + dLon, latitude + dLat],
    [longitude - dLon, latitude + dLat],
    [longitude - dLon, latitude - dLat],
  ]
}

function circle([longitude, latitude]: Position, radiusMeters: number): Position[] {
  const dLat = radiusMeters / metersPerDegree
  const dLon = dLat / Math.cos((latitude * Math.PI) / 180)
  const steps = 360
  return Array.from({ length: steps + 1 }, (_, index) => {
    const angle = ((index % steps) / steps) * 2 * Math.PI
    return [longitude + dLon * Math.cos(angle), latitude + dLat * Math.sin(angle)]
  })
}

const polygons = (...all: Position[][][]) => measure({ ...newPlacemark(), polygons: all })

describe('areas', () => {
  it.each([
    ['in France', [1.84, 44.6]],
    ['on the equator', [0, 0]],
    ['in Lapland', [25, 69]],
    ['in Tasmania', [147, -42]],
    ['on the date line', [180, -17]],
  ] satisfies [string, Position][])('of a hectare %s', (_, place) => {
    const { areaSquareMeters, perimeterMeters } = polygons([square(place, 100)])
    expect(deviation(areaSquareMeters, 10_000)).toBeLessThan(onePercent)
    expect(deviation(perimeterMeters, 400)).toBeLessThan(onePercent)
  })

  it('of a circle of a kilometre, of a square metre', () => {
    expect(deviation(polygons([circle([1.84, 44.6], 1000)]).areaSquareMeters, Math.PI * 1e6)).toBeLessThan(onePercent)
    expect(deviation(polygons([square([1.84, 44.6], 1)]).areaSquareMeters, 1)).toBeLessThan(onePercent)
  })

  it('of a country: Colorado, between 37 and 41 degrees north, 102.05 and 109.05 west', () => {
    const colorado: Position[] = [
      [-109.05, 37],
      [-102.05, 37],
      [-102.05, 41],
      [-109.05, 41],
      [-109.05, 37],
    ]
    expect(deviation(polygons([colorado]).areaSquareMeters, 269_601e6)).toBeLessThan(onePercent)
  })

  it('subtract holes, add polygons, and are the same in both senses', () => {
    const place: Position = [1.84, 44.6]
    const [field, pond] = [square(place, 200), square(place, 100)]
    for (const outer of [field, field.toReversed()])
      for (const hole of [pond, pond.toReversed()]) {
        const { areaSquareMeters, perimeterMeters } = polygons([outer, hole], [square([1.9, 44.6], 100)])
        expect(deviation(areaSquareMeters, 40_000 - 10_000 + 10_000)).toBeLessThan(onePercent)
        expect(deviation(perimeterMeters, 800 + 400 + 400)).toBeLessThan(onePercent)
      }
  })
})

it('turns outer rings counterclockwise and holes clockwise', () => {
  const place: Position = [1.84, 44.6]
  const [outer, hole] = [square(place, 200), square(place, 100).toReversed()]
  for (const given of [
    [outer, hole],
    [outer.toReversed(), hole],
    [outer, hole.toReversed()],
  ])
    expect(polygons(given).placemark.polygons).toEqual([[outer, hole]])
})

it('measures lines, also over the date line; points have no measure', () => {
  const equator: Position[] = [
    [179.5, 0],
    [-179.5, 0],
  ]
  expect(deviation(measure({ ...newPlacemark(), lines: [equator, equator] }).lengthMeters, 2 * metersPerDegree)).toBeLessThan(onePercent)
  expect(measure({ ...newPlacemark(), points: [[1, 45]] })).toMatchObject({
    areaSquareMeters: null,
    perimeterMeters: null,
    lengthMeters: null,
  })
})
