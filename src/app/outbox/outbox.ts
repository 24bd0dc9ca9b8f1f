/**
 * Keeps what must reach the server until it has: written down first, then sent in order, again and again, with one idempotency key each.
 * Knows no entity, no HTTP and no clock: calls are named by text, `send` carries them out, `schedule` waits.
 */
import { Store } from '@tanstack/store'
import { asAppError, type ErrorCode } from '../../errors.ts'
import type { Rows, Stored } from '../browser/browserStore.ts'
import type { EntryState, OutboxEntry } from './outboxEntry.ts'
import { pausedUntil, pauseEnd } from './outboxPause.ts'
import { type OutboxSnapshot, snapshotOf } from './outboxSnapshot.ts'

export type OutboxPorts = {
  readonly rows: Rows<OutboxEntry>
  /** The signed-in user's id. */
  readonly owner: () => number | null
  /** Carries a call out and returns its answer; throws an AppError. */
  readonly send: (call: string, payload: unknown, context: { idempotencyKey: string; neededAnswer: unknown }) => Promise<unknown>
  /** One at a time over all tabs of this origin, so that nothing is sent by two of them. */
  readonly runExclusively: (task: () => Promise<void>) => Promise<void>
  /** In ms since 1970. */
  readonly now: () => number
  /** Calls `task` once after `delayMs`; returns how to cancel that. */
  readonly schedule: (task: () => void, delayMs: number) => () => void
  readonly newIdempotencyKey: () => string
}

export type NewEntry = {
  readonly call: string
  readonly payload: unknown
  readonly needs?: number | null
  readonly isNeededLater?: boolean
  readonly isAside?: boolean
  /** The signed-in user where it is left out. */
  readonly owner?: number
}
type Refusal = { readonly code: ErrorCode; readonly invalidField?: string | undefined }

export type Outbox = ReturnType<typeof createOutbox>

const firstRetryMs = 2_000
const longestRetryMs = 60_000

/** Another try may succeed: there was no server, a broken one, too many calls, or a session that has ended. */
const passingFailures: ReadonlySet<ErrorCode> = new Set([
  'network.offline.error',
  'response.invalid.error',
  'service.unavailable.error',
  'internal.server.error',
  'too.many.requests.error',
  'not.authenticated',
])

export function createOutbox(ports: OutboxPorts) {
  const store = new Store(snapshotOf([], ports.now(), 0))
  const readOnlyStore: Pick<Store<OutboxSnapshot>, 'get' | 'subscribe'> = store
  /** The entries that waited when last looked at, of whoever was signed in then. */
  let known: { readonly owner: number | null; readonly waiting: readonly number[] } = { owner: null, waiting: [] }
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
   * Sends one entry; 'later' leaves it for another round, 'paused' all of its call until the server takes them again, 'away' all behind it
   * too: there is nobody to send them to.
   */
  async function sendEntry(entry: Stored<OutboxEntry>): Promise<'sent' | 'refused' | 'later' | 'paused' | 'away'> {
    const needed = entry.needs === null ? null : await stateOf(entry.needs)
    if (needed?.status === 'waiting') return 'later'
    if (needed?.status === 'refused') return refuse(entry, needed)
    try {
      const answer = await ports.send(entry.call, entry.payload, { idempotencyKey: entry.idempotencyKey, neededAnswer: needed?.answer })
      if (entry.isNeededLater) await ports.rows.replace({ ...entry, state: { status: 'sent', answer } })
      else await ports.rows.delete(entry.sequence)
      if (entry.needs !== null && entry.isAside !== true) await ports.rows.delete(entry.needs)
      return 'sent'
    } catch (thrown) {
      const { code, invalidField, retryAfterSeconds } = asAppError(thrown)
      if (code === 'too.many.requests.error' && retryAfterSeconds !== undefined) return pause(entry, retryAfterSeconds)
      // The server has a fault with this very entry: what stands behind it need not wait for its repair.
      if (code === 'internal.server.error' || code === 'response.invalid.error') return 'later'
      return passingFailures.has(code) ? 'away' : refuse(entry, { code, invalidField })
    }
  }

  async function refuse(entry: Stored<OutboxEntry>, { code, invalidField }: Refusal): Promise<'refused'> {
    if (entry.isAside === true) await ports.rows.delete(entry.sequence)
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
    /** The calls that the server takes no more of for now. */
    const paused = new Set<string>()
    let isAnythingLeft = false
    for (const entry of await ownEntries()) {
      if (entry.state.status !== 'waiting') continue
      const result = paused.has(entry.call) || pausedUntil(entry, ports.now()) !== undefined ? 'paused' : await sendEntry(entry)
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

  /** What a person asks for is tried, whatever the server has said. */
  async function endPauses(): Promise<void> {
    for (const entry of await ownEntries()) {
      if (entry.state.status === 'waiting') await ports.rows.replace({ ...entry, state: { status: 'waiting' } })
    }
  }

  /** Sends what waits, in order, up to the first that must wait on; never throws. Tries again by itself. */
  async function flush(): Promise<void> {
    return runInTurn(sendRound)
  }

  async function runInTurn(task: () => Promise<void>): Promise<void> {
    try {
      await ports.runExclusively(task)
    } catch {
      // The browser's store or lock has failed; what was sent but could not be crossed out is sent again under the same key.
      retryLater()
    }
  }

  return {
    /** Writes an entry down and returns its number; `flush` sends it. */
    async add({ call, payload, needs = null, isNeededLater = false, isAside = false, owner = ports.owner() ?? undefined }: NewEntry) {
      if (owner === undefined) throw new Error('the outbox belongs to a signed-in user')
      const idempotencyKey = ports.newIdempotencyKey()
      const entry = { idempotencyKey, owner, call, payload, needs, isNeededLater, isAside, state: { status: 'waiting' } } as const
      return (await ports.rows.add(entry)).sequence
    },
    flush,
    /** As `flush`, and at once also what the server said to send later. */
    sendNow: () =>
      runInTurn(async () => {
        await endPauses()
        await sendRound()
      }),
    /** What became of an entry. One that has been sent and is needed no more counts as refused: ask only for those needed later. */
    stateOf,
    /** Of an entry whose answer nobody needs: gone means sent, by whichever tab. */
    async outcomeOf(sequence: number): Promise<EntryState> {
      return (await find(sequence))?.state ?? { status: 'sent', answer: undefined }
    },
    /** Lets go of an answer that nothing will need. */
    release: (sequence: number) => ports.rows.delete(sequence),
    /** Removes one entry, whatever has become of it, with the one that it needs. */
    async discard(sequence: number): Promise<void> {
      known = { ...known, waiting: known.waiting.filter((one) => one !== sequence) }
      const entry = await find(sequence)
      for (const one of [sequence, entry?.needs ?? null]) if (one !== null) await ports.rows.delete(one)
      await showSnapshot([])
    },
    /** Forgets everything of the signed-in user, sent or not: for signing out. */
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
