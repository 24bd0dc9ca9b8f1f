import { expect, it } from 'vitest'
import { createDetectorBench } from '../../../tests/support/detectorBench.ts'
import { imageOf } from '../../../tests/support/imageOf.ts'
import { createTestChannel } from '../../../tests/support/threads.ts'
import { createFrameLinks } from './frameLink.ts'
import { commands } from '../protocol/frames.ts'
import type { FrameIn, FrameOut } from './frameChannel.ts'

const frameOf = (filling: number) => new Uint8Array(64).fill(filling)

function openLinks() {
  const { channel, posted, emit } = createTestChannel<FrameOut, FrameIn>()
  return { open: createFrameLinks(channel), posted, emit }
}

/** A link whose relay has sent frame 2 by itself after frame 1, and what the link posts from then on. */
function afterPipelinedFrame() {
  const { open, posted, emit } = openLinks()
  const link = open()
  link.open(() => {})
  const pipelined = { expectedReply: frameOf(101), nextFrame: frameOf(2) }
  link.send(frameOf(1), pipelined)
  // A request that is sent again keeps its sequence number.
  link.send(frameOf(1), pipelined)
  expect(posted.map(({ sequence }) => sequence)).toEqual([1, 1])
  emit({ frame: frameOf(101).buffer, sequence: 1 })
  return { link, postedSince: () => posted.slice(2).map(({ isAlreadySent, acknowledged }) => [isAlreadySent, acknowledged]) }
}

it('does not send a frame that the relay has sent, unless it is requested again', () => {
  const { link, postedSince } = afterPipelinedFrame()
  link.send(frameOf(2))
  link.send(frameOf(2))
  expect(postedSince()).toEqual([
    [true, 1],
    [false, 1],
  ])
})

it('sends a frame other than the one that the relay has sent', () => {
  const { link, postedSince } = afterPipelinedFrame()
  link.send(frameOf(9))
  link.send(frameOf(2))
  expect(postedSince()).toEqual([
    [false, 1],
    [false, 1],
  ])
})

it('acknowledges on the next link all that was pipelined on the link before', () => {
  const { open, posted } = openLinks()
  const first = open()
  first.send(frameOf(1), { expectedReply: frameOf(101), nextFrame: frameOf(2) })
  // Its relay may have sent the next frame after the worker closed the link.
  open().send(frameOf(9))
  expect(posted[1]).toMatchObject({ isAlreadySent: false, acknowledged: 1 })
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
