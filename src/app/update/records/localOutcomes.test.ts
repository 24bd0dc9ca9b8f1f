import { beforeEach, describe, expect, it } from 'vitest'
import type { UserProduct } from '../../../contract/userProduct.ts'
import {
  createUpdateWorld,
  eraseCall,
  file,
  firmware,
  recordCall,
  reportCall,
  unplugged,
  type UpdateWorld,
  userProduct,
} from '../../../../tests/support/updateWorld.ts'
import type { UpdateState } from '../../../device/update/updateState.ts'
import { knowledgeOf, knownFirmware, type SettledFirmware } from '../offers/knownFirmware.ts'
import type { UpdateFlow } from '../flow/updateFlow.ts'

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
const untilHalf = [{ phase: 'loading' }, { phase: 'erasing', fraction: 1 }, programming(0), programming(42)] as const
const stoppedAtHalf = { ...unplugged, sentBytes: 42 }

const named = { id: 31, versionName: '5.2', language: 'fr' }
const date = '2026-11-21T10:00:00.000Z'
/** As the server returns it. */
const before: UserProduct = {
  ...userProduct,
  firmwareState: 'installed',
  currentFirmware: { ...named, id: 30, versionName: '5.1' },
  lastUpdate: { id: 54, date, firmware: { ...named, id: 30, versionName: '5.1' } },
}
const erased: UserProduct = { ...userProduct, firmwareState: 'none', lastUpdate: { id: 55, date, firmware: named } }
const succeeded: UserProduct = { ...erased, firmwareState: 'installed', currentFirmware: named }

function known(flow: UpdateFlow, product = before): SettledFirmware {
  const found = knownFirmware(product, { ...knowledgeOf(flow), idleSerial: product.serialNumber })
  if (found.state === 'updating' || found.state === 'silent') throw new Error('the detector is connected, and no tab updates it')
  return found
}

/** Fetches the product list, as the page does. */
async function fetchProducts(flow: UpdateFlow, answer: UserProduct, meanwhile = async () => {}): Promise<void> {
  const delivered = await flow.deliveredOutcomes()
  await meanwhile()
  await flow.settleOutcomes([answer], delivered)
}

describe('an interrupted update', () => {
  it('leaves the detector without firmware, to be finished from the same percentage, until an update succeeds', async () => {
    world.states = untilHalf
    world.outcome = stoppedAtHalf
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    expect(known(flow)).toMatchObject({
      state: 'none',
      versionName: '5.2',
      outcome: { place: { during: 'programming', percent: 60, sentBytes: 42, totalBytes: 84 } },
    })
    expect(flow.state()).toMatchObject({ failure: { percent: 60, firmwareAfter: 'none' } })
    expect(world.checkedWithFirmware).toBe(true)

    world.outcome = { phase: 'succeeded' }
    flow.close()
    await flow.start(userProduct, firmware, known(flow))
    expect(world.checkedWithFirmware).toBe(false)
    expect(world.programmed).toEqual([file.slice(0, 84), file.slice(0, 84)])
    expect(known(flow)).toEqual({ state: 'unknown', versionName: '5.2' })
    await flow.answerRestart(true)
    expect(known(flow)).toEqual({ state: 'installed', versionName: '5.2', language: 'fr' })
    expect(await world.journalRows.all()).toHaveLength(1)
  })

  it('notes the erase on the server while it runs, and reports the outcome at its end', async () => {
    world.states = untilHalf
    world.outcome = stoppedAtHalf
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    await outbox.flush()
    const report = reportCall('success=false&errorType=DECONNECTION_ERROR&firmwareAfter=none')
    expect(world.seen.filter((call) => call.startsWith('POST'))).toEqual([recordCall, eraseCall, report])
    expect(await world.outboxRows.all()).toEqual([])
  })

  it('leaves the detector unchanged when nothing was erased', async () => {
    world.outcome = { ...unplugged, during: 'loading', sentBytes: 0 }
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    await outbox.flush()
    expect(known(flow)).toEqual({ state: 'installed', versionName: '5.1', language: 'fr' })
    expect(world.seen.at(-1)).toBe(reportCall('success=false&errorType=DECONNECTION_ERROR&firmwareAfter=unchanged'))
    expect(await world.journalRows.all()).toEqual([])
  })

  it('leaves the firmware unknown when the detector never confirmed the erase', async () => {
    world.states = [{ phase: 'loading' }, { phase: 'erasing', fraction: null }]
    world.outcome = { ...unplugged, during: 'erasing', sentBytes: 0 }
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware, known(world.openPage().flow))
    await outbox.flush()
    expect(known(flow)).toEqual({ state: 'unknown', versionName: '5.2' })
    expect(world.seen).not.toContain(eraseCall)
  })

  it('keeps the last known progress when the worker crashes', async () => {
    world.states = untilHalf
    world.outcome = () => Promise.reject(new Error('device.open.error'))
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    expect(known(flow)).toMatchObject({ state: 'none', outcome: { place: { percent: 60 } } })
  })

  it('leaves the firmware unknown during program complete, with nothing to finish', async () => {
    world.states = [...untilHalf, programming(84), { phase: 'completing' }]
    world.outcome = { ...unplugged, during: 'completing', sentBytes: 84 }
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    await outbox.flush()
    expect(known(flow)).toEqual({ state: 'unknown', versionName: '5.2' })
    expect(flow.outcomes()).toMatchObject([{ place: null }])
    expect(world.seen.at(-1)).toBe(reportCall('success=false&errorType=DECONNECTION_ERROR&firmwareAfter=unknown'))
  })

  it('whose page was closed can be finished at the next visit, and is reported as failed', async () => {
    world.states = [{ phase: 'loading' }, { phase: 'erasing', fraction: 0 }, programming(0)]
    world.outcome = () => new Promise(() => {})
    const first = world.openPage()
    void first.flow.start(userProduct, firmware)
    await expect.poll(async () => (await world.journalRows.all())[0]?.stage).toMatchObject({ place: { during: 'programming' } })
    const { flow, outbox } = world.openPage()
    await flow.resume()
    await outbox.flush()
    expect(flow.state().step).toBe('idle')
    expect(known(flow)).toMatchObject({ state: 'none', firmwareId: 31, outcome: { place: { during: 'programming', percent: 20 } } })
    expect(world.seen.at(-1)).toBe(reportCall('success=false&errorType=REPROGRAMMATION_ERROR&firmwareAfter=none'))
  })

  it('whose page was closed before the journal noted an erase leaves the firmware unknown', async () => {
    world.states = [{ phase: 'loading' }]
    world.outcome = () => new Promise(() => {})
    void world.openPage().flow.start(userProduct, firmware)
    await expect.poll(async () => (await world.journalRows.all())[0]?.stage).toMatchObject({ place: { during: 'loading' } })
    const { flow, outbox } = world.openPage()
    await flow.resume()
    await outbox.flush()
    expect(known(flow)).toEqual({ state: 'unknown', versionName: '5.2' })
    expect(world.seen.at(-1)).toBe(reportCall('success=false&errorType=REPROGRAMMATION_ERROR&firmwareAfter=unknown'))
  })

  it('that stops twice is offered once, from the last position, and to no other user', async () => {
    world.outcome = unplugged
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    world.outcome = { ...unplugged, during: 'erasing', sentBytes: 0 }
    await flow.start(userProduct, firmware, known(flow))
    expect(flow.outcomes()).toMatchObject([{ firmwareState: 'none', place: { during: 'erasing' } }])
    const stranger = world.openPage(8)
    await stranger.flow.resume()
    expect(stranger.flow.outcomes()).toEqual([])
  })
})

describe('an outcome on this computer', () => {
  it('counts until the server has received the report', async () => {
    world.outcome = unplugged
    const { flow, outbox } = world.openPage()
    world.fileAnswer = () => {
      world.isServerGone = true
      return new Response(file)
    }
    await flow.start(userProduct, firmware)
    await fetchProducts(flow, before)
    expect(known(flow)).toMatchObject({ state: 'none' })
    world.isServerGone = false
    // The server's response was on its way before the report.
    await fetchProducts(flow, before, () => outbox.flush())
    expect(known(flow)).toMatchObject({ state: 'none' })
    await fetchProducts(flow, erased)
    expect(known(flow, erased)).toMatchObject({ state: 'none', outcome: { place: { during: 'programming' } } })
  })

  it('still counts when the server refuses the report', async () => {
    world.outcome = unplugged
    const { flow, outbox } = world.openPage()
    world.fileAnswer = () => {
      world.isServerGone = true
      return new Response(file)
    }
    await flow.start(userProduct, firmware)
    world.isServerGone = false
    world.refusal = { code: 'resource.not.found', status: 404 }
    await outbox.flush()
    await fetchProducts(flow, before)
    expect(known(flow)).toMatchObject({ state: 'none' })
  })

  it('is dropped when another computer has finished the update', async () => {
    world.outcome = unplugged
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    await outbox.flush()
    await fetchProducts(flow, succeeded)
    expect(known(flow, succeeded)).toEqual({ state: 'installed', versionName: '5.2', language: 'fr' })
    expect(await world.journalRows.all()).toEqual([])
  })

  it('is dropped when the server knows that the firmware is installed or unknown', async () => {
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    await flow.answerRestart(true)
    await outbox.flush()
    await fetchProducts(flow, succeeded)
    expect(flow.outcomes()).toEqual([])
    await flow.start(userProduct, firmware)
    await flow.answerRestart(false)
    await outbox.flush()
    expect(known(flow, succeeded)).toEqual({ state: 'unknown', versionName: '5.2' })
    await fetchProducts(flow, { ...erased, firmwareState: 'unknown' })
    expect(flow.outcomes()).toEqual([])
  })

  it('is dropped when its detector is removed from the list', async () => {
    world.outcome = unplugged
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    await outbox.flush()
    await flow.settleOutcomes([], await flow.deliveredOutcomes())
    expect(flow.outcomes()).toEqual([])
  })
})
