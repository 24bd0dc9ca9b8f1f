/**
 * Bounds what all arriving bodies hold together, because a client decides how long its body takes. A body that is whole no longer counts:
 * otherwise files that wait to be read (limits/turns.ts) would keep everybody from signing in. Knows no HTTP.
 */
import { AppError } from '../../../errors.ts'

const arrivingMaxBytes = 256 * 1024 * 1024

/** An account, or the address of a caller without one. Somebody may have many addresses: all of them together count as one account. */
type Sender = number | string

export type ArrivingBody = {
  /** Counts bytes that are held from now on. */
  readonly hold: (bytes: number) => void
  /** Aborted with `service.unavailable.error` where this body gives way to others. */
  readonly gaveWay: AbortSignal
}

/**
 * Returns a function that reads the body of a sender. Where the bodies pass `maxBytes`, the sender who holds most (of all addresses, where they
 * hold most) loses the one that began last, until the others have room.
 */
export function createArrivingBodies(maxBytes = arrivingMaxBytes) {
  type Body = { readonly sender: Sender; readonly refusal: AbortController; bytes: number }
  /** In the order in which they began. */
  const bodies = new Set<Body>()
  let heldBytes = 0

  function forget(body: Body): void {
    if (bodies.delete(body)) heldBytes -= body.bytes
  }

  function findNewestOfMost(): Body | undefined {
    const ofMost = findMost([...bodies], ({ sender }) => (typeof sender === 'string' ? 'addresses' : sender))
    return findMost(ofMost, ({ sender }) => sender).at(-1)
  }

  return async function whileArriving<T>(sender: Sender, read: (body: ArrivingBody) => Promise<T>): Promise<T> {
    const body: Body = { sender, refusal: new AbortController(), bytes: 0 }
    bodies.add(body)

    function hold(bytes: number): void {
      if (!bodies.has(body)) return
      body.bytes += bytes
      heldBytes += bytes
      while (heldBytes > maxBytes) {
        const newest = findNewestOfMost() ?? body
        forget(newest)
        newest.refusal.abort(new AppError('service.unavailable.error'))
      }
    }

    try {
      return await read({ hold, gaveWay: body.refusal.signal })
    } finally {
      forget(body)
    }
  }
}

/** Those of one owner that hold most together; where several do, of the owner whose first one began earliest. */
function findMost<T extends { readonly bytes: number }>(bodies: readonly T[], ownerOf: (body: T) => Sender): readonly T[] {
  const owned = [...Map.groupBy(bodies, ownerOf).values()]
  const sums = owned.map((own) => ({ own, bytes: own.reduce((sum, { bytes }) => sum + bytes, 0) }))
  return sums.toSorted((one, other) => other.bytes - one.bytes)[0]?.own ?? []
}
