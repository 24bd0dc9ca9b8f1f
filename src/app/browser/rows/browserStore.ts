/**
 * Rows that survive a reload: in IndexedDB, or in memory when the browser refuses it (no IndexedDB, a full disk, a closed database). Knows
 * how rows are stored and in which order they were added, not what they mean.
 */
import { openDatabase } from './openDatabase.ts'

const tables = ['outbox', 'updateJournal', 'formDrafts'] as const
type Table = (typeof tables)[number]

/** A row as stored. Rows in IndexedDB count up from 1, rows in memory count down from -1, so the number tells where a row is. */
export type Stored<Row> = Row & { readonly sequence: number }

/** None rejects because the browser refuses. */
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
  /** What has become of rows on disk that the disk does not know: null is deleted. */
  const refused = new Map<number, Stored<Row> | null>()

  async function add(row: Row, instead?: number): Promise<Stored<Row>> {
    const sequence = await disk?.add(row, instead).catch(() => null)
    if (typeof sequence === 'number') return { ...row, sequence }
    if (instead !== undefined) refused.set(instead, null)
    lastMemorySequence -= 1
    const stored = { ...row, sequence: lastMemorySequence }
    memory.set(stored.sequence, stored)
    return stored
  }

  async function change(sequence: number, changing: Promise<void> | undefined, changed: Stored<Row> | null): Promise<void> {
    await changing?.then(
      () => refused.delete(sequence),
      () => refused.set(sequence, changed),
    )
  }

  return {
    async all() {
      const onDisk = await disk?.all().catch(() => [...refused.values()].filter((row) => row !== null))
      const known = onDisk?.flatMap((row) => (refused.has(row.sequence) ? (refused.get(row.sequence) ?? []) : row)) ?? []
      return [...known, ...memory.values()]
    },
    add: (row) => add(row),
    async replace(row) {
      if (row.sequence > 0) await change(row.sequence, disk?.replace(row), row)
      else if (memory.has(row.sequence)) memory.set(row.sequence, row)
    },
    async renew({ sequence, ...row }) {
      memory.delete(sequence)
      // What is left of a stored row without its number is a row.
      return add(row as unknown as Row, sequence > 0 ? sequence : undefined)
    },
    async delete(sequence) {
      if (sequence > 0) await change(sequence, disk?.delete(sequence), null)
      else memory.delete(sequence)
    },
  }
}

/** What this page has written and not deleted since, of the tables that an update needs to its end. */
const written: Readonly<Partial<Record<Table, Map<number, object>>>> = { outbox: new Map(), updateJournal: new Map() }

type Schema = Record<Table, { key: number; value: object }>

const inTable = openDatabase<Schema>('fieldport', {
  version: 2,
  create(database) {
    for (const table of tables) database.createObjectStore(table, { keyPath: 'sequence', autoIncrement: true })
  },
  /** After somebody has cleared the storage of this site while the page was open. */
  async putBack(inLostTable) {
    for (const table of tables)
      await inLostTable(table, 'readwrite', async (store) => {
        for (const [sequence, row] of written[table] ?? [])
          if ((await store.getKey(sequence)) === undefined) await store.put({ ...row, sequence })
      })
  },
})

/** The rows of one table of this origin, shared by all tabs. Each commits without waiting for answers, so that a page that is being closed writes too. */
export function openRows<Row extends object>(table: Table): Rows<Row> {
  if (!('indexedDB' in globalThis)) return createRows<Row>(null)
  return createRows<Row>({
    // The table holds only what `add` below has written, and its shape changes only with the version.
    all: async () => (await inTable(table, 'readonly', (store) => store.getAll())) as Stored<Row>[],
    async add(row, instead) {
      const sequence = await inTable(table, 'readwrite', async (store) => {
        const adding = store.add(row)
        const deleting = instead === undefined ? Promise.resolve() : store.delete(instead)
        store.transaction.commit()
        const [added] = await Promise.all([adding, deleting])
        return added
      })
      if (instead !== undefined) written[table]?.delete(instead)
      written[table]?.set(sequence, row)
      return sequence
    },
    async replace(row) {
      await inTable(table, 'readwrite', async (store) => {
        if ((await store.getKey(row.sequence)) === undefined) return
        const putting = store.put(row)
        store.transaction.commit()
        await putting
        written[table]?.set(row.sequence, row)
      })
    },
    async delete(sequence) {
      await inTable(table, 'readwrite', async (store) => {
        const deleting = store.delete(sequence)
        store.transaction.commit()
        await deleting
      })
      written[table]?.delete(sequence)
    },
  })
}
