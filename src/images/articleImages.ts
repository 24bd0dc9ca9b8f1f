/**
 * Images of articles in the browser's Cache Storage, so that an article is whole without a network. Their addresses never change, and what is
 * at one neither. Knows no person: everybody may see them.
 */
import { addressOfImage } from '../contract/basePath.ts'
import type { ImageCache, ImageCaches } from './keptImages.ts'

export const articleImageCache = 'fieldport-article-images'
/** The oldest ones make room. */
export const articleImagesKept = 60

const pathOfOne = new RegExp(`^${addressOfImage('[\\w-]{43}')}$`)

export function isArticleImage(address: string): boolean {
  return pathOfOne.test(new URL(address).pathname)
}

/** Answers with the kept image, else with what `send` brings, which is kept. */
export async function answerArticleImage(
  caches: Pick<ImageCaches, 'open'>,
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  // A browser that refuses storage has nothing kept.
  const cache = await caches.open(articleImageCache).catch(() => undefined)
  const kept = await cache?.match(request.url).catch(() => undefined)
  if (kept !== undefined) return kept
  const answer = await send(request)
  // A full disk keeps nothing.
  if (cache !== undefined && answer.status === 200) await keep(cache, request.url, answer.clone()).catch(() => undefined)
  return answer
}

async function keep(cache: ImageCache, address: string, image: Response): Promise<void> {
  await cache.put(address, image)
  const addresses = await cache.keys()
  for (const old of addresses.slice(0, Math.max(0, addresses.length - articleImagesKept))) await cache.delete(old)
}
