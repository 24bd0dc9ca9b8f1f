/** One item of local storage, shared by all tabs. */
import { Store } from '@tanstack/store'

/** The storage itself is read each time: another tab may have changed it before its `storage` event arrives here. */
export function createStoredItem(key: string) {
  let announced: Store<string | null> | undefined

  function get(): string | null {
    return localStorage.getItem(key)
  }

  /** What the subscribers know. Created at first use, so that the modules of this layer load in Node too. */
  function announcements(): Store<string | null> {
    if (announced !== undefined) return announced
    const store = new Store(get())
    // A null key means that another tab cleared all of the storage.
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
