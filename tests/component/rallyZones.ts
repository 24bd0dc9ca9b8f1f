/** Rally zones that the fake API may answer with. */
import type { ReadZoneFile, ShownRallyZone, ZoneShape } from '../../src/contract/rallyZone.ts'

export function shownRallyZone(others: Partial<ShownRallyZone> = {}): ShownRallyZone {
  return {
    id: 7,
    tostring: 'Rally of the Three Valleys',
    isDeleted: false,
    version: 1,
    restorableUntil: null,
    title: 'Rally of the Three Valleys',
    creationDate: '2026-10-10T10:00:00.000Z',
    status: true,
    fileName: 'three-valleys.kml, site.kml',
    files: [
      { id: 21, filename: 'three-valleys.kml', sizeBytes: 812 },
      { id: 22, filename: 'site.kml', sizeBytes: 640 },
    ],
    areaSquareMeters: 32_000,
    perimeterMeters: 1_200,
    ...others,
  }
}

/** About 100 by 100 meters, `east` degrees from the others. */
export function zoneShape(file: number, name: string | null, east = 0): ZoneShape {
  const [west, south, size] = [1.84 + east, 44.6, 0.001]
  return {
    type: 'Feature',
    properties: { file, name, areaSquareMeters: 10_000, perimeterMeters: 400, lengthMeters: null },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [west + size, south],
          [west + size, south + size],
          [west, south + size],
          [west, south],
        ],
      ],
    },
  }
}

export function readZoneFile(others: Partial<ReadZoneFile> = {}): ReadZoneFile {
  return {
    fileName: 'field.kml',
    problems: [],
    shapes: [zoneShape(0, 'Meadow'), zoneShape(0, 'Wood', 0.01), zoneShape(0, null, 0.02)],
    areaSquareMeters: 32_000,
    perimeterMeters: 1_200,
    ...others,
  }
}
