import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createStoredItem } from './storedItem.ts'

let storage: Map<string, string>
let page: EventTarget

beforeEach(() => {
  storage = new Map()
  page = new EventTarget()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => vi.unstubAllGlobals())

/** Fires the event that the browser sends after another tab has changed the storage. A null key means that it has cleared all of it. */
function announceOtherTab(key: string | null): void {
  page.dispatchEvent(Object.assign(new Event('storage'), { key }))
}

function subscribed(): { item: ReturnType<typeof createStoredItem>; received: (string | null)[]; unsubscribe: () => void } {
  const item = createStoredItem('item')
  const received: (string | null)[] = []
  const { unsubscribe } = item.subscribe((text) => received.push(text))
  return { item, received, unsubscribe }
}

it('notifies subscribers of each change in this tab until they unsubscribe', () => {
  const { item, received, unsubscribe } = subscribed()
  item.set('one')
  item.set(null)
  unsubscribe()
  item.set('two')
  expect(received).toEqual(['one', null])
  expect(item.get()).toBe('two')
})

it('notifies subscribers when another tab changes the item or clears the storage', () => {
  storage.set('item', 'before')
  const { received } = subscribed()
  storage.set('item', 'other tab')
  announceOtherTab('another item')
  expect(received).toEqual([])
  announceOtherTab('item')
  storage.clear()
  announceOtherTab(null)
  expect(received).toEqual(['other tab', null])
})

it('reads what another tab has written before the event arrives', () => {
  const { item, received } = subscribed()
  storage.set('item', 'other tab')
  expect(item.get()).toBe('other tab')
  expect(received).toEqual([])
})
