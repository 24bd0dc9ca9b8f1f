/** What zones draw: stored as lines of GeoJSON features, and joined to collections without parsing them. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, isNotNull, not } from 'drizzle-orm'
import type { TextToSend } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { rallyZones, rallyZoneShapes } from '../../db/tables.ts'
import { type Drawing, shapeBeginning } from '../../kml/drawing.ts'

const geoJson = 'application/geo+json'

/** Replaces those of the zone. */
export async function writeShapes(db: Database, rallyZoneId: number, { parts }: Pick<Drawing, 'parts'>): Promise<void> {
  await db.delete(rallyZoneShapes).where(eq(rallyZoneShapes.rallyZoneId, rallyZoneId))
  for (const [part, text] of parts.entries()) {
    await db.insert(rallyZoneShapes).values({ rallyZoneId, part, text })
    // The embedded database would go on without letting other requests in.
    await setImmediate()
  }
}

export async function sendShapes(db: Database, rallyZoneId: number): Promise<TextToSend> {
  const text = await readText(db, rallyZoneId)
  return { mediaType: geoJson, pieces: () => [collectionStart, text, collectionEnd] }
}

/** Reads the shapes zone by zone while they are sent. */
export async function sendEnabledShapes(db: Database): Promise<TextToSend> {
  const zones = await db
    .select({ id: rallyZones.id, title: rallyZones.title, sha256: rallyZones.shapesSha256 })
    .from(rallyZones)
    .where(and(rallyZones.isEnabled, not(rallyZones.isDeleted), isNotNull(rallyZones.shapesSha256)))
    .orderBy(asc(rallyZones.id))
  const etag = createHash('sha256').update(JSON.stringify(zones)).digest('hex')

  async function* pieces(): AsyncGenerator<string, void> {
    yield collectionStart
    let separator = ''
    for (const zone of zones) {
      const about = JSON.stringify({ rallyZoneId: zone.id, rallyZoneTitle: zone.title }).slice(1, -1)
      const text = await readText(db, zone.id)
      await setImmediate()
      // Removed meanwhile.
      if (text === '') continue
      yield separator + withProperties(text, about)
      separator = ','
    }
    yield collectionEnd
  }
  return { mediaType: geoJson, etag, pieces }
}

const collectionStart = '{"type":"FeatureCollection","features":['
const collectionEnd = ']}'

/** Each feature is a line, and no other line breaks are in it: JSON escapes them in texts. */
function withProperties(text: string, about: string): string {
  const lines = text.split('\n').map((line) => `${shapeBeginning}${about},${line.slice(shapeBeginning.length)}`)
  return lines.join('\n')
}

async function readText(db: Database, rallyZoneId: number): Promise<string> {
  const rows = await db
    .select({ text: rallyZoneShapes.text })
    .from(rallyZoneShapes)
    .where(eq(rallyZoneShapes.rallyZoneId, rallyZoneId))
    .orderBy(asc(rallyZoneShapes.part))
  return rows.map(({ text }) => text).join('')
}
