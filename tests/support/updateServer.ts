/** The server of an update world: files, records and reports. */
import type { UpdateWorld } from './updateWorld.ts'

/** Node forgets whose abort a copied request follows when its original is collected, which browsers do not; ky copies each. */
const keptRequests: Request[] = []
globalThis.Request = class extends Request {
  constructor(...args: ConstructorParameters<typeof Request>) {
    super(...args)
    keptRequests.push(this)
  }
}

/** Answers the calls of an update. */
export async function serve(world: UpdateWorld, request: Request): Promise<Response> {
  request.signal.throwIfAborted()
  if (world.isServerGone) throw new TypeError('Failed to fetch')
  const { pathname } = new URL(request.url)
  if (pathname === '/file/getImageAddress') return Response.json({ url: null })
  if (pathname === '/file/showFileFromWeb') return world.fileAnswer(request.signal)
  const body = new URLSearchParams(await request.text())
  await world.held
  if (world.refusal !== null) return Response.json({ message: world.refusal.code }, { status: world.refusal.status })
  if (world.isHalted && body.has('isStart')) return Response.json({ message: 'release.not.offered.error' }, { status: 409 })
  if (body.has('date')) {
    world.starts.push(body.has('isStart'))
    world.said.push({ isSimulated: body.get('isSimulated'), browser: body.get('browser') })
  }
  for (const field of ['date', 'now', 'isStart', 'isSimulated', 'browser']) body.delete(field)
  world.seen.push(`POST ${pathname} ${body}`)
  return Response.json({ id: 55 })
}
