/**
 * The entries whose answer this tab waits for. Decides in one moment, for tab and sender alike, whether a refusal came before the end of the
 * waiting or after it. Knows no call, no HTTP and no storage.
 */
import type { Stored } from '../browser/rows/browserStore.ts'
import type { OutboxEntry } from './outboxEntry.ts'

/** Between adding an entry and waiting for its answer, the caller may store something of its own. */
const marginMs = 5_000
/** A longer time means that the computer's clock was set back. */
const longestMs = 60_000

/** @param now in ms since 1970 */
export function createAwaited(now: () => number) {
  /** The refusal being stored, if one has arrived; by entry. */
  const awaited = new Map<number, Promise<unknown> | null>()
  const ended = new Set<number>()

  return {
    /** Until when other tabs leave an entry alone. */
    untilAfter: (awaitedMs: number): number => now() + awaitedMs + marginMs,
    begin: (sequence: number): void => void awaited.set(sequence, null),
    has: (sequence: number): boolean => awaited.has(sequence),

    /** Call it with the write of a refusal, in the same run of code that has asked `has`. */
    noteRefusal<Result>(sequence: number, stored: Promise<Result>): Promise<Result> {
      if (awaited.has(sequence)) awaited.set(sequence, stored)
      return stored
    },

    /** From now on a refusal comes too late. Resolves when one that came before is stored. */
    async end(sequence: number): Promise<void> {
      const refusal = awaited.get(sequence)
      awaited.delete(sequence)
      ended.add(sequence)
      await refusal
    },

    /** Whether an entry is left to the tab that waits, or is about to wait, for its answer. */
    isByOther({ sequence, awaitedUntil = 0 }: Stored<OutboxEntry>): boolean {
      if (awaited.has(sequence) || ended.has(sequence)) return false
      const leftMs = awaitedUntil - now()
      return leftMs > 0 && leftMs <= longestMs
    },
  }
}
