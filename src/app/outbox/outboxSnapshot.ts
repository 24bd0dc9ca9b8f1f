/** What the outbox shows to users. Knows no call. */
import type { ErrorCode } from '../../errors.ts'
import type { Stored } from '../browser/rows/browserStore.ts'
import type { OutboxEntry } from './outboxEntry.ts'
import { firstPauseEnd } from './outboxPause.ts'

/** An entry and the one that it needs count as one. */
export type OutboxSnapshot = {
  /** The names of the waiting calls. */
  readonly waiting: readonly string[]
  readonly refused: readonly RefusedEntry[]
  /** When the first pause ends; undefined when nothing is paused. */
  readonly pausedUntil: number | undefined
  /** How many entries have reached the server, from any tab. When it changes, the server's lists have changed. */
  readonly sentCount: number
}

export type RefusedEntry = {
  readonly sequence: number
  readonly call: string
  readonly payload: unknown
  readonly code: ErrorCode
  readonly invalidField: string | undefined
}

/** `now` in ms since 1970. */
export function snapshotOf(entries: readonly Stored<OutboxEntry>[], now: number, sentCount: number): OutboxSnapshot {
  const shown = entries.filter(({ isAside }) => !isAside)
  const needed = new Set(shown.map((entry) => entry.needs))
  const counted = shown.filter(({ sequence }) => !needed.has(sequence))
  return {
    waiting: counted.flatMap(({ call, state }) => (state.status === 'waiting' ? [call] : [])),
    // The page that waited for the answer shows a refused start itself.
    refused: counted.flatMap(({ sequence, call, payload, isNeededLater, state }) =>
      state.status === 'refused' && !isNeededLater ? [{ sequence, call, payload, code: state.code, invalidField: state.invalidField }] : [],
    ),
    pausedUntil: firstPauseEnd(entries, now),
    sentCount,
  }
}
