import { Store } from '@tanstack/store'

/**
 * An item of local storage that all tabs share. `get` always reads the storage, because another tab may have changed it before its
 * `storage` event arrives.
 */
export function createStoredItem(key: string) {
  let announced: Store<string | null> | undefined

  function get(): string | null {
    return localStorage.getItem(key)
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
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      store.setState(get)
    },
    /** Calls `listener` when the item changes, in this tab or another. */
    subscribe: (listener: (text: string | null) => void) => announcements().subscribe(listener),
  }
}
