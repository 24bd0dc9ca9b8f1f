/**
 * Images of firmware in the browser's Cache Storage, under the address that the portal has for them. The service worker answers that address
 * from here first, and keeps what it brings; the page does the same where no service worker runs. Knows no person, no token and no screen.
 */
import { imagePath } from '../contract/basePath.ts'
import { sha256Of } from './sha256.ts'

/** What is needed of a Cache and of the CacheStorage. */
export type ImageCache = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>
export type ImageCaches = Pick<CacheStorage, 'delete' | 'keys'> & { readonly open: (name: string) => Promise<ImageCache> }

/** One cache for each person, named by their id: people are offered different firmware, and sign out. There is one, except while they change. */
export const imageCachePrefix = 'fieldport-images-'

/** As it is kept, with what the page lists. */
export function keptImage(bytes: Uint8Array<ArrayBuffer>, keptAt: Date): Response {
  return new Response(bytes, { headers: { 'X-Size': String(bytes.length), 'X-Kept-At': keptAt.toISOString() } })
}

const namedPath = new RegExp(`^${imagePath('([0-9a-f]{64})')}$`)

/** The SHA-256 of the image that is at this address of the portal; null for any other. What is kept under it is judged by its content. */
export function imageNameOf(address: string): string | null {
  return namedPath.exec(new URL(address).pathname)?.[1] ?? null
}

/**
 * Answers the request for an image with the kept one, else with what `send` brings. That is kept where it is the whole image and one person
 * has a cache, before its last byte is passed on. `only-if-cached` asks without `send`, and gets 204 if nothing is kept.
 */
export async function answerImage(caches: ImageCaches, request: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
  const name = imageNameOf(request.url)
  if (name === null) return send(request)
  // A browser that refuses storage has nothing kept.
  const opened = await openAll(caches).catch(() => [])
  for (const cache of opened) {
    const found = await cache.match(imagePath(name)).catch(() => undefined)
    if (found !== undefined) return found
  }
  if (request.cache === 'only-if-cached') return new Response(null, { status: 204 })
  const answer = await send(request)
  const [cache, ...others] = opened
  // Opened before the answer: when the person signs out meanwhile, this cache is gone, and what is put there with it.
  return cache === undefined || others.length > 0 || answer.status !== 200 ? answer : keepWhilePassing(answer, cache, name)
}

async function openAll(caches: ImageCaches): Promise<ImageCache[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(imageCachePrefix))
  return Promise.all(names.map((name) => caches.open(name)))
}

function keepWhilePassing(answer: Response, cache: ImageCache, name: string): Response {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const keeper = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      pieces.push(piece)
      controller.enqueue(piece)
    },
    async flush() {
      const bytes = concat(pieces)
      // A full disk is the page's to report: it looks whether the image is kept.
      if ((await sha256Of(bytes)) === name) await cache.put(imagePath(name), keptImage(bytes, new Date())).catch(() => undefined)
    },
  })
  return new Response(answer.body?.pipeThrough(keeper) ?? null, answer)
}

export function concat(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}
