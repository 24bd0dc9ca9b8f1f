import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { files, news, rallyZoneFiles, rallyZones, warrantyCodes } from '../../db/tables.ts'
import type { StoredContent } from '../../files/storage.ts'
import { addDays } from './days.ts'
import { demoNews, demoRallyZone } from './publications.ts'
import type { SeededRandom } from './seededRandom.ts'

const warrantyCodeCount = 60
/** Fixed codes, so that visitors of the demo have some to enter. */
const knownCodes = ['DEMO2026COIL00000001', 'DEMO2026COIL00000002', 'DEMO2026COIL00000003']

/** News, one rally zone and unused warranty codes. */
export async function insertPublications(db: Database, random: SeededRandom, kml: StoredContent, now: Date): Promise<void> {
  await db.insert(news).values(demoNews(now))

  const { zone, filename } = demoRallyZone(now)
  const { id: rallyZoneId } = single(await db.insert(rallyZones).values(zone).returning({ id: rallyZones.id }))
  const kept = { ...kml, filename, kind: 'rallyZone', mediaType: 'application/vnd.google-earth.kml+xml' } as const
  const { id: fileId } = single(await db.insert(files).values(kept).returning({ id: files.id }))
  await db.insert(rallyZoneFiles).values({ rallyZoneId, fileId })

  await db.insert(warrantyCodes).values(
    Array.from({ length: warrantyCodeCount }, (_, index) => ({
      // 80 bits, like real codes.
      code: knownCodes[index] ?? random.hex(20),
      isGifted: index % 5 === 0,
      createdAt: addDays(now, -90 + index),
    })),
  )
}
