/** GeoJSON (RFC 7946), as far as this portal sends it. Longitude first; outer rings run counterclockwise, holes clockwise. */
import * as v from 'valibot'

/** A function instead of a schema for each number: a zone has up to fifty thousand positions. */
export function isPosition(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
}
export type Position = [longitude: number, latitude: number]
const position = v.custom<Position>(isPosition)

const positions = v.array(position)
const rings = v.array(positions)

const simpleGeometries = [
  v.object({ type: v.literal('Point'), coordinates: position }),
  v.object({ type: v.literal('MultiPoint'), coordinates: positions }),
  v.object({ type: v.literal('LineString'), coordinates: positions }),
  v.object({ type: v.literal('MultiLineString'), coordinates: rings }),
  v.object({ type: v.literal('Polygon'), coordinates: rings }),
  v.object({ type: v.literal('MultiPolygon'), coordinates: v.array(rings) }),
] as const
const simpleGeometry = v.variant('type', simpleGeometries)
export type SimpleGeometry = v.InferOutput<typeof simpleGeometry>

export const geometry = v.variant('type', [
  ...simpleGeometries,
  v.object({ type: v.literal('GeometryCollection'), geometries: v.array(simpleGeometry) }),
])
export type Geometry = v.InferOutput<typeof geometry>

export function feature<const P extends v.ObjectEntries>(properties: P) {
  return v.object({ type: v.literal('Feature'), properties: v.object(properties), geometry })
}

export function featureCollection<const F extends v.GenericSchema>(one: F) {
  return v.object({ type: v.literal('FeatureCollection'), features: v.array(one) })
}
