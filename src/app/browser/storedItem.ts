import { Store } from '@tanstack/store'

/** What records that outlive a page need of their storage. */
export type StoredText = {
  readonly get: () => string | null
  readonly set: (text: string | null) => void
  readonly subscribe: (listener: (text: string | null) => void) => unknown
}

/**
 * An item of local storage, which all tabs share, or of another storage. `get` always reads the storage, because another tab may have
 * changed it before its `storage` event arrives. `storage` is called late, because Node has none.
 */
export function createStoredItem(key: string, storage = () => localStorage) {
  let announced: Store<string | null> | undefined

  function get(): string | null {
    return storage().getItem(key)
  }

  /** What subscribers know. Created on first use, because Node has no local storage. */
  function announcements(): Store<string | null> {
    if (announced !== undefined) return announced
    const store = new Store(get())
    // A null key means that another tab has cleared all of the storage.
    addEventListener('storage', (event) => {
      if (event.key === key || event.key === null) store.setState(get)
    })
    announced = store
    return store
  }

  return {
    get,
    /** Null removes the item. */
    set(text: string | null): void {
      const store = announcements()
      if (text === null) storage().removeItem(key)
      else storage().setItem(key, text)
      store.setState(get)
    },
    /** Calls `listener` when the item changes, in this tab or another. */
    subscribe: (listener: (text: string | null) => void) => announcements().subscribe(listener),
  }
}
