import { beforeEach, describe, expect, it } from 'vitest'
import { createOutboxWorld, type OutboxWorld } from '../../../tests/support/outboxWorld.ts'
import { AppError } from '../../errors.ts'

let world: OutboxWorld
beforeEach(() => {
  world = createOutboxWorld()
})

const entry = { call: 'start', payload: 1, isNeededLater: true, awaitedMs: 5_000 } as const
const never = new Promise<never>(() => {})

/** The server refuses what is awaited, once `answer` is called. */
function refuseStarts() {
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  const { promise: asked, resolve: noteAsked } = Promise.withResolvers<void>()
  world.onCall = async ({ isAwaited }) => {
    if (!isAwaited) return
    noteAsked()
    await promise
    throw new AppError('release.not.offered.error')
  }
  return { answer, asked }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
}

describe('an entry whose answer is waited for', () => {
  it('is refused while the page waits', async () => {
    const { answer } = refuseStarts()
    answer()
    const outbox = world.openPage()
    const sequence = await outbox.add(entry)
    await expect(outbox.awaitAnswer(sequence, never)).resolves.toMatchObject({ status: 'refused', code: 'release.not.offered.error' })
    await outbox.flush()
    expect(world.arrived).toEqual([])
  })

  it('is sent again, as one that nobody waits for, when the refusal arrives after the page has gone on', async () => {
    const { answer, asked } = refuseStarts()
    const outbox = world.openPage()
    const sequence = await outbox.add(entry)
    await expect(outbox.awaitAnswer(sequence, asked)).resolves.toEqual({ status: 'waiting' })
    answer()
    await outbox.flush()
    await expect(outbox.stateOf(sequence)).resolves.toMatchObject({ status: 'sent' })
    expect(world.arrived).toMatchObject([{ isAwaited: false, idempotencyKey: 'key-1' }])
  })

  it('is either refused or accepted, however close the refusal and the end of the waiting are', async () => {
    const results = new Set<string>()
    for (let lead = -30; lead <= 30; lead += 1) {
      world = createOutboxWorld()
      const { answer, asked } = refuseStarts()
      const { promise: timeout, resolve: endWaiting } = Promise.withResolvers<void>()
      const outbox = world.openPage()
      const sequence = await outbox.add(entry)
      const result = outbox.awaitAnswer(sequence, timeout)
      await asked
      if (lead < 0) answer()
      else endWaiting()
      await turns(Math.abs(lead))
      answer()
      endWaiting()
      const { status } = await result
      await outbox.flush()
      const last = await outbox.stateOf(sequence)
      results.add(`${status === 'refused' ? 'refused' : 'went on'}, ${last.status}, ${world.arrived.length} accepted`)
    }
    expect([...results].toSorted()).toEqual(['refused, refused, 0 accepted', 'went on, sent, 1 accepted'])
  })

  it('is left to the tab that waits, until that tab must have given up', async () => {
    const [waiting, other] = [world.openPage(), world.openPage()]
    const sequence = await waiting.add(entry)
    await other.flush()
    expect(world.arrived).toEqual([])
    await waiting.awaitAnswer(sequence, never)
    expect(world.arrived).toMatchObject([{ isAwaited: true }])

    await waiting.add(entry)
    // That tab was closed.
    world.nowMs += 10_001
    await other.flush()
    expect(world.arrived.map(({ isAwaited }) => isAwaited)).toEqual([true, false])
  })

  it('is not left alone for hours by a clock that was set back', async () => {
    await world.openPage().add(entry)
    world.nowMs -= 3_600_000
    await world.openPage().flush()
    expect(world.arrived).toHaveLength(1)
  })

  it('is sent at once by its own tab when that has gone on without the server', async () => {
    const outbox = world.openPage()
    const sequence = await outbox.add(entry)
    world.failure = 'network.offline.error'
    await expect(outbox.awaitAnswer(sequence, never)).resolves.toEqual({ status: 'waiting' })
    world.failure = null
    await outbox.flush()
    expect(world.arrived).toMatchObject([{ isAwaited: false }])
  })

  it('is refused for any other reason too', async () => {
    const outbox = world.openPage()
    world.failure = 'resource.not.found'
    const sequence = await outbox.add(entry)
    await expect(outbox.awaitAnswer(sequence, never)).resolves.toMatchObject({ status: 'refused', code: 'resource.not.found' })
  })
})
