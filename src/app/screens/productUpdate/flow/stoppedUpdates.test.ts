import { beforeEach, describe, expect, it } from 'vitest'
import {
  createUpdateWorld,
  file,
  firmware,
  reportCall,
  unplugged,
  type UpdateWorld,
  userProduct,
} from '../../../../../tests/support/updateWorld.ts'
import type { UpdateState } from '../../../../device/workerApi.ts'

let world: UpdateWorld
beforeEach(() => {
  world = createUpdateWorld()
})

const programming = (sentBytes: number): UpdateState => ({
  phase: 'programming',
  sentBytes,
  totalBytes: 84,
  bytesPerSecond: null,
  remainingMs: null,
})

describe('an update that stopped', () => {
  it('waits to be finished where its bar stood, and is forgotten once its detector has the firmware', async () => {
    world.states = [{ phase: 'loading' }, { phase: 'erasing', fraction: 1 }, programming(0), programming(42)]
    world.outcome = { ...unplugged, sentBytes: 42 }
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    expect(flow.stopped()).toMatchObject([{ place: { during: 'programming', percent: 60, sentBytes: 42, totalBytes: 84 } }])

    const [stopped] = flow.stopped()
    world.outcome = { phase: 'succeeded' }
    flow.close()
    if (stopped !== undefined) await flow.finish(stopped)
    expect(world.programmed).toEqual([file.slice(0, 84), file.slice(0, 84)])
    expect(flow.state().step).toBe('asking')
    expect(flow.stopped()).toEqual([])
    expect(await world.journalRows.all()).toHaveLength(1)
  })

  it('with its page is offered to be finished at the next visit, and reported as failed', async () => {
    world.states = [{ phase: 'loading' }, { phase: 'erasing', fraction: 0 }, programming(0)]
    world.outcome = () => new Promise(() => {})
    const first = world.openPage()
    void first.flow.start(userProduct, firmware)
    await expect.poll(async () => (await world.journalRows.all())[0]?.stage).toMatchObject({ place: { during: 'programming' } })
    const { flow, outbox } = world.openPage()
    await flow.resume()
    await outbox.flush()
    expect(flow.state().step).toBe('idle')
    expect(flow.stopped()).toMatchObject([{ row: { firmware: { id: 31 } }, place: { during: 'programming', percent: 20 } }])
    expect(world.seen.at(-1)).toBe(reportCall('success=false&errorType=REPROGRAMMATION_ERROR'))
  })

  it('before anything was erased leaves nothing to finish', async () => {
    world.outcome = { ...unplugged, during: 'loading', sentBytes: 0 }
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    expect(flow.stopped()).toEqual([])
    expect(await world.journalRows.all()).toEqual([])
  })

  it('twice is offered once, where it stopped last, and to nobody else', async () => {
    world.outcome = unplugged
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    world.outcome = { ...unplugged, during: 'erasing', sentBytes: 0 }
    await flow.start(userProduct, firmware)
    expect(flow.stopped()).toMatchObject([{ place: { during: 'erasing' } }])
    const stranger = world.openPage(8)
    await stranger.flow.resume()
    expect(stranger.flow.stopped()).toEqual([])
  })

  it('is not offered again once the person says no', async () => {
    world.outcome = unplugged
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    for (const stopped of flow.stopped()) await flow.forget(stopped)
    const later = world.openPage()
    await later.flow.resume()
    expect([...flow.stopped(), ...later.flow.stopped()]).toEqual([])
  })
})
