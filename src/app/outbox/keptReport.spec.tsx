/**
 * What browsers keep is read by every later version of the app. The rows stand here as they were written, in words of their own: a table that
 * is renamed, or a version of the database that goes down, would lose unsent reports without a word.
 */
import { expect, it } from 'vitest'
import { createCustomer } from '../../../tests/component/customer.ts'
import { openApp, prepare, sessionOf } from '../../../tests/component/render.tsx'

const waiting = { state: { status: 'waiting' } }
const create = {
  idempotencyKey: '5f0e9a5c-0e0b-4d86-9c53-6a1c2f6f3f01',
  call: 'productUpdate.create',
  payload: { userProductId: 1, firmwareId: 31, date: '2025-11-20T10:00:00.000Z', isErased: true, isSimulated: false, browser: 'chrome' },
  needs: null,
  isNeededLater: true,
  isAside: false,
  awaitedUntil: 1_763_632_805_000,
  ...waiting,
}
const note = {
  idempotencyKey: '5f0e9a5c-0e0b-4d86-9c53-6a1c2f6f3f02',
  call: 'productUpdate.note',
  payload: { firmwareAfter: 'none' },
  isNeededLater: false,
  isAside: true,
  ...waiting,
}
const report = {
  idempotencyKey: '5f0e9a5c-0e0b-4d86-9c53-6a1c2f6f3f03',
  call: 'productUpdate.report',
  payload: { success: false, errorType: 'DECONNECTION_ERROR', firmwareAfter: 'none' },
  isNeededLater: false,
  isAside: false,
  ...waiting,
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  request.addEventListener('success', () => resolve(request.result))
  request.addEventListener('error', () => reject(request.error ?? new Error('refused')))
  return promise
}

/** Works on the table as another version of the app has left it. */
async function inOutbox<T>(work: (table: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open('fieldport', 2)
  opening.addEventListener('upgradeneeded', () => {
    for (const table of ['outbox', 'updateJournal', 'formDrafts'])
      opening.result.createObjectStore(table, { keyPath: 'sequence', autoIncrement: true })
  })
  const database = await answerOf(opening)
  try {
    return await work(database.transaction('outbox', 'readwrite').objectStore('outbox'))
  } finally {
    database.close()
  }
}

const ofRecord = (body: object) => ({ name: 'productUpdate.report', parts: { params: { id: 55 }, body: { productUpdateId: 55, ...body } } })

it('the report of an update that a browser has kept is sent, with its record and its note', async () => {
  // Nobody is signed in yet: an app that an earlier spec has opened would send the rows at once, before anything answers them.
  await prepare({})
  const owner = sessionOf('customer').id
  await inOutbox(async (table) => {
    const record = await answerOf(table.add({ ...create, owner }))
    await answerOf(table.add({ ...note, owner, needs: record }))
    await answerOf(table.add({ ...report, owner, needs: record }))
  })
  const productUpdate = { getProductUpdatesForUser: () => [], create: () => ({ id: 55 }), report: () => ({ id: 55 }) }
  const { seen } = await openApp('/productUpdate/index', {
    as: 'customer',
    isReturning: true,
    calls: [createCustomer().calls, { productUpdate }],
  })
  const sent = () => seen.filter(({ name }) => name === 'productUpdate.create' || name === 'productUpdate.report')
  await expect.poll(sent).toHaveLength(3)
  expect(sent()).toMatchObject([
    { name: 'productUpdate.create', idempotencyKey: create.idempotencyKey, parts: { body: create.payload } },
    ofRecord(note.payload),
    ofRecord(report.payload),
  ])
  const left = () => inOutbox(async (table) => (await answerOf<{ owner: number }[]>(table.getAll())).filter((row) => row.owner === owner))
  await expect.poll(left).toEqual([])
})
