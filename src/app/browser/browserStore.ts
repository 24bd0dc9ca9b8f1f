/**
 * Rows that survive a reload: in IndexedDB, or in memory when the browser refuses it (no IndexedDB, a full disk, a closed database). Knows
 * how rows are stored and in which order they were added, not what they mean.
 */
import { openDB, type IDBPDatabase } from 'idb'

const databaseName = 'fieldport'
const databaseVersion = 2
const tables = ['outbox', 'updateJournal', 'formDrafts'] as const
type Table = (typeof tables)[number]

/** A row as stored. Rows in IndexedDB count up from 1, rows in memory count down from -1, so the number tells where a row is. */
export type Stored<Row> = Row & { readonly sequence: number }

export type Rows<Row> = {
  /** Every row, in the order they were added. */
  all(): Promise<Stored<Row>[]>
  add(row: Row): Promise<Stored<Row>>
  /** Replaces a row. A row that another tab has deleted stays deleted. */
  replace(row: Stored<Row>): Promise<void>
  /** Replaces a row by one with another number, without reading first: a page that is being closed gets no answer any more. */
  renew(row: Stored<Row>): Promise<Stored<Row>>
  delete(sequence: number): Promise<void>
}

/** What a storage has to offer. It rejects when the browser refuses. */
export type DiskRows<Row> = Pick<Rows<Row>, 'all' | 'replace' | 'delete'> & {
  /** In place of the row of this number, if one is given. */
  add(row: Row, instead?: number): Promise<number>
}

/** Stores rows on disk while the disk accepts them, and the rest in memory. A `disk` of null means memory only. */
export function createRows<Row extends object>(disk: DiskRows<Row> | null): Rows<Row> {
  const memory = new Map<number, Stored<Row>>()
  let lastMemorySequence = 0

  async function addToDisk(row: Row, instead?: number): Promise<number | null> {
    try {
      return (await disk?.add(row, instead)) ?? null
    } catch {
      return null
    }
  }

  async function add(row: Row, instead?: number): Promise<Stored<Row>> {
    const sequence = await addToDisk(row, instead)
    if (sequence !== null) return { ...row, sequence }
    lastMemorySequence -= 1
    const stored = { ...row, sequence: lastMemorySequence }
    memory.set(stored.sequence, stored)
    return stored
  }

  return {
    async all() {
      const onDisk = (await disk?.all().catch(() => [])) ?? []
      return [...onDisk, ...memory.values()]
    },
    add: (row) => add(row),
    async replace(row) {
      if (row.sequence > 0) await disk?.replace(row)
      else if (memory.has(row.sequence)) memory.set(row.sequence, row)
    },
    async renew({ sequence, ...row }) {
      memory.delete(sequence)
      // What is left of a stored row without its number is a row.
      return add(row as unknown as Row, sequence > 0 ? sequence : undefined)
    },
    async delete(sequence) {
      if (sequence > 0) await disk?.delete(sequence)
      else memory.delete(sequence)
    },
  }
}

let opening: Promise<IDBPDatabase> | undefined
/** What this page has written and not deleted since, of the tables that an update needs to its end. */
const written: Readonly<Partial<Record<Table, Map<number, object>>>> = { outbox: new Map(), updateJournal: new Map() }
/** The browser has deleted the database under this page, or closed it. */
let isLost = false

function openDatabase(): Promise<IDBPDatabase> {
  opening ??= openDB(databaseName, databaseVersion, {
    upgrade(database) {
      for (const table of tables) database.createObjectStore(table, { keyPath: 'sequence', autoIncrement: true })
    },
    // A newer version of the app in another tab cannot upgrade the database before this connection closes.
    blocking(_current, next, event) {
      isLost ||= next === null
      if (event.target instanceof IDBDatabase) event.target.close()
      opening = undefined
    },
    terminated() {
      isLost = true
      opening = undefined
    },
  }).then(putBack)
  return opening
}

/** After somebody has cleared the storage of this site while the page was open. */
async function putBack(database: IDBPDatabase): Promise<IDBPDatabase> {
  if (!isLost) return database
  isLost = false
  const transaction = database.transaction(tables, 'readwrite')
  for (const table of tables) {
    const store = transaction.objectStore(table)
    for (const [sequence, row] of written[table] ?? [])
      if ((await store.getKey(sequence)) === undefined) await store.put({ ...row, sequence })
  }
  await transaction.done
  return database
}

async function openForWriting(table: Table) {
  return (await openDatabase()).transaction(table, 'readwrite')
}

/** Commits without waiting for the answer, so that a page that is being closed writes too. */
async function commit<Answer>(transaction: Awaited<ReturnType<typeof openForWriting>>, answer: Promise<Answer>): Promise<Answer> {
  transaction.commit()
  const [answered] = await Promise.all([answer, transaction.done])
  return answered
}

/** The rows of one table of this origin, shared by all tabs. */
export function openRows<Row extends object>(table: Table): Rows<Row> {
  if (!('indexedDB' in globalThis)) return createRows<Row>(null)
  return createRows<Row>({
    async all() {
      // The table holds only what `add` below has written, and its shape changes only with `databaseVersion`.
      return (await (await openDatabase()).getAll(table)) as Stored<Row>[]
    },
    async add(row, instead) {
      const transaction = await openForWriting(table)
      const adding = transaction.store.add(row)
      if (instead !== undefined) void transaction.store.delete(instead)
      const sequence = Number(await commit(transaction, adding))
      if (instead !== undefined) written[table]?.delete(instead)
      written[table]?.set(sequence, row)
      return sequence
    },
    async replace(row) {
      const transaction = await openForWriting(table)
      if ((await transaction.store.getKey(row.sequence)) === undefined) return
      await commit(transaction, transaction.store.put(row))
      written[table]?.set(row.sequence, row)
    },
    async delete(sequence) {
      const transaction = await openForWriting(table)
      await commit(transaction, transaction.store.delete(sequence))
      written[table]?.delete(sequence)
    },
  })
}
