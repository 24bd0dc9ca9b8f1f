/** News and a rally zone of the demo. */
import type { news, rallyZones } from '../../db/tables.ts'
import { addDays } from './days.ts'

export function demoNews(now: Date): (typeof news.$inferInsert)[] {
  return [
    {
      title: 'WS6 Master 5.2 est disponible',
      content:
        '<p>Conductivité étendue, réactivité 2,5 et un réglage plus fin de l’effet de sol : la version 5.2 est en ligne. Comptez trois minutes, et gardez le câble branché.</p>',
      isPublished: true,
      lastModifDate: addDays(now, -262),
    },
    {
      title: 'Rally of the Three Valleys: registrations open',
      content: '<p>Two days, 140 hectares and a good dinner. The search area is on your map from the first day.</p>',
      isPublished: true,
      lastModifDate: addDays(now, -40),
    },
    {
      title: 'Bêta 5.3 : ce que nous avons appris',
      content: '<p>Premiers retours des testeurs sur la multifréquence simultanée.</p>',
      isPublished: false,
      lastModifDate: addDays(now, -4),
    },
  ]
}

export function demoRallyZone(now: Date): { zone: typeof rallyZones.$inferInsert; filename: string; kml: string } {
  return {
    zone: { title: 'Rally of the Three Valleys', isEnabled: true, creationDate: addDays(now, -41) },
    filename: 'three-valleys.kml',
    kml: `<?xml version="1.0" encoding="UTF-8"?>
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
`,
  }
}
