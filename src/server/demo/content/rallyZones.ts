/** Rally zones of the demo, with their KML files. */
import { zonePointsMax } from '../../../contract/rules.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { files, rallyZoneFiles, rallyZones, rallyZoneShapes } from '../../db/tables.ts'
import type { Storage, StoredContent } from '../../files/storage.ts'
import { type Drawing, drawingOf } from '../../kml/drawing.ts'
import { addDays } from './days.ts'

type DemoFile = { readonly filename: string; readonly kml: string }
type DemoZone = { readonly title: string; readonly isEnabled: boolean; readonly ageDays: number; readonly files: readonly DemoFile[] }
type StoredZone = { readonly zone: DemoZone; readonly contents: readonly StoredContent[]; readonly drawing: Drawing }

const threeValleys = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
  <Document>
    <name>Rally of the Three Valleys</name>
    <Placemark>
      <name>Search area</name>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>
        1.8321,44.6102,0 1.8394,44.6131,0 1.8467,44.6108,0 1.8489,44.6043,0 1.8402,44.5998,0 1.8318,44.6031,0 1.8321,44.6102,0
      </coordinates></LinearRing></outerBoundaryIs></Polygon>
    </Placemark>
  </Document>
</kml>
`

const site = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
  <Document>
    <name>Site</name>
    <Placemark>
      <name>Camp, without the pond</name>
      <Polygon>
        <outerBoundaryIs><LinearRing><coordinates>
          1.8492,44.6095 1.8531,44.6104 1.8540,44.6071 1.8499,44.6062 1.8492,44.6095
        </coordinates></LinearRing></outerBoundaryIs>
        <innerBoundaryIs><LinearRing><coordinates>
          1.8511,44.6086 1.8519,44.6088 1.8522,44.6080 1.8513,44.6078 1.8511,44.6086
        </coordinates></LinearRing></innerBoundaryIs>
      </Polygon>
    </Placemark>
    <Placemark>
      <name>Way to the fields</name>
      <LineString><coordinates>1.8499,44.6075 1.8478,44.6070 1.8461,44.6077</coordinates></LineString>
    </Placemark>
    <Placemark>
      <name>Car park</name>
      <Point><coordinates>1.8549,44.6090</coordinates></Point>
    </Placemark>
  </Document>
</kml>
`

const causse = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
  <Document>
    <name>Rallye du Causse</name>
    <Placemark>
      <name>Parcelle du Mas</name>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>
        1.6204,44.4871 1.6252,44.4883 1.6268,44.4851 1.6219,44.4838 1.6204,44.4871
      </coordinates></LinearRing></outerBoundaryIs></Polygon>
    </Placemark>
    <Placemark>
      <name>Parcelle de la Croix</name>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>
        1.6275,44.4886 1.6321,44.4890 1.6327,44.4862 1.6283,44.4856 1.6275,44.4886
      </coordinates></LinearRing></outerBoundaryIs></Polygon>
    </Placemark>
  </Document>
</kml>
`

const zones: readonly DemoZone[] = [
  {
    title: 'Rally of the Three Valleys',
    isEnabled: true,
    ageDays: 41,
    files: [
      { filename: 'three-valleys.kml', kml: threeValleys },
      { filename: 'site.kml', kml: site },
    ],
  },
  { title: 'Rallye du Causse', isEnabled: false, ageDays: 6, files: [{ filename: 'causse.kml', kml: causse }] },
]

export async function storeZones(storage: Storage): Promise<StoredZone[]> {
  // These files are no stranger's; only a demo loads what reads them here.
  const { readZoneFile } = await import('../../kml/readZoneFile.ts')
  const read = ({ filename, kml }: DemoFile, index: number) =>
    readZoneFile({ fileName: filename, bytes: Buffer.from(kml), index, pointsMax: zonePointsMax })
  return Promise.all(
    zones.map(async (zone) => ({
      zone,
      contents: await Promise.all(zone.files.map(({ kml }) => storage.put(Buffer.from(kml)))),
      drawing: drawingOf(zone.files.map(read)),
    })),
  )
}

export async function insertZones(db: Database, stored: readonly StoredZone[], now: Date): Promise<void> {
  for (const { zone, contents, drawing } of stored) {
    const { title, isEnabled, ageDays } = zone
    const row = { title, isEnabled, creationDate: addDays(now, -ageDays), ...drawing.row }
    const { id: rallyZoneId } = single(await db.insert(rallyZones).values(row).returning({ id: rallyZones.id }))
    await db.insert(rallyZoneShapes).values(drawing.parts.map((text, part) => ({ rallyZoneId, part, text })))
    for (const [index, content] of contents.entries()) {
      const about = {
        filename: zone.files[index]?.filename ?? '',
        kind: 'rallyZone',
        mediaType: 'application/vnd.google-earth.kml+xml',
      } as const
      const { id: fileId } = single(
        await db
          .insert(files)
          .values({ ...content, ...about })
          .returning({ id: files.id }),
      )
      await db.insert(rallyZoneFiles).values({ rallyZoneId, fileId })
    }
  }
}
