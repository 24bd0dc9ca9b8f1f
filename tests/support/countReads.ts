/** Measures the work of a request as a number that is the same on every machine. */

/** Far above what any test needs; endless work would run for minutes before it. */
const most = 2_000_000

type Next = () => IteratorResult<unknown>
// The prototype of all array iterators, which spreading, destructuring and loops use for each value.
const prototype = Object.getPrototypeOf([][Symbol.iterator]()) as { next: Next }

/** Counts the values that are read from arrays while `work` runs. Throws from within `work` beyond the limit. */
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
