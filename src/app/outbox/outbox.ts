/**
 * Stores calls that must reach the server, and sends them in order until they do. Each call has one idempotency key. Knows no entity, no HTTP
 * and no clock: `send` sends a call by its name, `schedule` waits.
 */
import { Store } from '@tanstack/store'
import { asAppError, type ErrorCode } from '../../errors.ts'
import type { Rows, Stored } from '../browser/rows/browserStore.ts'
import { createAwaited } from './awaitedEntries.ts'
import type { EntryState, OutboxEntry } from './outboxEntry.ts'
import { pausedUntil, pauseEnd } from './outboxPause.ts'
import { passingFailures } from './passingFailures.ts'
import { type OutboxSnapshot, snapshotOf } from './outboxSnapshot.ts'

export type OutboxPorts = {
  readonly rows: Rows<OutboxEntry>
  /** The signed-in user's id. */
  readonly owner: () => number | null
  /** Sends a call and returns its response; throws an AppError. */
  readonly send: (call: string, payload: unknown, context: SendContext) => Promise<unknown>
  /** Runs one task at a time across all tabs, so that no entry is sent by two of them. */
  readonly runExclusively: (task: () => Promise<void>) => Promise<void>
  /** In ms since 1970. */
  readonly now: () => number
  /** Calls `task` once after `delayMs`. Returns a function that cancels it. */
  readonly schedule: (task: () => void, delayMs: number) => () => void
  readonly newIdempotencyKey: () => string
}

type SendContext = {
  readonly idempotencyKey: string
  readonly neededAnswer: unknown
  /** Whether this tab waits for the answer (`awaitAnswer`). A refusal that arrives later does not count: it is sent again without this. */
  readonly isAwaited: boolean
}

export type NewEntry = {
  readonly call: string
  readonly payload: unknown
  readonly needs?: number | null
  readonly isNeededLater?: boolean
  readonly isAside?: boolean
  /** Set if `awaitAnswer` follows: it will wait for at most this long. */
  readonly awaitedMs?: number
  /** The signed-in user by default. */
  readonly owner?: number
}
type Refusal = { readonly code: ErrorCode; readonly invalidField?: string | undefined }

export type Outbox = ReturnType<typeof createOutbox>

const firstRetryMs = 2_000
const longestRetryMs = 60_000

export function createOutbox(ports: OutboxPorts) {
  const store = new Store(snapshotOf([], ports.now(), 0))
  const readOnlyStore: Pick<Store<OutboxSnapshot>, 'get' | 'subscribe'> = store
  /** The entries that were waiting at the last look, and whose they are. */
  let known: { readonly owner: number | null; readonly waiting: readonly number[] } = { owner: null, waiting: [] }
  const awaited = createAwaited(ports.now)
  let failedRounds = 0
  let cancelRetry: (() => void) | undefined

  async function ownEntries(): Promise<Stored<OutboxEntry>[]> {
    const owner = ports.owner()
    return (await ports.rows.all()).filter((entry) => entry.owner === owner)
  }

  async function showSnapshot(sent: readonly number[]): Promise<void> {
    const owner = ports.owner()
    const entries = await ownEntries()
    const waiting = entries.filter((entry) => entry.state.status === 'waiting')
    const unsent = new Set(entries.flatMap(({ sequence, state }) => (state.status === 'sent' ? [] : [sequence])))
    const sentElsewhere = known.owner === owner ? known.waiting.filter((one) => !unsent.has(one) && !sent.includes(one)) : []
    known = { owner, waiting: waiting.map(({ sequence }) => sequence) }
    store.setState(({ sentCount }) => snapshotOf(entries, ports.now(), sentCount + sent.length + sentElsewhere.length))
  }

  /**
   * Sends one entry. Results: 'later', try it again in the next round; 'paused', the server limits this call for now; 'away', there is no
   * server, so stop the round.
   */
  async function sendEntry(entry: Stored<OutboxEntry>): Promise<'sent' | 'refused' | 'later' | 'paused' | 'away'> {
    const needed = entry.needs === null ? null : await stateOf(entry.needs)
    if (needed?.status === 'waiting') return 'later'
    if (needed?.status === 'refused') return refuse(entry, needed)
    const { sequence, idempotencyKey } = entry
    const isAwaited = awaited.has(sequence)
    try {
      const answer = await ports.send(entry.call, entry.payload, { idempotencyKey, neededAnswer: needed?.answer, isAwaited })
      return await settle(entry, answer)
    } catch (thrown) {
      const { code, invalidField, retryAfterSeconds } = asAppError(thrown)
      // Without an answer: what needs one could not be sent, and is shown as refused.
      if (code === 'already.done.error' && !entry.isNeededLater) return settle(entry, undefined)
      if (code === 'too.many.requests.error' && retryAfterSeconds !== undefined) return pause(entry, retryAfterSeconds)
      // The server fails on this entry. The entries behind it need not wait.
      if (code === 'internal.server.error' || code === 'response.invalid.error') return 'later'
      if (passingFailures.has(code)) return 'away'
      if (isAwaited && !awaited.has(sequence)) return sendEntry(entry)
      return awaited.noteRefusal(sequence, refuse(entry, { code, invalidField }))
    }
  }

  async function settle(entry: Stored<OutboxEntry>, answer: unknown): Promise<'sent'> {
    if (entry.isNeededLater) await ports.rows.replace({ ...entry, state: { status: 'sent', answer } })
    else await ports.rows.delete(entry.sequence)
    if (entry.needs !== null && !entry.isAside) await ports.rows.delete(entry.needs)
    return 'sent'
  }

  async function refuse(entry: Stored<OutboxEntry>, { code, invalidField }: Refusal): Promise<'refused'> {
    if (entry.isAside) await ports.rows.delete(entry.sequence)
    else await ports.rows.replace({ ...entry, state: { status: 'refused', code, invalidField } })
    return 'refused'
  }

  async function pause(entry: Stored<OutboxEntry>, retryAfterSeconds: number): Promise<'paused'> {
    const state = { status: 'waiting', pausedUntil: pauseEnd(retryAfterSeconds, ports.now()) } as const
    await ports.rows.replace({ ...entry, state })
    return 'paused'
  }

  async function find(sequence: number): Promise<Stored<OutboxEntry> | undefined> {
    return (await ports.rows.all()).find((entry) => entry.sequence === sequence)
  }

  async function stateOf(sequence: number): Promise<EntryState> {
    return (await find(sequence))?.state ?? { status: 'refused', code: 'resource.not.found' }
  }

  async function sendRound(): Promise<void> {
    cancelRetry?.()
    const sent: number[] = []
    /** Calls that the server limits for now. */
    const paused = new Set<string>()
    let isAnythingLeft = false
    for (const entry of await ownEntries()) {
      if (entry.state.status !== 'waiting') continue
      const isPaused = paused.has(entry.call) || pausedUntil(entry, ports.now()) !== undefined
      const result = isPaused ? 'paused' : awaited.isByOther(entry) ? 'later' : await sendEntry(entry)
      if (result === 'sent') sent.push(entry.sequence)
      if (result === 'paused') paused.add(entry.call)
      if (result === 'later' || result === 'away') isAnythingLeft = true
      if (result === 'away') break
    }
    if (isAnythingLeft) retryLater()
    else failedRounds = 0
    await showSnapshot(sent)
    const { pausedUntil: resumesAt } = store.state
    if (!isAnythingLeft && resumesAt !== undefined) scheduleFlush(resumesAt - ports.now())
  }

  function retryLater(): void {
    scheduleFlush(Math.min(firstRetryMs * 2 ** failedRounds, longestRetryMs))
    failedRounds += 1
  }

  function scheduleFlush(delayMs: number): void {
    cancelRetry?.()
    cancelRetry = ports.schedule(() => void flush(), delayMs)
  }

  /** When the user asks to send, pauses do not count. */
  async function endPauses(): Promise<void> {
    for (const entry of await ownEntries()) {
      if (entry.state.status === 'waiting') await ports.rows.replace({ ...entry, state: { status: 'waiting' } })
    }
  }

  /** Sends the waiting entries in order, and schedules the next attempt. Never throws. */
  async function flush(): Promise<void> {
    return runInTurn(sendRound)
  }

  async function runInTurn(task: () => Promise<void>): Promise<void> {
    try {
      await ports.runExclusively(task)
    } catch {
      // The browser's storage or lock has failed. An entry that was sent but not deleted is sent again with the same key.
      retryLater()
    }
  }

  return {
    /** Stores an entry and returns its number; `flush` sends it. */
    async add({
      call,
      payload,
      needs = null,
      isNeededLater = false,
      isAside = false,
      awaitedMs,
      owner = ports.owner() ?? undefined,
    }: NewEntry) {
      if (owner === undefined) throw new Error('the outbox belongs to a signed-in user')
      const idempotencyKey = ports.newIdempotencyKey()
      const entry = { idempotencyKey, owner, call, payload, needs, isNeededLater, isAside, state: { status: 'waiting' } } as const
      return (await ports.rows.add({ ...entry, ...(awaitedMs !== undefined && { awaitedUntil: awaited.untilAfter(awaitedMs) }) })).sequence
    },
    flush,
    /**
     * Sends an entry with `isNeededLater` and waits for its answer, at most until `timeout` resolves. Returns its state: if it is refused, it
     * was while this waited.
     */
    async awaitAnswer(sequence: number, timeout: Promise<unknown>): Promise<EntryState> {
      awaited.begin(sequence)
      await Promise.race([flush(), timeout])
      await awaited.end(sequence)
      return stateOf(sequence)
    },
    /** As `flush`, but ignores pauses. */
    sendNow: () =>
      runInTurn(async () => {
        await endPauses()
        await sendRound()
      }),
    /** The state of an entry with `isNeededLater`. Others are deleted when sent, and would count as refused here. */
    stateOf,
    /** The state of an entry without `isNeededLater`. A missing entry has been sent, by any tab. */
    async outcomeOf(sequence: number): Promise<EntryState> {
      return (await find(sequence))?.state ?? { status: 'sent', answer: undefined }
    },
    /** Deletes an entry whose response is not needed. */
    release: (sequence: number) => ports.rows.delete(sequence),
    /** Deletes an entry in any state, together with the entry that it needs. */
    async discard(sequence: number): Promise<void> {
      known = { ...known, waiting: known.waiting.filter((one) => one !== sequence) }
      const entry = await find(sequence)
      for (const one of [sequence, entry?.needs ?? null]) if (one !== null) await ports.rows.delete(one)
      await showSnapshot([])
    },
    /** Deletes all entries of the signed-in user, sent or not, for sign-out. */
    async forget(): Promise<void> {
      cancelRetry?.()
      known = { owner: null, waiting: [] }
      for (const entry of await ownEntries()) await ports.rows.delete(entry.sequence)
      await showSnapshot([])
    },
    snapshot: store.get,
    store: readOnlyStore,
  }
}
