/** One record of this computer, which outlives the page and belongs to one user. Knows nothing of what is in it. */
import { Store } from '@tanstack/store'
import * as v from 'valibot'
import type { StoredText } from '../../browser/storedItem.ts'

type Owned = {
  /** The user's id. */
  readonly owner: number
}

export function createStoredRecord<T extends Owned>(schema: v.GenericSchema<unknown, T>, stored: StoredText, owner: () => number | null) {
  /** A text that another version of the app wrote may mean nothing to this one. */
  function read(text: string | null): T | null {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
    return parsed.success ? parsed.output : null
  }

  const store = new Store(read(stored.get()))
  const readOnlyStore: Pick<Store<T | null>, 'get' | 'subscribe'> = store
  stored.subscribe((text) => store.setState(() => read(text)))

  return {
    store: readOnlyStore,
    /** The signed-in user's; null if there is none. Returns the same object until it changes. */
    get: (): T | null => (store.state?.owner === owner() ? store.state : null),
    /** Null removes it. */
    set(record: T | null): void {
      try {
        stored.set(record === null ? null : JSON.stringify(record))
      } catch {
        // The storage is full: what was there before stays.
      }
    },
  }
}
