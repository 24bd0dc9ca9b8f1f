import { EventEmitter, once } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createRows } from '../../browser/rows/browserStore.ts'
import {
  createUpdateWorld,
  firmware,
  recordCall,
  reportCall,
  unplugged,
  updateMs,
  type UpdateWorld,
  userProduct,
} from '../../../../tests/support/updateWorld.ts'

const full = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'))

let world: UpdateWorld
beforeEach(() => {
  world = createUpdateWorld()
})

describe('an update that ends in an unusual way', () => {
  it('has changed nothing when the page closes while the record is being created', async () => {
    const server = new EventEmitter()
    world.held = once(server, 'answer')
    const started = world.openPage().flow.start(userProduct, firmware)
    await expect.poll(() => world.journalRows.all()).toHaveLength(1)
    const later = createUpdateWorld()
    for (const { sequence: _, ...row } of await world.outboxRows.all()) await later.outboxRows.add(row)
    for (const { sequence: _, ...row } of await world.journalRows.all()) await later.journalRows.add(row)
    server.emit('answer')
    await started

    // Until then the record is left to the page that waits for its answer.
    later.nowMs += 10_001
    const { flow, outbox } = later.openPage()
    await flow.resume()
    await outbox.flush()
    expect(later.seen).toEqual([recordCall, reportCall('success=false&errorType=REPROGRAMMATION_ERROR&firmwareAfter=unchanged')])
    expect(flow.outcomes()).toEqual([])
  })

  it('shows the answer about the restart although the browser’s storage fails, and asks again at the next visit', async () => {
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    const replace = vi.spyOn(world.journalRows, 'replace').mockImplementation(full)
    await flow.answerRestart(true)
    expect(flow.state().step).toBe('restarted')
    replace.mockRestore()
    const later = world.openPage()
    await later.flow.resume()
    expect(later.flow.state().step).toBe('asking')
  })

  it.each([true, false])(
    'remembers after a reload whether the detector restarted (%s), until the next update begins',
    async (hasRestarted) => {
      await world.openPage().flow.start(userProduct, firmware)
      // The next morning.
      world.nowMs += 20 * 3_600_000
      const { flow } = world.openPage()
      await flow.resume()
      await flow.answerRestart(hasRestarted)
      const { id: userProductId, productName } = userProduct
      expect(JSON.parse(world.lastEnd.get() ?? '')).toMatchObject({
        owner: 7,
        target: { userProductId, productName, versionName: firmware.versionName },
        changeLog: firmware.changeLog,
        hasRestarted,
        at: '2026-11-21T10:00:13.000Z',
        tookMs: updateMs,
      })
      flow.close()
      await flow.start(userProduct, firmware)
      expect(world.lastEnd.get()).toBeNull()
    },
  )

  it('reloads the page after an unknown message although the browser’s storage is full', async () => {
    world.outcome = { ...unplugged, errorType: 'REPROGRAMMATION_ERROR', cause: 'device.unknown.message.error', mustReload: true }
    Object.assign(world, { journalRows: createRows({ all: async () => [], add: async () => 1, replace: full, delete: full }) })
    await world.openPage().flow.start(userProduct, firmware)
    expect(world.seen.at(-1)).toBe('reload')
  })

  it('fails with a message when a check throws, and can be started again', async () => {
    const { checks } = world
    Object.defineProperty(world, 'checks', {
      get: () => {
        throw new Error('device.crashed')
      },
      configurable: true,
    })
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { errorType: null, firmwareAfter: 'unchanged' } })
    Object.defineProperty(world, 'checks', { value: checks })
    await flow.start(userProduct, firmware)
    expect(flow.state().step).toBe('asking')
  })

  it('is reported for the user who started it, even when another user is signed in at the end', async () => {
    world.outcome = () => {
      world.signedIn = 8
      return Promise.resolve(unplugged)
    }
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    expect(flow.state().step).toBe('failed')
    const owners = (await world.outboxRows.all()).map(({ owner }) => owner)
    expect(new Set(owners)).toEqual(new Set([7]))
    expect(await world.journalRows.all()).toMatchObject([{ owner: 7, stage: { name: 'ended', firmwareState: 'none' } }])
    // The other user sees nothing of it.
    expect(flow.outcomes()).toEqual([])
  })
})
