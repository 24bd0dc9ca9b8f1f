/**
 * An IndexedDB database that the browser may close or delete under an open page, at first without saying so: what fails by that is done once more
 * on a new connection. Knows no table.
 */
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from 'idb'

type Mode = 'readonly' | 'readwrite'

/**
 * Works on one table in a transaction of its own. Rejects when the browser refuses twice, or the disk is full. Of the promises of `work`, only
 * the one that it returns may be left to reject.
 */
export type InTable<Schema extends DBSchema> = <Name extends StoreNames<Schema>, In extends Mode, Answer>(
  table: Name,
  mode: In,
  work: (store: IDBPObjectStore<Schema, [Name], Name, In>) => Promise<Answer>,
) => Promise<Answer>

type Options<Schema extends DBSchema> = {
  readonly version: number
  readonly create: (database: IDBPDatabase<Schema>) => void
  /** What comes first on a connection to a database that was deleted, or closed by the browser. */
  readonly putBack?: (inTable: InTable<Schema>) => Promise<void>
}

/** Opens when it is first used. */
export function openDatabase<Schema extends DBSchema>(name: string, { version, create, putBack }: Options<Schema>): InTable<Schema> {
  let connection: Promise<IDBPDatabase<Schema>> | undefined
  /** The browser has deleted the database under this page, or closed it. */
  let isLost = false

  function forget(opening: Promise<IDBPDatabase<Schema>>): void {
    if (connection === opening) connection = undefined
  }

  function open(): Promise<IDBPDatabase<Schema>> {
    const opening: Promise<IDBPDatabase<Schema>> = openDB<Schema>(name, version, {
      upgrade(database, before) {
        isLost ||= before === 0
        create(database)
      },
      // A newer version of the app in another tab cannot upgrade the database before this connection closes.
      blocking(_current, next, event) {
        isLost ||= next === null
        if (event.target instanceof IDBDatabase) event.target.close()
        forget(opening)
      },
      // Perhaps after what failed by it: then the next work puts back.
      terminated() {
        isLost = true
        connection = undefined
      },
    }).then(async (database) => {
      if (isLost) await putBack?.((...work) => inTableOf(database, ...work))
      isLost = false
      return database
    })
    return opening
  }

  async function onConnection<Answer>(work: (database: IDBPDatabase<Schema>) => Promise<Answer>): Promise<Answer> {
    connection ??= open()
    const opening = connection
    try {
      return await work(await opening)
    } catch (error) {
      if (isFull(error)) throw error
      forget(opening)
      opening.then((database) => database.close()).catch(() => undefined)
      throw error
    }
  }

  return async (...of) => {
    const work = (database: IDBPDatabase<Schema>) => inTableOf(database, ...of)
    return onConnection(work).catch((error: unknown) => {
      if (isFull(error)) throw error
      return onConnection(work)
    })
  }
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'

async function inTableOf<Schema extends DBSchema, Name extends StoreNames<Schema>, In extends Mode, Answer>(
  database: IDBPDatabase<Schema>,
  ...[table, mode, work]: [table: Name, mode: In, work: (store: IDBPObjectStore<Schema, [Name], Name, In>) => Promise<Answer>]
): Promise<Answer> {
  const transaction = database.transaction(table, mode)
  // Where it is aborted, a request rejects too.
  transaction.done.catch(() => undefined)
  const answer = await work(transaction.objectStore(table))
  await transaction.done
  return answer
}
