import { describe, expect, it } from 'vitest'
import { createDetectorBench } from '../../../tests/support/detectorBench.ts'
import { imageOf } from '../../../tests/support/imageOf.ts'
import { type Command, encodeReply, encodeRequest, successStatus } from '../protocol/frames.ts'
import { noFaults } from '../simulator/simulatorFaults.ts'

const updateCommands = ['selectTarget', 'waitTarget', 'erase', 'program', 'programComplete'] as const satisfies readonly Command[]
const phaseOf = {
  selectTarget: 'loading',
  waitTarget: 'loading',
  erase: 'erasing',
  program: 'programming',
  programComplete: 'completing',
} as const

const ours = (frames: readonly { readonly direction: string }[]) => frames.filter(({ direction }) => direction === 'out')

describe('an update over a good link', () => {
  it.each([1, 47, 48, 49, 96, 65_536, 300_001])(
    'writes an image of %i bytes exactly [T341]',
    async (length) => {
      const bench = createDetectorBench()
      const image = imageOf(length)
      expect(await bench.update(image)).toEqual({ phase: 'succeeded' })
      expect(bench.simulator.flash()).toEqual(image)
      expect(bench.simulator.applicationValid).toBe(true)
    },
    30_000,
  )

  it('goes through the specified steps with the specified delays [T329]', async () => {
    const bench = createDetectorBench()
    await bench.update(imageOf(96))
    const sent = bench.simulator.frames.filter(({ direction }) => direction === 'out')
    expect(sent.map(({ bytes }) => bytes[0])).toEqual([2, 3, 3, 3, 6, 6, 6, 6, 6, 6, 6, 7, 7, 8])
    const gaps = sent.slice(1).map(({ atMs }, index) => atMs - (sent[index]?.atMs ?? 0))
    expect(gaps).toEqual([2, 202, 202, 2, 202, 202, 202, 202, 202, 202, 1002, 2, 2])
  })

  it('reports each phase, the erase, and progress that never goes back, at most five times a second [T339]', async () => {
    const bench = createDetectorBench()
    const image = imageOf(65_536)
    await bench.update(image)
    const phases = bench.states.map(({ phase }) => phase)
    expect([...new Set(phases)]).toEqual(['loading', 'erasing', 'programming', 'completing', 'succeeded'])
    const fractions = bench.states.flatMap((state) => (state.phase === 'erasing' && state.fraction !== null ? [state.fraction] : []))
    expect(fractions.length).toBeGreaterThan(3)
    expect(fractions).toEqual(fractions.toSorted((one, other) => one - other))

    const programming = bench.states.flatMap((state) => (state.phase === 'programming' ? [state] : []))
    const sent = programming.map(({ sentBytes }) => sentBytes)
    expect(sent).toEqual(sent.toSorted((one, other) => one - other))
    // 1,366 chunks at 2 ms each
    expect(programming.length).toBeGreaterThan(10)
    expect(programming.length).toBeLessThan(17)
    expect(programming[0]).toMatchObject({ sentBytes: 0, totalBytes: 65_536, bytesPerSecond: null, remainingMs: null })
    expect(programming.at(-1)?.bytesPerSecond).toBeCloseTo(24_000, -3)
    expect(programming.at(-1)?.remainingMs).toBeLessThan(200)
  })
})

describe('an update that starts right after another', () => {
  it('does not take a late refusal to the other for its own', async () => {
    const bench = createDetectorBench()
    await bench.open()
    const selectOfAnother = encodeRequest({ command: 'selectTarget', serialNumber: '0A1B2C3D4F' })
    void bench.simulator.device.sendReport(0, selectOfAnother)
    expect(await bench.update(imageOf(96))).toEqual({ phase: 'succeeded' })
  })
})

describe('a detector that somebody else updates', () => {
  it('is left alone', async () => {
    const bench = createDetectorBench({ otherUpdate: true })
    expect(await bench.update(imageOf(96))).toMatchObject({ phase: 'failed', cause: 'device.busy.error', during: 'loading', sentBytes: 0 })
    expect(ours(bench.simulator.frames)).toEqual([])
  })

  it('is left alone in the second before that update programs, when it is silent', async () => {
    const bench = createDetectorBench()
    await bench.open()
    const reply = encodeReply({ type: 'erase', status: successStatus, flashSizeBytes: 4096, erasedBytes: 4096 })
    bench.simulator.hear(reply)
    bench.clock.schedule(1_050, () => bench.simulator.hear(encodeReply({ type: 'program', status: successStatus, nextOffset: 48 })))
    expect(await bench.update(imageOf(96))).toMatchObject({ phase: 'failed', cause: 'device.busy.error' })
    expect(ours(bench.simulator.frames)).toEqual([])
  })

  it('is named as the cause when that update began after this one', async () => {
    const bench = createDetectorBench()
    await bench.open()
    // The other one begins from the start, and what the detector is asked here comes too late.
    bench.clock.schedule(5_000, () => {
      bench.simulator.set({ badStatusAt: 'program' })
      bench.simulator.hear(encodeReply({ type: 'selectTarget', status: successStatus }))
    })
    expect(await bench.update(imageOf(65_536))).toMatchObject({ phase: 'failed', cause: 'device.busy.error' })
  })

  it('is no reason to wait where only replies to a closed page were left', async () => {
    const bench = createDetectorBench()
    await bench.open()
    for (const nextOffset of [48, 96, 144]) bench.simulator.hear(encodeReply({ type: 'program', status: successStatus, nextOffset }))
    expect(await bench.update(imageOf(96))).toEqual({ phase: 'succeeded' })
  })
})

describe('a detector that leaves as its update begins', () => {
  it('has jumped, if that was soon after select target', async () => {
    const bench = createDetectorBench({ jumpsAway: true })
    const outcome = await bench.update(imageOf(96))
    expect(outcome).toMatchObject({ phase: 'failed', cause: 'device.jumped.error', errorType: 'DECONNECTION_ERROR', during: 'loading' })
  })

  it('was unplugged, if the erase had begun', async () => {
    const bench = createDetectorBench({ unplugDuringErase: true })
    expect(await bench.update(imageOf(96))).toMatchObject({ phase: 'failed', cause: 'device.disconnected.error', during: 'erasing' })
  })

  it('was unplugged, if nothing had been selected', async () => {
    const bench = createDetectorBench()
    await bench.open()
    bench.clock.schedule(20, () => bench.simulator.unplug())
    expect(await bench.update(imageOf(96))).toMatchObject({ phase: 'failed', cause: 'device.disconnected.error', during: 'loading' })
  })
})

describe('a detector that fails', () => {
  it.each(updateCommands)('with a bad status at %s ends the update there and can be updated afterwards [T338]', async (command) => {
    const bench = createDetectorBench({ badStatusAt: command })
    const image = imageOf(500)
    expect(await bench.update(image)).toEqual({
      phase: 'failed',
      errorType: 'REPROGRAMMATION_ERROR',
      cause: 'device.bad.status.error',
      during: phaseOf[command],
      sentBytes: command === 'programComplete' ? 500 : 0,
      totalBytes: 500,
      mustReload: false,
    })
    bench.simulator.set(noFaults)
    expect(await bench.update(image)).toEqual({ phase: 'succeeded' })
  })

  it.each(updateCommands)('with an unknown message at %s fails the update and requires a reload', async (command) => {
    const bench = createDetectorBench({ unknownMessageAt: command })
    expect(await bench.update(imageOf(500))).toMatchObject({
      phase: 'failed',
      errorType: 'REPROGRAMMATION_ERROR',
      cause: 'device.unknown.message.error',
      during: phaseOf[command],
      mustReload: true,
    })
    expect(bench.events).toEqual([])
  })

  it('with an unknown message in a pause of the update fails it, too', async () => {
    const bench = createDetectorBench()
    bench.clock.schedule(3_650, () => bench.simulator.set({ unknownMessageAt: 'idle' }))
    expect(await bench.update(imageOf(500))).toMatchObject({ cause: 'device.unknown.message.error', during: 'programming', sentBytes: 0 })
  })

  it('that stops erasing fails the update after 15 seconds', async () => {
    const bench = createDetectorBench({ stallErase: true })
    expect(await bench.update(imageOf(500))).toMatchObject({ cause: 'device.stalled.error', during: 'erasing', mustReload: false })
    expect(bench.clock.now()).toBeLessThan(20_000)
  })

  it('that erases slowly but steadily is updated', async () => {
    const bench = createDetectorBench({ eraseMs: 120_000 })
    expect(await bench.update(imageOf(65_536))).toEqual({ phase: 'succeeded' })
  })

  it('with another serial number refuses to be selected', async () => {
    const bench = createDetectorBench({ serialNumber: '0A1B2C3D4F' })
    expect(await bench.update(imageOf(500))).toMatchObject({ cause: 'device.bad.status.error', during: 'loading' })
    expect(bench.simulator.applicationValid).toBe(true)
  })
})

describe('unplugging the detector', () => {
  const moments = [
    ['during erase', { unplugDuringErase: true }, 'erasing', 0],
    ['at the first chunk', { unplugAtChunk: 0 }, 'programming', 0],
    ['halfway', { unplugAtPercent: 50 }, 'programming', 1_488],
    ['at the last chunk', { unplugAtChunk: 61 }, 'programming', 2_928],
    ['before complete', { unplugBeforeComplete: true }, 'completing', 2_976],
  ] as const

  it.each(moments)('%s is a disconnection, and the next update works', async (_when, faults, during, sentBytes) => {
    const bench = createDetectorBench(faults)
    const image = imageOf(2_976)
    expect(await bench.update(image)).toMatchObject({
      phase: 'failed',
      errorType: 'DECONNECTION_ERROR',
      cause: 'device.disconnected.error',
      during,
      sentBytes,
    })
    expect(bench.simulator.applicationValid).toBe(false)
    bench.simulator.plug()
    expect((await bench.connect()).isConnected).toBe(true)
    expect(await bench.update(image)).toEqual({ phase: 'succeeded' })
    expect(bench.simulator.flash()).toEqual(image)
  })

  it.each(Array.from({ length: 12 }, (_, chunk) => chunk * 61))('after %i bytes leaves a detector that can be updated', async (offset) => {
    const bench = createDetectorBench({ unplugAtPercent: (offset * 100) / 732 })
    const image = imageOf(732)
    expect(await bench.update(image)).toMatchObject({ errorType: 'DECONNECTION_ERROR', sentBytes: Math.ceil(offset / 48) * 48 })
    bench.simulator.plug()
    await bench.open()
    expect(await bench.update(image)).toEqual({ phase: 'succeeded' })
    expect(bench.simulator.flash()).toEqual(image)
  })

  it('in the pause before programming ends the update at once', async () => {
    const bench = createDetectorBench()
    bench.clock.schedule(3_650, bench.simulator.unplug)
    expect(await bench.update(imageOf(500))).toMatchObject({ errorType: 'DECONNECTION_ERROR', during: 'programming' })
    expect(bench.clock.now()).toBe(3_650)
  })

  it('leaves a detector that cannot be opened until it is plugged in again', async () => {
    const bench = createDetectorBench({ unplugAtPercent: 30 })
    expect(await bench.update(imageOf(500))).toMatchObject({ errorType: 'DECONNECTION_ERROR' })
    await expect(bench.simulator.device.open()).rejects.toMatchObject({ name: 'NetworkError' })
    bench.simulator.plug()
    await expect(bench.simulator.device.open()).resolves.toBeUndefined()
  })

  it('before the update fails it without waiting', async () => {
    const bench = createDetectorBench()
    await bench.open()
    bench.simulator.unplug()
    expect(await bench.update(imageOf(500))).toMatchObject({ errorType: 'DECONNECTION_ERROR', during: 'loading' })
  })
})
