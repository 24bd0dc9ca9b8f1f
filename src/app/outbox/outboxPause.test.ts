import { beforeEach, describe, expect, it } from 'vitest'
import { createOutboxWorld, type OutboxWorld } from '../../../tests/support/outboxWorld.ts'

let world: OutboxWorld
beforeEach(() => {
  world = createOutboxWorld()
})

describe('when the server limits a call', () => {
  const hourMs = 3_600_000

  it('waits as long as the server says, in every tab and after a reload, then sends by itself', async () => {
    const outbox = world.openPage()
    world.failure = 'too.many.requests.error'
    world.retryAfterSeconds = 1_800
    await outbox.add({ call: 'coil', payload: 1 })
    await outbox.flush()
    expect(outbox.snapshot()).toMatchObject({ waiting: ['coil'], refused: [], pausedUntil: world.nowMs + hourMs / 2 })
    expect(world.waits.map(({ delayMs }) => delayMs)).toEqual([hourMs / 2])
    world.failure = null
    world.nowMs += hourMs / 2 - 1
    const reloaded = world.openPage()
    await reloaded.flush()
    expect(world.arrived).toEqual([])
    world.nowMs += 1
    const sent = new Promise<void>((resolve) => reloaded.store.subscribe(() => reloaded.snapshot().sentCount === 1 && resolve()))
    world.waits.at(-1)?.task()
    await sent
    expect(reloaded.snapshot()).toMatchObject({ waiting: [], pausedUntil: undefined })
  })

  it('pauses the other entries of that call, but no other call', async () => {
    const outbox = world.openPage()
    world.failure = 'too.many.requests.error'
    world.failsOnly = 'coil'
    world.retryAfterSeconds = 60
    const tried: string[] = []
    for (const call of ['coil', 'coil', 'report', 'coil']) await outbox.add({ call, payload: tried.push(call) })
    await outbox.flush()
    expect(world.arrived.map(({ call }) => call)).toEqual(['report'])
    expect((await world.rows.all()).map(({ state }) => 'pausedUntil' in state)).toEqual([true, false, false])
  })

  it('sends at once when the user asks for it, or when the clock was set back', async () => {
    const outbox = world.openPage()
    world.failure = 'too.many.requests.error'
    world.retryAfterSeconds = 3_600
    await outbox.add({ call: 'coil', payload: 1 })
    await outbox.flush()
    await outbox.add({ call: 'coil', payload: 2 })
    world.failure = null
    await outbox.sendNow()
    expect(world.arrived).toHaveLength(2)

    world.failure = 'too.many.requests.error'
    await outbox.add({ call: 'coil', payload: 3 })
    await outbox.flush()
    world.failure = null
    world.nowMs -= 24 * hourMs
    await outbox.flush()
    expect(world.arrived).toHaveLength(3)
  })

  it('waits an hour at most, and without a Retry-After as long as after any failure', async () => {
    const outbox = world.openPage()
    world.failure = 'too.many.requests.error'
    world.retryAfterSeconds = 1e12
    await outbox.add({ call: 'coil', payload: 1 })
    await outbox.flush()
    world.retryAfterSeconds = undefined
    await outbox.add({ call: 'other', payload: 2 })
    await outbox.flush()
    expect(world.waits.map(({ delayMs }) => delayMs)).toEqual([hourMs, 2_000])
  })
})
