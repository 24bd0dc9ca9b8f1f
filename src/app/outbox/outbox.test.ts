import { beforeEach, describe, expect, it } from 'vitest'
import { AppError, type ErrorCode } from '../../errors.ts'
import { createRows, type Rows } from '../browser/browserStore.ts'
import { createOutbox } from './outbox.ts'
import type { OutboxEntry } from './outboxEntry.ts'

type Arrived = { call: string; payload: unknown; idempotencyKey: string; neededAnswer: unknown }

const customer = 7
let arrived: Arrived[]
let failure: ErrorCode | null
/** The only call that fails; null: all of them. */
let failsOnly: string | null
let waits: { task: () => void; delayMs: number }[]
let rows: Rows<OutboxEntry>
let keys: number
let nowMs: number
/** The Retry-After of a failing server. */
let retryAfterSeconds: number | undefined

beforeEach(() => {
  arrived = []
  failure = null
  failsOnly = null
  waits = []
  rows = createRows<OutboxEntry>(null)
  keys = 0
  nowMs = Date.parse('2026-11-21T10:00:00Z')
  retryAfterSeconds = undefined
})

/** A page of the app. Two pages share rows and lock, as two tabs do. */
function openPage({ owner = customer }: { owner?: number | null } = {}) {
  return createOutbox({
    rows,
    owner: () => owner,
    async send(call, payload, context) {
      if (failure !== null && (failsOnly === null || failsOnly === call))
        throw new AppError(failure, {
          ...(failure === 'serial.number.already.exists' && { invalidField: 'coilSerial' }),
          ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        })
      arrived.push({ call, payload, ...context })
      return { id: 100 + arrived.length }
    },
    runExclusively: inTurn,
    now: () => nowMs,
    schedule(task, delayMs) {
      waits.push({ task, delayMs })
      return () => {}
    },
    newIdempotencyKey: () => `key-${(keys += 1)}`,
  })
}

let last: Promise<unknown> = Promise.resolve()
function inTurn(task: () => Promise<void>): Promise<void> {
  const turn = last.then(task)
  last = turn.catch(() => {})
  return turn
}

describe('the outbox', () => {
  it('sends in order, and a report together with the response of the record it belongs to', async () => {
    const outbox = openPage()
    const record = await outbox.add({ call: 'create', payload: 1, isNeededLater: true })
    await outbox.add({ call: 'report', payload: 2, needs: record })
    await outbox.flush()
    expect(arrived.map(({ call, neededAnswer }) => [call, neededAnswer])).toEqual([
      ['create', undefined],
      ['report', { id: 101 }],
    ])
    expect(await rows.all()).toEqual([])
    expect(outbox.snapshot()).toEqual({ waiting: [], refused: [], sentCount: 2 })
  })

  it('stores everything while the server is away, counts record and report as one, and sends them later with the same keys', async () => {
    const outbox = openPage()
    failure = 'network.offline.error'
    const record = await outbox.add({ call: 'create', payload: 1, isNeededLater: true })
    await outbox.add({ call: 'report', payload: 2, needs: record })
    await outbox.flush()
    expect(outbox.snapshot().waiting).toHaveLength(1)
    failure = null
    await outbox.flush()
    expect(arrived.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-2'])
    expect(outbox.snapshot().waiting).toHaveLength(0)
  })

  it('waits longer after each failure, at most a minute, and starts again at two seconds after a success', async () => {
    const outbox = openPage()
    failure = 'service.unavailable.error'
    await outbox.add({ call: 'report', payload: 1 })
    for (let round = 0; round < 8; round += 1) await outbox.flush()
    expect(waits.map(({ delayMs }) => delayMs / 1000)).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
    failure = null
    await outbox.flush()
    failure = 'service.unavailable.error'
    await outbox.add({ call: 'report', payload: 2 })
    await outbox.flush()
    expect(waits.at(-1)?.delayMs).toBe(2_000)
  })

  it('sends by itself when the wait is over', async () => {
    const outbox = openPage()
    failure = 'network.offline.error'
    await outbox.add({ call: 'report', payload: 1 })
    await outbox.flush()
    failure = null
    const sent = new Promise<void>((resolve) => outbox.store.subscribe(() => outbox.snapshot().sentCount === 1 && resolve()))
    waits[0]?.task()
    await sent
    expect(arrived).toHaveLength(1)
  })

  it('sends after a reload what the page before could not send', async () => {
    const before = openPage()
    failure = 'network.offline.error'
    await before.add({ call: 'report', payload: 'kept' })
    await before.flush()
    failure = null
    await openPage().flush()
    expect(arrived.map(({ payload }) => payload)).toEqual(['kept'])
  })

  it('never sends an entry from two tabs', async () => {
    const tabs = [openPage(), openPage()]
    await tabs[0]?.add({ call: 'report', payload: 1 })
    await Promise.all(tabs.map((tab) => tab.flush()))
    expect(arrived).toHaveLength(1)
  })

  it('notices what another tab has sent', async () => {
    const [tab, other] = [openPage(), openPage()]
    failure = 'network.offline.error'
    await tab.add({ call: 'report', payload: 1 })
    await other.flush()
    expect(other.snapshot()).toEqual({ waiting: ['report'], refused: [], sentCount: 0 })
    failure = null
    await tab.flush()
    await other.flush()
    expect(other.snapshot()).toEqual({ waiting: [], refused: [], sentCount: 1 })
  })

  it('sends nothing of another user, and sends it when that user is back', async () => {
    failure = 'network.offline.error'
    const theirs = openPage()
    await theirs.add({ call: 'report', payload: 'theirs' })
    await theirs.flush()
    failure = null
    const someoneElse = openPage({ owner: 8 })
    await someoneElse.flush()
    expect(arrived).toEqual([])
    expect(someoneElse.snapshot().waiting).toHaveLength(0)
    await openPage().flush()
    expect(arrived.map(({ payload }) => payload)).toEqual(['theirs'])
  })

  it('survives the end of a session', async () => {
    const outbox = openPage()
    failure = 'not.authenticated'
    await outbox.add({ call: 'report', payload: 1 })
    await outbox.flush()
    expect(outbox.snapshot()).toEqual({ waiting: ['report'], refused: [], sentCount: 0 })
  })

  it('keeps what was being sent when its owner began to view the portal as somebody else', async () => {
    const outbox = openPage()
    failure = 'impersonation.read.only.error'
    await outbox.add({ call: 'report', payload: 1 })
    await outbox.flush()
    expect(outbox.snapshot()).toMatchObject({ waiting: ['report'], refused: [] })
    failure = null
    await openPage({ owner: null }).flush()
    expect(arrived).toEqual([])
    await outbox.flush()
    expect(arrived).toHaveLength(1)
  })

  it('shows what the server refuses, together with what depends on it, and sends the rest', async () => {
    const outbox = openPage()
    const record = await outbox.add({ call: 'create', payload: 1, isNeededLater: true })
    failure = 'resource.not.found'
    await outbox.flush()
    failure = null
    await outbox.add({ call: 'report', payload: 2, needs: record })
    await outbox.add({ call: 'other', payload: 3 })
    await outbox.flush()
    expect(await outbox.stateOf(record)).toMatchObject({ status: 'refused', code: 'resource.not.found' })
    expect(arrived.map(({ call }) => call)).toEqual(['other'])
    expect(outbox.snapshot().refused).toMatchObject([{ call: 'report', payload: 2, code: 'resource.not.found' }])
    await outbox.discard(outbox.snapshot().refused[0]?.sequence ?? 0)
    expect(await rows.all()).toEqual([])
  })

  it.each(['purchase.proof.quota.error', 'request.too.large', 'idempotency.key.reused', 'serial.number.already.exists'] as const)(
    'keeps what is refused as %s, with its reason, through a reload, and never sends it again by itself',
    async (code) => {
      const outbox = openPage()
      failure = code
      await outbox.add({ call: 'coil', payload: 'kept' })
      await outbox.add({ call: 'coil', payload: 'other' })
      await outbox.flush()
      expect(waits).toEqual([])
      failure = null
      const reloaded = openPage()
      await reloaded.flush()
      expect(arrived).toEqual([])
      expect(reloaded.snapshot().refused.map((one) => [one.payload, one.code])).toEqual([
        ['kept', code],
        ['other', code],
      ])
      const [first] = reloaded.snapshot().refused
      await reloaded.discard(first?.sequence ?? 0)
      expect(reloaded.snapshot().refused.map(({ payload }) => payload)).toEqual(['other'])
    },
  )

  describe('when the server limits a call', () => {
    const hourMs = 3_600_000

    it('waits as long as the server says, in every tab and after a reload, then sends by itself', async () => {
      const outbox = openPage()
      failure = 'too.many.requests.error'
      retryAfterSeconds = 1_800
      await outbox.add({ call: 'coil', payload: 1 })
      await outbox.flush()
      expect(outbox.snapshot()).toMatchObject({ waiting: ['coil'], refused: [], pausedUntil: nowMs + hourMs / 2 })
      expect(waits.map(({ delayMs }) => delayMs)).toEqual([hourMs / 2])
      failure = null
      nowMs += hourMs / 2 - 1
      const reloaded = openPage()
      await reloaded.flush()
      expect(arrived).toEqual([])
      nowMs += 1
      const sent = new Promise<void>((resolve) => reloaded.store.subscribe(() => reloaded.snapshot().sentCount === 1 && resolve()))
      waits.at(-1)?.task()
      await sent
      expect(reloaded.snapshot()).toMatchObject({ waiting: [], pausedUntil: undefined })
    })

    it('pauses the other entries of that call, but no other call', async () => {
      const outbox = openPage()
      failure = 'too.many.requests.error'
      failsOnly = 'coil'
      retryAfterSeconds = 60
      const tried: string[] = []
      for (const call of ['coil', 'coil', 'report', 'coil']) await outbox.add({ call, payload: tried.push(call) })
      await outbox.flush()
      expect(arrived.map(({ call }) => call)).toEqual(['report'])
      expect((await rows.all()).map(({ state }) => 'pausedUntil' in state)).toEqual([true, false, false])
    })

    it('sends at once when the user asks for it, or when the clock was set back', async () => {
      const outbox = openPage()
      failure = 'too.many.requests.error'
      retryAfterSeconds = 3_600
      await outbox.add({ call: 'coil', payload: 1 })
      await outbox.flush()
      await outbox.add({ call: 'coil', payload: 2 })
      failure = null
      await outbox.sendNow()
      expect(arrived).toHaveLength(2)

      failure = 'too.many.requests.error'
      await outbox.add({ call: 'coil', payload: 3 })
      await outbox.flush()
      failure = null
      nowMs -= 24 * hourMs
      await outbox.flush()
      expect(arrived).toHaveLength(3)
    })

    it('waits an hour at most, and without a Retry-After as long as after any failure', async () => {
      const outbox = openPage()
      failure = 'too.many.requests.error'
      retryAfterSeconds = 1e12
      await outbox.add({ call: 'coil', payload: 1 })
      await outbox.flush()
      retryAfterSeconds = undefined
      await outbox.add({ call: 'other', payload: 2 })
      await outbox.flush()
      expect(waits.map(({ delayMs }) => delayMs)).toEqual([hourMs, 2_000])
    })
  })

  it('sends what is behind an entry that fails on the server, and tries that entry again', async () => {
    const outbox = openPage()
    const record = await outbox.add({ call: 'create', payload: 1, isNeededLater: true })
    await outbox.add({ call: 'report', payload: 2, needs: record })
    failure = 'internal.server.error'
    failsOnly = 'create'
    await outbox.add({ call: 'coil', payload: 3 })
    await outbox.flush()
    expect(arrived.map(({ call }) => call)).toEqual(['coil'])
    expect(outbox.snapshot().waiting).toEqual(['report'])
    expect(waits).toHaveLength(1)
    failure = null
    await outbox.flush()
    expect(arrived.map(({ call }) => call)).toEqual(['coil', 'create', 'report'])
  })

  it('reports the outcome of an entry: waiting, sent, or refused with the invalid field', async () => {
    const outbox = openPage()
    failure = 'network.offline.error'
    const entry = await outbox.add({ call: 'coil', payload: 1 })
    await outbox.flush()
    expect(await outbox.outcomeOf(entry)).toEqual({ status: 'waiting' })
    failure = null
    await outbox.flush()
    expect(await outbox.outcomeOf(entry)).toMatchObject({ status: 'sent' })
    failure = 'serial.number.already.exists'
    const refused = await outbox.add({ call: 'coil', payload: 2 })
    await outbox.flush()
    expect(await outbox.outcomeOf(refused)).toEqual({ status: 'refused', code: failure, invalidField: 'coilSerial' })
  })

  it('deletes only the entries of the user who signs out', async () => {
    await openPage().add({ call: 'report', payload: 'theirs' })
    const leaving = openPage({ owner: 8 })
    await leaving.add({ call: 'report', payload: 'mine' })
    await leaving.forget()
    expect((await rows.all()).map(({ payload }) => payload)).toEqual(['theirs'])
  })
})

describe('rows in a browser whose store fails', () => {
  it('are held in memory when the disk is full, next to those already on disk', async () => {
    const written = { idempotencyKey: 'old', sequence: 1 }
    const full = createRows<{ idempotencyKey: string }>({
      all: async () => [written],
      add: () => Promise.reject(new DOMException('full', 'QuotaExceededError')),
      replace: async () => {},
      delete: async () => {},
    })
    await full.add({ idempotencyKey: 'new' })
    expect(await full.all()).toEqual([written, { idempotencyKey: 'new', sequence: -1 }])
  })
})
