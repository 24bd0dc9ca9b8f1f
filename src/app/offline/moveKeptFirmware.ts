/** Before 0.2.0 the page kept the files of all people in one cache, by owner and SHA-256. Nobody who has prepared for a day offline loses them. */
import { imagePath } from '../../contract/basePath.ts'
import type { ImageCaches } from '../../images/keptImages.ts'

export const formerCache = 'fieldport-firmware'

/** Moves this person's files to their own cache, parts of downloads too, and deletes those of others. */
export async function moveKeptFirmware(caches: ImageCaches, owner: number, cacheName: string): Promise<void> {
  if (!(await caches.keys()).includes(formerCache)) return
  const [from, to] = [await caches.open(formerCache), await caches.open(cacheName)]
  for (const request of await from.keys()) {
    // `/kept-firmware/7/abc…`, or `/kept-firmware/7/abc…/part/0`
    const [, , keptFor, sha256 = '', ...part] = new URL(request.url).pathname.split('/')
    const kept = keptFor === String(owner) ? await from.match(request) : undefined
    if (kept === undefined) continue
    const bytes = await kept.arrayBuffer()
    const put = async () => to.put([imagePath(sha256), ...part].join('/'), new Response(bytes, { headers: kept.headers }))
    await put().catch(async () => {
      // The disk has no room for both.
      await from.delete(request)
      await put()
    })
    await from.delete(request)
  }
  await caches.delete(formerCache)
}
