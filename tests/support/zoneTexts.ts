/** KML as text, read as the server reads a file. */
import type { ZoneShape } from '../../src/contract/rallyZone.ts'
import { zonePointsMax } from '../../src/contract/rules.ts'
import { readZoneFile } from '../../src/server/kml/readZoneFile.ts'

export function readZone(content: string | Uint8Array, fileName = 'zone.kml') {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const { shapes, ...file } = readZoneFile({ fileName, bytes, index: 0, pointsMax: zonePointsMax })
  return { ...file, shapes: shapes.map((text): ZoneShape => JSON.parse(text)) }
}

export const problemsOf = (...given: Parameters<typeof readZone>) =>
  readZone(...given).problems.map(({ code, line, found }) => [code, line, found])
export const kml = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n${inside}\n</kml>`
export const placemark = (inside: string) => kml(`<Placemark>\n${inside}\n</Placemark>`)
export const point = (coordinates: string) => placemark(`<Point><coordinates>${coordinates}</coordinates></Point>`)
