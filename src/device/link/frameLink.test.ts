import { expect, it } from 'vitest'
import { createDetectorBench } from '../../../tests/support/detectorBench.ts'
import { imageOf } from '../../../tests/support/imageOf.ts'
import { createTestedEnd } from '../../../tests/support/threads.ts'
import { createFrameLinks } from './frameLink.ts'
import { commands } from '../protocol/frames.ts'
import type { FrameIn, FrameOut } from '../workerApi.ts'

const frameOf = (filling: number) => new Uint8Array(64).fill(filling)

function openLinks() {
  const { channel, said, tell } = createTestedEnd<FrameOut, FrameIn>()
  return { open: createFrameLinks(channel), said, tell }
}

/** A link on which frame 2 has gone ahead after frame 1, and what it says from then on: whether it has been sent, and what it knows of. */
function afterSendingAhead() {
  const { open, said, tell } = openLinks()
  const link = open()
  link.open(() => {})
  const ahead = { reply: frameOf(101), frame: frameOf(2) }
  link.send(frameOf(1), ahead)
  // Asked again, it is the same promise.
  link.send(frameOf(1), ahead)
  expect(said.map(({ aheadId }) => aheadId)).toEqual([1, 1])
  tell({ frame: frameOf(101).buffer, aheadId: 1 })
  return { link, saidSince: () => said.slice(2).map(({ isSent, knownId }) => [isSent, knownId]) }
}

it('does not send what has gone ahead, but sends it when it is asked again', () => {
  const { link, saidSince } = afterSendingAhead()
  link.send(frameOf(2))
  link.send(frameOf(2))
  expect(saidSince()).toEqual([
    [true, 1],
    [false, 1],
  ])
})

it('sends another frame than the one that has gone ahead', () => {
  const { link, saidSince } = afterSendingAhead()
  link.send(frameOf(9))
  link.send(frameOf(2))
  expect(saidSince()).toEqual([
    [false, 1],
    [false, 1],
  ])
})

it('opens the next link knowing of all that went ahead on the one before', () => {
  const { open, said } = openLinks()
  const first = open()
  first.send(frameOf(1), { reply: frameOf(101), frame: frameOf(2) })
  // Its relay may have kept the promise, and nobody was there to hear of it.
  open().send(frameOf(9))
  expect(said[1]).toMatchObject({ isSent: false, knownId: 1 })
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

it.each([0, 0.4, 3, 60])('sends over two threads, %f ms apart, the very chunks that it sends over one', async (hopMs) => {
  expect((await programmed(hopMs)).sent).toEqual((await programmed()).sent)
})

it('waits for no thread where the other is heard within a round trip', async () => {
  const { tookMs } = await programmed()
  expect((await programmed(0.4)).tookMs).toBeCloseTo(tookMs, 5)
})
