import { eq, inArray, sql } from 'drizzle-orm'
import type { contract } from '../../../contract/contract.ts'
import type { Upload } from '../../../contract/fields.ts'
import { rallyZone as calls, type RallyZoneRow } from '../../../contract/rallyZone.ts'
import type { RecordField } from '../../../contract/recordFields.ts'
import { AppError, isErrorCode } from '../../../errors.ts'
import type { Caller } from '../../auth/caller.ts'
import type { HandlersOf } from '../../call.ts'
import type { Database } from '../../db/connect.ts'
import { single } from '../../db/single.ts'
import { rallyZones } from '../../db/tables.ts'
import { exportHandlers } from '../../exports/exportRows.ts'
import { drawingOf } from '../../kml/drawing.ts'
import { isError } from '../../kml/kmlProblem.ts'
import { createRecord, findRecordMeta, removeHandlers } from '../../records/changeRecord.ts'
import { folded, foldedOrder } from '../../records/foldText.ts'
import { listHandlers, type ListSource } from '../../records/list.ts'
import { booleanFilter, dateFilter } from '../../records/listFilters.ts'
import { type FormKind, saveForm } from '../../records/saveForm.ts'
import { nameWithHash } from '../../records/storedFields.ts'
import type { ServerContext } from '../../serverContext.ts'
import { readZoneFiles } from './readZoneFiles.ts'
import { findZoneFiles, replaceZoneFiles, storeZoneFiles } from './zoneFiles.ts'
import { sendEnabledShapes, sendShapes, writeShapes } from './zoneShapes.ts'

export const rallyZoneKind: FormKind<RecordField<'rallyZone'>> = {
  entity: 'rallyZone',
  table: rallyZones,
  form: { request: calls.update.request },
  fields: {
    title: rallyZones.title,
    enabled: rallyZones.isEnabled,
    zoneFile: { read: async (db, id) => (await findZoneFiles(db, id)).map(nameWithHash) },
  },
}

export const rallyZoneList: ListSource<RallyZoneRow> = {
  table: rallyZones,
  searched: { text: folded(sql`' ' || ${rallyZones.title}`), name: foldedOrder(rallyZones.title) },
  sorts: () => ({ title: foldedOrder(rallyZones.title), creationDate: rallyZones.creationDate, status: rallyZones.isEnabled }),
  filters: () => [booleanFilter('status', rallyZones.isEnabled), dateFilter('creationDate', rallyZones.creationDate)],
  async find(db, ids) {
    const rows = await db
      .select()
      .from(rallyZones)
      .where(inArray(rallyZones.id, [...ids]))
    return rows.map((row) => Object.assign(row, shownValues(row)))
  },
}

export const rallyZone: HandlersOf<typeof contract.rallyZone> = {
  ...listHandlers(rallyZoneList, calls),
  ...exportHandlers(rallyZoneList, {
    list: 'rallyZone',
    columns: {
      title: ({ title }) => title,
      creationDate: { is: 'instant', at: ({ creationDate }) => creationDate },
      status: ({ status }) => status,
    },
  }),

  getEnabled: ({ db }) => sendEnabledShapes(db),

  async get({ params: { id }, db, now }) {
    const row = await findZone(db, id)
    const files = await findZoneFiles(db, id)
    return {
      ...row,
      ...shownValues(row),
      ...(await findRecordMeta(db, rallyZoneKind, row, now)),
      tostring: row.title,
      fileName: files.map(({ filename }) => filename).join(', '),
      files,
    }
  },

  async getShapes({ params: { id }, db }) {
    await findZone(db, id)
    return sendShapes(db, id)
  },

  async readFiles({ body: { zoneFile }, user }) {
    const files = await readZoneFiles(zoneFile, user.id)
    function* pieces(): Generator<string, void> {
      for (const [index, { shapes, points: _, ...file }] of files.entries())
        yield `${index === 0 ? '{"files":[' : ','}${JSON.stringify(file).slice(0, -1)},"shapes":[${shapes.join(',')}]}`
      yield ']}'
    }
    return { mediaType: 'application/json', pieces }
  },

  async create({ body: { title, enabled, zoneFile }, ...call }) {
    const drawing = await readDrawing(call, zoneFile)
    return createRecord(call, rallyZoneKind, async (db) => {
      const values = { title, isEnabled: enabled, creationDate: call.now }
      const { id } = single(await db.insert(rallyZones).values(values).returning({ id: rallyZones.id }))
      await drawing.write(db, id)
      return { id }
    })
  },

  async update(call) {
    const { zoneFile } = call.body
    const drawing = zoneFile.length === 0 ? null : await readDrawing(call, zoneFile)
    const { id } = call.params
    return saveForm(call, rallyZoneKind, async (db, { title, enabled }) => {
      await db.update(rallyZones).set({ title, isEnabled: enabled }).where(eq(rallyZones.id, id))
      await drawing?.write(db, id)
    })
  },

  ...removeHandlers(rallyZoneKind),
}

function shownValues({ isEnabled, creationDate }: typeof rallyZones.$inferSelect) {
  return { status: isEnabled, creationDate: creationDate.toISOString() }
}

async function findZone(db: Database, id: number): Promise<typeof rallyZones.$inferSelect> {
  const [row] = await db.select().from(rallyZones).where(eq(rallyZones.id, id))
  if (row === undefined) throw new AppError('resource.not.found')
  return row
}

/** Reads and stores files before the transaction, because both take time. Throws the code of the first error on `zoneFile`. */
async function readDrawing(context: Pick<ServerContext, 'storage'> & { now: Date; user: Caller }, uploads: readonly Upload[]) {
  const read = await readZoneFiles(uploads, context.user.id)
  const error = read.flatMap(({ problems }) => problems).find(isError)
  if (isErrorCode(error?.code)) throw new AppError(error.code, { invalidField: 'zoneFile' })
  const stored = await storeZoneFiles(context, uploads)
  const drawing = drawingOf(read)
  return {
    async write(db: Database, id: number): Promise<void> {
      await db.update(rallyZones).set(drawing.row).where(eq(rallyZones.id, id))
      await replaceZoneFiles(db, id, stored)
      await writeShapes(db, id, drawing)
    },
  }
}
