import { beforeEach, describe, expect, it } from 'vitest'
import {
  createUpdateWorld,
  file,
  firmware,
  recordCall,
  reportCall,
  unplugged,
  type UpdateWorld,
  userProduct,
} from '../../../../tests/support/updateWorld.ts'
import { forgetUpdatesOf } from '../../detector/updateJournal.ts'

/** Sent at any time: all bytes are written, and the restart is not confirmed yet. */
const noteCall = reportCall('firmwareAfter=unknown')
const withoutNotes = () => world.seen.filter((call) => call !== noteCall)

let world: UpdateWorld
beforeEach(() => {
  world = createUpdateWorld()
})

describe('an update', () => {
  it('programs the file without its last 16 bytes, disconnects, and asks whether the detector restarted [T246]', async () => {
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    expect(world.programmed).toEqual([file.slice(0, 84)])
    expect(withoutNotes()).toEqual([recordCall, 'update', 'disconnect'])
    expect(world.sharedOutcomes).toBe(1)
    expect(flow.state()).toMatchObject({ step: 'asking', target: { versionName: '5.2', serialNumberFormatted: '0A 1B 2C 3D 4E' } })
  })

  it('that restarted is reported as a success and shows the new version [T345]', async () => {
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    await flow.answerRestart(true)
    await outbox.flush()
    expect(world.seen).toContain(noteCall)
    expect(withoutNotes().slice(3)).toEqual([reportCall('success=true')])
    expect(flow.state()).toMatchObject({ step: 'restarted', target: { versionName: '5.2' } })
    expect(await world.outboxRows.all()).toEqual([])
    expect(await world.journalRows.all()).toMatchObject([{ stage: { name: 'ended', firmwareState: 'installed' } }])
  })

  it('goes on under the same record when the detector has come back as another device', async () => {
    const comesBack = Promise.withResolvers<boolean>()
    const jumped = { ...unplugged, cause: 'device.jumped.error', during: 'loading', sentBytes: 0 } as const
    world.cameBack = () => comesBack.promise
    world.outcome = () => Promise.resolve(jumped)
    const { flow } = world.openPage()
    const started = flow.start(userProduct, firmware)
    await expect.poll(() => flow.state().step).toBe('jumped')
    world.outcome = { phase: 'succeeded' }
    comesBack.resolve(true)
    await started
    expect(flow.state().step).toBe('asking')
    expect(withoutNotes()).toEqual([recordCall, 'update', `wait for ${userProduct.serialNumber}`, 'update', 'disconnect'])
  })

  it('is reported as a disconnection that has changed nothing when the detector is not chosen again', async () => {
    world.outcome = { ...unplugged, cause: 'device.jumped.error', during: 'loading', sentBytes: 0 }
    world.cameBack = (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(false)))
    const { flow, outbox } = world.openPage()
    const started = flow.start(userProduct, firmware)
    await expect.poll(() => flow.state().step).toBe('jumped')
    flow.giveUp()
    await started
    await outbox.flush()
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'device.jumped.error', firmwareAfter: 'unchanged' } })
    expect(world.seen.at(-1)).toBe(reportCall('success=false&errorType=DECONNECTION_ERROR&firmwareAfter=unchanged'))
  })

  it('does not know what is on a detector that somebody else has updated meanwhile', async () => {
    world.states = [{ phase: 'loading' }, { phase: 'erasing', fraction: 1 }]
    world.outcome = { ...unplugged, errorType: 'REPROGRAMMATION_ERROR', cause: 'device.busy.error' }
    const { flow } = world.openPage()
    await flow.start({ ...userProduct, firmwareState: 'none' }, firmware)
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { firmwareAfter: 'unknown' } })
  })

  it('that did not restart is reported as REBOOT_ERROR [T324]', async () => {
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    await flow.answerRestart(false)
    await outbox.flush()
    expect(withoutNotes().slice(3)).toEqual([reportCall('success=false&errorType=REBOOT_ERROR&firmwareAfter=unknown')])
    expect(flow.state().step).toBe('notRestarted')
  })

  it('asks the same user again at the next visit when the page was closed before the answer', async () => {
    await world.openPage().flow.start(userProduct, firmware)
    const stranger = world.openPage(8)
    await stranger.flow.resume()
    expect(stranger.flow.state().step).toBe('idle')
    const { flow, outbox } = world.openPage()
    await flow.resume()
    expect(flow.state().step).toBe('asking')
    await flow.answerRestart(true)
    await outbox.flush()
    expect(world.seen.at(-1)).toBe(reportCall('success=true'))
  })

  it('is forgotten, with its record, when the user signs out', async () => {
    await world.openPage().flow.start(userProduct, firmware)
    await forgetUpdatesOf(8, world.journalRows)
    expect(await world.journalRows.all()).toHaveLength(1)
    await forgetUpdatesOf(7, world.journalRows)
    const { flow } = world.openPage()
    await flow.resume()
    expect(flow.state().step).toBe('idle')
  })

  it('is reported once when two tabs ask whether the detector restarted', async () => {
    await world.openPage().flow.start(userProduct, firmware)
    const [one, other] = [world.openPage(), world.openPage()]
    await one.flow.resume()
    await other.flow.resume()
    await one.flow.answerRestart(true)
    await other.flow.answerRestart(false)
    await other.outbox.flush()
    expect(withoutNotes().slice(3)).toEqual([reportCall('success=true')])
    expect(other.flow.state().step).toBe('idle')
  })

  it.each([
    ['shorter than 17 bytes', 'image.too.short.error', file.slice(0, 16), 16],
    ['cut short', 'image.truncated.error', file.slice(0, 99), 100],
    ['with one bit changed', 'image.corrupt.error', file.with(50, 1), 100],
  ])('refuses a file %s before it sends anything to the detector', async (_, cause, bytes, sizeBytes) => {
    world.fileAnswer = () => new Response(bytes)
    const { flow } = world.openPage()
    await flow.start(userProduct, { ...firmware, firmwareFile: { ...firmware.firmwareFile, sizeBytes } })
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause, during: 'download', errorType: null } })
    expect(world.seen).toEqual([])
  })

  it('reports a network error when the download breaks off', async () => {
    world.fileAnswer = () => new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) }))
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'network.offline.error' } })
  })

  it('can be cancelled during the download and leaves no trace', async () => {
    world.fileAnswer = (signal) =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(file.slice(0, 10))
            controller.enqueue(file.slice(10, 20))
            signal.addEventListener('abort', () => controller.error(signal.reason))
          },
        }),
      )
    const { flow } = world.openPage()
    const updating = flow.start(userProduct, firmware)
    await expect.poll(() => flow.state()).toMatchObject({ receivedBytes: 20 })
    flow.cancelDownload()
    await updating
    expect(flow.state().step).toBe('idle')
    expect(world.seen).toEqual([])
  })

  it('does not start when the server refuses the record', async () => {
    world.refusal = { status: 404, code: 'resource.not.found' }
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'resource.not.found', during: 'record' } })
    expect(world.seen).toEqual([])
    expect(await world.outboxRows.all()).toEqual([])
    expect(await world.journalRows.all()).toEqual([])
  })

  it('continues when the server goes away after the download, and sends record and report later', async () => {
    world.fileAnswer = () => {
      world.isServerGone = true
      return new Response(file)
    }
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    await flow.answerRestart(true)
    await outbox.flush()
    expect(withoutNotes()).toEqual(['update', 'disconnect'])
    expect(outbox.snapshot().waiting).toHaveLength(1)
    world.isServerGone = false
    await world.openPage().outbox.flush()
    expect(withoutNotes().slice(2)).toEqual([recordCall, reportCall('success=true')])
  })

  it('that loses its detector is reported, and can be started again [T344]', async () => {
    world.outcome = unplugged
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    await outbox.flush()
    expect(world.seen).toEqual([recordCall, 'update', reportCall('success=false&errorType=DECONNECTION_ERROR&firmwareAfter=none')])
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'device.disconnected.error', sentBytes: 48, totalBytes: 84 } })
    world.outcome = { phase: 'succeeded' }
    await flow.start(userProduct, firmware)
    expect(flow.state().step).toBe('asking')
  })

  it('that cannot use the detector because of another tab is reported with that cause', async () => {
    world.outcome = () => Promise.reject(new Error('device.in.use.error'))
    const { flow, outbox } = world.openPage()
    await flow.start(userProduct, firmware)
    await outbox.flush()
    expect(world.seen.at(-1)).toBe(reportCall('success=false&errorType=REPROGRAMMATION_ERROR&firmwareAfter=unchanged'))
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'device.in.use.error' } })
  })

  it('is recorded as failed before an unknown message reloads the page, which then shows why and has the recording', async () => {
    world.outcome = { ...unplugged, errorType: 'REPROGRAMMATION_ERROR', cause: 'device.unknown.message.error', mustReload: true }
    world.recording = { missing: 0, kinds: new Uint8Array(1), times: new Float64Array(1), frames: new Uint8Array(64), marks: [] }
    await world.openPage().flow.start(userProduct, firmware)
    expect(world.seen).toEqual([
      recordCall,
      'update',
      reportCall('success=false&errorType=REPROGRAMMATION_ERROR&firmwareAfter=none'),
      'reload',
    ])
    const { flow } = world.openPage()
    await flow.resume()
    const { recording } = world
    expect(flow.state()).toMatchObject({ step: 'failed', failure: { cause: 'device.unknown.message.error' }, recording })
  })

  it('whose page was closed is reported at the next visit, unless another tab runs it', async () => {
    world.outcome = () => new Promise(() => {})
    void world.openPage().flow.start(userProduct, firmware)
    await expect.poll(() => world.seen).toContain('update')
    world.isOtherTabUpdating = true
    const otherTab = world.openPage()
    await otherTab.flow.resume()
    expect(otherTab.flow.state().step).toBe('idle')
    world.isOtherTabUpdating = false
    const { flow, outbox } = world.openPage()
    await flow.resume()
    await outbox.flush()
    expect(flow.state().step).toBe('idle')
    expect(world.seen.at(-1)).toBe(reportCall('success=false&errorType=REPROGRAMMATION_ERROR&firmwareAfter=unknown'))
  })

  it('that fails a check sends nothing to the server or the detector', async () => {
    world.checks = [
      { name: 'detectorBattery', verdict: 'warned' },
      { name: 'link', verdict: 'refused' },
    ]
    const { flow } = world.openPage()
    await flow.start(userProduct, firmware)
    expect(flow.state()).toMatchObject({ step: 'refused', checks: world.checks })
    expect(world.seen).toEqual([])
    expect([...(await world.outboxRows.all()), ...(await world.journalRows.all())]).toEqual([])
    await flow.installAnyway()
    expect(flow.state().step).toBe('refused')
    world.checks = [{ name: 'detectorBattery', verdict: 'warned' }]
    flow.close()
    await flow.start(userProduct, firmware)
    expect(flow.state().step).toBe('asking')
  })

  it('over a doubtful cable waits until the person accepts the risk, and then checks everything again', async () => {
    world.checks = [{ name: 'link', verdict: 'risky' }]
    const { flow } = world.openPage()
    await flow.installAnyway()
    await flow.start(userProduct, firmware)
    expect(flow.state()).toMatchObject({ step: 'refused', checks: world.checks })
    expect(world.seen).toEqual([])
    world.checks = [...world.checks, { name: 'detectorBattery', verdict: 'refused' }]
    await flow.installAnyway()
    expect(flow.state()).toMatchObject({ step: 'refused', checks: world.checks })
    world.checks = [{ name: 'link', verdict: 'risky' }]
    flow.close()
    await flow.start(userProduct, firmware)
    await flow.installAnyway()
    expect(flow.state().step).toBe('asking')
  })
})
