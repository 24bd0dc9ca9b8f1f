/** A rally zone: an area, drawn in KML files, that the companion app shows on its map. */
import * as v from 'valibot'
import type { ErrorCode } from '../errors.ts'
import { byId, removeCalls, saveCalls, shownRecord } from './crud.ts'
import { editForm } from './editForm.ts'
import { endpoint, everyRole, textAnswer } from './endpoint.ts'
import { booleanText, id, instant, text, uploads } from './fields.ts'
import { feature, featureCollection } from './geoJson.ts'
import { titleMaxLength, zoneFilesMax, zoneFilesMaxBytes } from './rules.ts'
import { tableCalls } from './table.ts'

const admin = ['ROLE_ADMIN'] as const

const about = { title: v.string(), creationDate: instant, status: v.boolean() }

const rallyZoneRow = v.object({ id, ...about, isDeleted: v.boolean() })
export type RallyZoneRow = v.InferOutput<typeof rallyZoneRow>

/** Of all its polygons on the ellipsoid WGS 84, holes subtracted; the perimeter includes the edges of holes. */
const size = { areaSquareMeters: v.number(), perimeterMeters: v.number() }

const zoneFile = v.object({ id, filename: v.string(), sizeBytes: v.number() })

/** `fileName` names all files; `files` (in the order in which they were sent) and the sizes are additions. */
const shownRallyZone = v.object({ ...shownRecord, ...about, fileName: v.string(), files: v.array(zoneFile), ...size })
export type ShownRallyZone = v.InferOutput<typeof shownRallyZone>

const shape = {
  /** The file that it comes from, as an index of the zone's files. */
  file: v.number(),
  name: v.nullable(v.string()),
  /** Of its polygons; null if it has none. */
  areaSquareMeters: v.nullable(v.number()),
  perimeterMeters: v.nullable(v.number()),
  /** Of its lines; null if it has none. */
  lengthMeters: v.nullable(v.number()),
}
const zoneShape = feature(shape)
export type ZoneShape = v.InferOutput<typeof zoneShape>

/** Why a file is refused. */
export const zoneFileErrors = [
  'kml.name.error',
  'kml.archive.error',
  'kml.too.large.error',
  'kml.empty.error',
  'kml.encoding.error',
  'kml.xml.error',
  'kml.doctype.error',
  'kml.entity.error',
  'kml.root.error',
  'kml.depth.error',
  'kml.points.error',
  'kml.coordinates.error',
  'kml.range.error',
  'kml.line.error',
  'kml.ring.error',
  'kml.polygon.error',
  'kml.no.shape.error',
  'kml.too.complex.error',
] as const satisfies readonly ErrorCode[]
export type ZoneFileError = (typeof zoneFileErrors)[number]

/** What a file has that is not used. Such a file is accepted. */
const zoneFileNotes = [
  'kml.overlay.ignored',
  'kml.link.ignored',
  'kml.model.ignored',
  'kml.tour.ignored',
  'kml.ring.closed',
  'kml.more.problems',
] as const

const problem = v.object({
  code: v.picklist([...zoneFileErrors, ...zoneFileNotes]),
  /** From 1; null if it concerns the whole file. */
  line: v.nullable(v.number()),
  /** What stands there: an element's name, or a coordinate. */
  found: v.nullable(v.string()),
})
export type ZoneFileProblem = v.InferOutput<typeof problem>

const readFile = v.object({
  fileName: v.string(),
  /** In the order of the file. */
  problems: v.array(problem),
  /** Empty if a problem is an error. `file` is the index of this file. */
  shapes: v.array(zoneShape),
  ...size,
})
export type ReadZoneFile = v.InferOutput<typeof readFile>

const zoneFiles = uploads(zoneFilesMax, 'kml.too.many.files.error')

/** A file that cannot be used: the code of its first error on `zoneFile`. `readFiles` tells all of them. */
const form = { title: text(titleMaxLength), enabled: booleanText }

const sentFiles = { body: 'multipart', maxBytes: zoneFilesMaxBytes + 256 * 1024 } as const

export const rallyZone = {
  ...tableCalls('rallyZone', {
    audience: admin,
    row: rallyZoneRow,
    sortable: ['title', 'creationDate', 'status'],
    exported: ['title', 'creationDate', 'status'],
  }),

  /** Addition, for the companion app: the shapes of all enabled zones, in the order of the zones. `ETag` changes with them. Not
   * `isReadOnly`, because it goes on reading after the call: nobody needs it who views the portal as a customer.
   */
  getEnabled: endpoint({
    method: 'GET',
    path: '/rallyZone/enabled',
    audience: everyRole,
    body: 'none',
    response: textAnswer(featureCollection(feature({ rallyZoneId: id, rallyZoneTitle: v.string(), ...shape }))),
  }),

  get: endpoint({
    method: 'GET',
    path: '/rallyZone/{id}',
    audience: admin,
    isReadOnly: true,
    body: 'none',
    params: byId,
    response: shownRallyZone,
  }),

  /** Addition: what its files draw, as it was read when they were saved. */
  getShapes: endpoint({
    method: 'GET',
    path: '/rallyZone/{id}/shapes',
    audience: admin,
    isReadOnly: true,
    body: 'none',
    params: byId,
    response: textAnswer(featureCollection(zoneShape)),
  }),

  /** Addition: reads files as `create` does, tells what they draw and what is wrong with them, and stores nothing. */
  readFiles: endpoint({
    ...sentFiles,
    method: 'POST',
    path: '/rallyZone/readFiles',
    audience: admin,
    request: v.strictObject({ zoneFile: v.pipe(zoneFiles, v.minLength(1, 'MandatoryField')) }),
    response: textAnswer(v.object({ files: v.array(readFile) })),
  }),

  /** `update` without files keeps the stored ones; otherwise the sent files replace all of them. */
  ...saveCalls(
    'rallyZone',
    admin,
    {
      create: v.strictObject({ ...form, zoneFile: v.pipe(zoneFiles, v.minLength(1, 'MandatoryField')) }),
      update: editForm({ ...form, zoneFile: zoneFiles }),
    },
    sentFiles,
  ),

  ...removeCalls('rallyZone', admin),
}
