import { expect, it } from 'vitest'
import { createDetectorBench } from '../../../tests/support/detectorBench.ts'
import { imageOf } from '../../../tests/support/imageOf.ts'
import { createTestChannel } from '../../../tests/support/threads.ts'
import { type Ahead, createFrameLinks } from './frameLink.ts'
import { commands, decodeReply } from '../protocol/frames.ts'
import type { FrameIn, FrameOut } from './frameChannel.ts'

const frameOf = (filling: number) => new Uint8Array(64).fill(filling)

function openLinks() {
  const { channel, posted, emit } = createTestChannel<FrameOut, FrameIn>()
  return { open: createFrameLinks(channel), posted, emit }
}

/** The requests after `frame`: their fillings count up to `last`, and those of their replies from 101. */
const aheadOf =
  (frame: number, last = 99): Ahead =>
  (step) => {
    const next = frame + step + 1
    return next > last ? null : { expectedReply: frameOf(100 + next - 1), nextFrame: frameOf(next) }
  }

/** A link whose relay has sent frame 2 by itself after frame 1, and what the link posts from then on. */
function afterFirstStep() {
  const { open, posted, emit } = openLinks()
  const link = open()
  link.open(() => {})
  link.send(frameOf(1), aheadOf(1))
  // A request that is sent again keeps its sequence numbers.
  link.send(frameOf(1), aheadOf(1))
  expect(posted.map(({ sequence, chain }) => [sequence, chain])).toEqual([
    [1, 1],
    [1, 2],
  ])
  emit(1)
  return {
    link,
    /** By its first frame. */
    postedSince: () => posted.slice(2).map(({ frames, goesOn, acknowledged }) => [new Uint8Array(frames)[0], goesOn, acknowledged]),
  }
}

it('posts nothing for a frame that the relay has sent, unless it is requested again', () => {
  const { link, postedSince } = afterFirstStep()
  link.send(frameOf(2), aheadOf(2))
  expect(postedSince()).toEqual([])
  link.send(frameOf(2), aheadOf(2))
  expect(postedSince()).toEqual([[2, false, 1]])
})

it('sends a frame other than the one that the relay has sent', () => {
  const { link, postedSince } = afterFirstStep()
  link.send(frameOf(9))
  link.send(frameOf(2))
  expect(postedSince()).toEqual([
    [9, false, 1],
    [2, false, 1],
  ])
})

it('numbers the steps anew where an earlier frame is sent again: one number never stands for two replies', () => {
  const { open, posted, emit } = openLinks()
  const link = open()
  const received: (number | undefined)[] = []
  link.open((frame) => received.push(frame[0]))
  link.send(frameOf(1), aheadOf(1, 4))
  emit(1)
  link.send(frameOf(1), aheadOf(1, 4))
  expect(posted.map(({ sequence, goesOn }) => [sequence, goesOn])).toEqual([
    [1, false],
    [4, false],
  ])
  emit(4)
  expect(received).toEqual([101, 101])
})

it('gives the relay new steps before it has sent those that it holds', () => {
  const { open, posted, emit } = openLinks()
  const link = open()
  link.open(() => {})
  for (let frame = 1; frame <= 80; frame += 1) {
    link.send(frameOf(frame), aheadOf(frame, 80))
    emit(frame)
  }
  const held = posted.map(({ frames, goesOn, sequence }) => ({ goesOn, from: sequence, steps: Math.floor(frames.byteLength / 128) }))
  expect(held).toEqual([
    { goesOn: false, from: 1, steps: 32 },
    { goesOn: true, from: 33, steps: 16 },
    { goesOn: true, from: 49, steps: 16 },
    { goesOn: true, from: 65, steps: 15 },
  ])
})

it('acknowledges on the next link all that the relay may have sent on the link before', () => {
  const { open, posted } = openLinks()
  const first = open()
  first.send(frameOf(1), aheadOf(1, 3))
  // Its relay may have sent the next frames after the worker closed the link.
  open().send(frameOf(9))
  expect(posted[1]).toMatchObject({ goesOn: false, acknowledged: 2 })
})

const image = imageOf(48 * 40 + 7)

async function programmed(hopMs?: number) {
  const bench = createDetectorBench({ latencyMs: 2 }, hopMs === undefined ? undefined : () => hopMs)
  await bench.connect()
  expect(await bench.update(image)).toEqual({ phase: 'succeeded' })
  expect(bench.simulator.flash()).toEqual(image)
  const chunks = bench.simulator.frames.filter(({ direction, bytes }) => direction === 'out' && bytes[0] === commands.program)
  return { sent: chunks.map(({ bytes }) => bytes), tookMs: (chunks.at(-1)?.atMs ?? 0) - (chunks[0]?.atMs ?? 0) }
}

it.each([0, 0.4, 3, 60])('sends the same chunks over two threads, %f ms apart, as over one', async (hopMs) => {
  expect((await programmed(hopMs)).sent).toEqual((await programmed()).sent)
})

it('loses no time to the second thread if it answers within a round trip', async () => {
  const { tookMs } = await programmed()
  expect((await programmed(0.4)).tookMs).toBeCloseTo(tookMs, 5)
})

it.each([0.4, 60, 200])(
  'sends a chunk only after the reply to the one before, on a bad link and over threads %f ms apart',
  async (hopMs) => {
    const bad = { seed: 7, latencyMs: 2, lostShare: 0.1, corruptShare: 0.1, duplicateShare: 0.1, lateShare: 0.1 }
    const bench = createDetectorBench(bad, () => hopMs)
    await bench.connect()
    await bench.update(image)
    let confirmed = 0
    const sent = bench.simulator.frames.flatMap(({ direction, bytes }) => {
      if (bytes[0] !== commands.program) return []
      if (direction === 'out') return [{ offset: new DataView(bytes.buffer, bytes.byteOffset).getUint32(1), confirmed }]
      const reply = decodeReply(bytes)
      if (reply.type === 'program') confirmed = Math.max(confirmed, reply.nextOffset)
      return []
    })
    expect(sent.length).toBeGreaterThan(40)
    expect(sent.filter(({ offset, confirmed: before }) => offset > before)).toEqual([])
  },
)
