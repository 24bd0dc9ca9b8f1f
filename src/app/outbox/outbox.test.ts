import { beforeEach, describe, expect, it } from 'vitest'
import { createOutboxWorld, type OutboxWorld } from '../../../tests/support/outboxWorld.ts'

let world: OutboxWorld
beforeEach(() => {
  world = createOutboxWorld()
})

describe('the outbox', () => {
  it('sends in order, and a report together with the response of the record it belongs to', async () => {
    const outbox = world.openPage()
    const record = await outbox.add({ call: 'create', payload: 1, isNeededLater: true })
    await outbox.add({ call: 'report', payload: 2, needs: record })
    await outbox.flush()
    expect(world.arrived.map(({ call, neededAnswer }) => [call, neededAnswer])).toEqual([
      ['create', undefined],
      ['report', { id: 101 }],
    ])
    expect(await world.rows.all()).toEqual([])
    expect(outbox.snapshot()).toEqual({ waiting: [], refused: [], sentCount: 2 })
  })

  it('stores everything while the server is away, counts record and report as one, and sends them later with the same keys', async () => {
    const outbox = world.openPage()
    world.failure = 'network.offline.error'
    const record = await outbox.add({ call: 'create', payload: 1, isNeededLater: true })
    await outbox.add({ call: 'report', payload: 2, needs: record })
    await outbox.flush()
    expect(outbox.snapshot().waiting).toHaveLength(1)
    world.failure = null
    await outbox.flush()
    expect(world.arrived.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-1', 'key-2'])
    expect(outbox.snapshot().waiting).toHaveLength(0)
  })

  it('waits longer after each failure, at most a minute, and starts again at two seconds after a success', async () => {
    const outbox = world.openPage()
    world.failure = 'service.unavailable.error'
    await outbox.add({ call: 'report', payload: 1 })
    for (let round = 0; round < 8; round += 1) await outbox.flush()
    expect(world.waits.map(({ delayMs }) => delayMs / 1000)).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
    world.failure = null
    await outbox.flush()
    world.failure = 'service.unavailable.error'
    await outbox.add({ call: 'report', payload: 2 })
    await outbox.flush()
    expect(world.waits.at(-1)?.delayMs).toBe(2_000)
  })

  it('sends by itself when the wait is over', async () => {
    const outbox = world.openPage()
    world.failure = 'network.offline.error'
    await outbox.add({ call: 'report', payload: 1 })
    await outbox.flush()
    world.failure = null
    const sent = new Promise<void>((resolve) => outbox.store.subscribe(() => outbox.snapshot().sentCount === 1 && resolve()))
    world.waits[0]?.task()
    await sent
    expect(world.arrived).toHaveLength(1)
  })

  it('sends after a reload what the page before could not send', async () => {
    const before = world.openPage()
    world.failure = 'network.offline.error'
    await before.add({ call: 'report', payload: 'kept' })
    await before.flush()
    world.failure = null
    await world.openPage().flush()
    expect(world.arrived.map(({ payload }) => payload)).toEqual(['kept'])
  })

  it('never sends an entry from two tabs', async () => {
    const tabs = [world.openPage(), world.openPage()]
    await tabs[0]?.add({ call: 'report', payload: 1 })
    await Promise.all(tabs.map((tab) => tab.flush()))
    expect(world.arrived).toHaveLength(1)
  })

  it('notices what another tab has sent', async () => {
    const [tab, other] = [world.openPage(), world.openPage()]
    world.failure = 'network.offline.error'
    await tab.add({ call: 'report', payload: 1 })
    await other.flush()
    expect(other.snapshot()).toEqual({ waiting: ['report'], refused: [], sentCount: 0 })
    world.failure = null
    await tab.flush()
    await other.flush()
    expect(other.snapshot()).toEqual({ waiting: [], refused: [], sentCount: 1 })
  })

  it('sends nothing of another user, and sends it when that user is back', async () => {
    world.failure = 'network.offline.error'
    const theirs = world.openPage()
    await theirs.add({ call: 'report', payload: 'theirs' })
    await theirs.flush()
    world.failure = null
    const someoneElse = world.openPage({ owner: 8 })
    await someoneElse.flush()
    expect(world.arrived).toEqual([])
    expect(someoneElse.snapshot().waiting).toHaveLength(0)
    await world.openPage().flush()
    expect(world.arrived.map(({ payload }) => payload)).toEqual(['theirs'])
  })

  it.each([
    ['survives the end of a session', 'not.authenticated'],
    ['keeps what waits until its owner has chosen a password', 'password.choice.required.error'],
  ] as const)('%s', async (_, code) => {
    const outbox = world.openPage()
    world.failure = code
    await outbox.add({ call: 'report', payload: 1 })
    await outbox.flush()
    expect(outbox.snapshot()).toEqual({ waiting: ['report'], refused: [], sentCount: 0 })
  })

  it('keeps what was being sent when its owner began to view the portal as somebody else', async () => {
    const outbox = world.openPage()
    world.failure = 'impersonation.read.only.error'
    await outbox.add({ call: 'report', payload: 1 })
    await outbox.flush()
    expect(outbox.snapshot()).toMatchObject({ waiting: ['report'], refused: [] })
    world.failure = null
    await world.openPage({ owner: null }).flush()
    expect(world.arrived).toEqual([])
    await outbox.flush()
    expect(world.arrived).toHaveLength(1)
  })

  it('shows what the server refuses, together with what depends on it, and sends the rest', async () => {
    const outbox = world.openPage()
    const record = await outbox.add({ call: 'create', payload: 1, isNeededLater: true })
    world.failure = 'resource.not.found'
    await outbox.flush()
    world.failure = null
    await outbox.add({ call: 'report', payload: 2, needs: record })
    await outbox.add({ call: 'other', payload: 3 })
    await outbox.flush()
    expect(await outbox.stateOf(record)).toMatchObject({ status: 'refused', code: 'resource.not.found' })
    expect(world.arrived.map(({ call }) => call)).toEqual(['other'])
    expect(outbox.snapshot().refused).toMatchObject([{ call: 'report', payload: 2, code: 'resource.not.found' }])
    await outbox.discard(outbox.snapshot().refused[0]?.sequence ?? 0)
    expect(await world.rows.all()).toEqual([])
  })

  it.each(['purchase.proof.quota.error', 'request.too.large', 'idempotency.key.reused', 'serial.number.already.exists'] as const)(
    'keeps what is refused as %s, with its reason, through a reload, and never sends it again by itself',
    async (code) => {
      const outbox = world.openPage()
      world.failure = code
      await outbox.add({ call: 'coil', payload: 'kept' })
      await outbox.add({ call: 'coil', payload: 'other' })
      await outbox.flush()
      expect(world.waits).toEqual([])
      world.failure = null
      const reloaded = world.openPage()
      await reloaded.flush()
      expect(world.arrived).toEqual([])
      expect(reloaded.snapshot().refused.map((one) => [one.payload, one.code])).toEqual([
        ['kept', code],
        ['other', code],
      ])
      const [first] = reloaded.snapshot().refused
      await reloaded.discard(first?.sequence ?? 0)
      expect(reloaded.snapshot().refused.map(({ payload }) => payload)).toEqual(['other'])
    },
  )

  it('drops a call that was done before the server was restored, and shows a report whose record is not known [T295]', async () => {
    const outbox = world.openPage()
    world.failure = 'already.done.error'
    const coil = await outbox.add({ call: 'coil', payload: 1 })
    await outbox.flush()
    expect(await outbox.outcomeOf(coil)).toMatchObject({ status: 'sent' })
    expect(outbox.snapshot()).toEqual({ waiting: [], refused: [], sentCount: 1 })

    const record = await outbox.add({ call: 'create', payload: 2, isNeededLater: true })
    await outbox.flush()
    world.failure = null
    await outbox.add({ call: 'report', payload: 'kept', needs: record })
    await outbox.flush()
    expect(world.arrived).toEqual([])
    expect(outbox.snapshot().refused).toMatchObject([{ call: 'report', payload: 'kept', code: 'already.done.error' }])
  })

  it('sends what is behind an entry that fails on the server, and tries that entry again', async () => {
    const outbox = world.openPage()
    const record = await outbox.add({ call: 'create', payload: 1, isNeededLater: true })
    await outbox.add({ call: 'report', payload: 2, needs: record })
    world.failure = 'internal.server.error'
    world.failsOnly = 'create'
    await outbox.add({ call: 'coil', payload: 3 })
    await outbox.flush()
    expect(world.arrived.map(({ call }) => call)).toEqual(['coil'])
    expect(outbox.snapshot().waiting).toEqual(['report'])
    expect(world.waits).toHaveLength(1)
    world.failure = null
    await outbox.flush()
    expect(world.arrived.map(({ call }) => call)).toEqual(['coil', 'create', 'report'])
  })

  it('reports the outcome of an entry: waiting, sent, or refused with the invalid field', async () => {
    const outbox = world.openPage()
    world.failure = 'network.offline.error'
    const entry = await outbox.add({ call: 'coil', payload: 1 })
    await outbox.flush()
    expect(await outbox.outcomeOf(entry)).toEqual({ status: 'waiting' })
    world.failure = null
    await outbox.flush()
    expect(await outbox.outcomeOf(entry)).toMatchObject({ status: 'sent' })
    world.failure = 'serial.number.already.exists'
    const refused = await outbox.add({ call: 'coil', payload: 2 })
    await outbox.flush()
    expect(await outbox.outcomeOf(refused)).toEqual({ status: 'refused', code: world.failure, invalidField: 'coilSerial' })
  })

  it('deletes only the entries of the user who signs out', async () => {
    await world.openPage().add({ call: 'report', payload: 'theirs' })
    const leaving = world.openPage({ owner: 8 })
    await leaving.add({ call: 'report', payload: 'mine' })
    await leaving.forget()
    expect((await world.rows.all()).map(({ payload }) => payload)).toEqual(['theirs'])
  })
})
