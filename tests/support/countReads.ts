/** The work of a request as a number that is the same on every machine. */

/** No request of a test comes near it; what does would go on for minutes. */
const most = 2_000_000

type Next = () => IteratorResult<unknown>
// Of all arrays' iterators: what spreading, destructuring and loops call for each value.
const prototype = Object.getPrototypeOf([][Symbol.iterator]()) as { next: Next }

/** How many values are taken out of arrays, one by one, until `work` is done. Throws within it where they are endless. */
export async function countReads(work: () => Promise<unknown>): Promise<number> {
  const { next } = prototype
  let reads = 0
  prototype.next = function readNext(this: unknown) {
    reads += 1
    if (reads > most) throw new Error(`more than ${most} values read`)
    return next.call(this)
  }
  try {
    await work()
  } finally {
    prototype.next = next
  }
  return reads
}
