/** The parts of the browser's cache storage that the app uses, in memory. Tests corrupt or fill `store`. */
import type { FileCache } from '../../src/app/offline/firmwareStore.ts'

export type MemoryCache = FileCache & {
  readonly store: Map<string, { bytes: Uint8Array<ArrayBuffer>; headers: Headers }>
  /** The capacity in bytes; beyond it, writes throw as on a full disk. */
  limitBytes: number
}

const origin = 'http://portal.test'

export function memoryCache(): MemoryCache {
  const store: MemoryCache['store'] = new Map()
  return {
    store,
    limitBytes: Number.POSITIVE_INFINITY,
    async match(request) {
      const found = store.get(nameOf(request))
      return found && new Response(found.bytes, { headers: found.headers })
    },
    async put(request, response) {
      const bytes = new Uint8Array(await response.arrayBuffer())
      const total = [...store.values()].reduce((sum, entry) => sum + entry.bytes.length, bytes.length)
      if (total > this.limitBytes) throw new DOMException('no room', 'QuotaExceededError')
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
