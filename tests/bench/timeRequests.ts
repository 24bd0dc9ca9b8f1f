export type Request = () => Promise<unknown>

/** Milliseconds of each of `count` requests, by so many clients at once. */
export async function timeRequests(clients: number, count: number, request: Request): Promise<number[]> {
  const taken: number[] = []
  let left = count
  async function client(): Promise<void> {
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      await request()
      taken.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return taken
}

/** The value that this share of them does not exceed. */
export function percentile(taken: readonly number[], share: number): number {
  return taken.toSorted((one, other) => one - other)[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? Number.NaN
}
