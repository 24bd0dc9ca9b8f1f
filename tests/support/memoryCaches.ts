/** The parts of the browser's cache storage that the app uses, in memory. Tests corrupt or fill `store`. */
import type { ImageCache, ImageCaches } from '../../src/images/keptImages.ts'

type MemoryCache = ImageCache & { readonly store: Map<string, { bytes: Uint8Array<ArrayBuffer>; headers: Headers }> }

export type MemoryCaches = ImageCaches & {
  /** Those that are there, by name. One that was deleted takes what is put into it along. */
  readonly all: Map<string, MemoryCache>
  /** All that is kept, by address. */
  readonly kept: () => (readonly [address: string, entry: { bytes: Uint8Array<ArrayBuffer>; headers: Headers }])[]
  /** The capacity of each in bytes; beyond it, writes throw as on a full disk. */
  limitBytes: number
}

const origin = 'http://portal.test'

export function memoryCaches(): MemoryCaches {
  const caches: MemoryCaches = {
    all: new Map(),
    kept: () => [...caches.all.values()].flatMap(({ store }) => Array.from(store)),
    limitBytes: Number.POSITIVE_INFINITY,
    async open(name) {
      const cache = caches.all.get(name) ?? memoryCache(() => caches.limitBytes)
      caches.all.set(name, cache)
      return cache
    },
    delete: async (name) => caches.all.delete(name),
    keys: async () => [...caches.all.keys()],
  }
  return caches
}

function memoryCache(limitBytes: () => number): MemoryCache {
  const store: MemoryCache['store'] = new Map()
  return {
    store,
    async match(request) {
      const found = store.get(nameOf(request))
      return found && new Response(found.bytes, { headers: found.headers })
    },
    async put(request, response) {
      const bytes = new Uint8Array(await response.arrayBuffer())
      const total = [...store.values()].reduce((sum, entry) => sum + entry.bytes.length, bytes.length)
      if (total > limitBytes()) throw new DOMException('no room', 'QuotaExceededError')
      store.set(nameOf(request), { bytes, headers: response.headers })
    },
    async delete(request) {
      return store.delete(nameOf(request))
    },
    async keys() {
      return [...store.keys()].map((url) => new Request(url))
    },
  }
}

function nameOf(request: RequestInfo | URL): string {
  return new URL(request instanceof Request ? request.url : request, origin).href
}
