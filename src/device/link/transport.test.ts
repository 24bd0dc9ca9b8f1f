import { describe, expect, it } from 'vitest'
import { createVirtualClock } from '../../../tests/support/virtualClock.ts'
import { askSurely } from './requestConfirmed.ts'
import { encodeReply, encodeRequest, type Reply } from '../protocol/frames.ts'
import { programImage } from '../update/program.ts'
import { createTransport } from './transport.ts'

type Heard = { readonly afterMs: number; readonly frame: Uint8Array }

/** A detector that answers the n-th frame it gets as it is told. */
function talkTo(script: (request: Uint8Array, count: number) => readonly Heard[]) {
  const clock = createVirtualClock()
  const sent: { frame: Uint8Array; atMs: number }[] = []
  let hear: (frame: Uint8Array) => void
  const transport = createTransport(
    {
      send: (frame) => {
        sent.push({ frame: frame.slice(), atMs: clock.now() })
        for (const { afterMs, frame: heard } of script(frame.slice(), sent.length)) clock.schedule(afterMs, () => hear(heard))
      },
      open: (onFrame) => {
        hear = onFrame
        return () => {}
      },
    },
    clock,
    () => {},
  )
  return { clock, sent, transport }
}

const reply = (message: Reply, afterMs = 2): Heard => ({ afterMs, frame: encodeReply(message) })
const offsetOf = (frame: Uint8Array) => new DataView(frame.buffer).getUint32(1)
const programmed = (nextOffset: number, afterMs = 2) => reply({ type: 'program', status: 1, nextOffset }, afterMs)
const hello = { command: 'hello', frame: encodeRequest({ command: 'hello' }) } as const
const success = { isAnswered: true, reply: { type: 'hello', status: 1 } }

describe('asking', () => {
  it('takes an answer that comes before the send is over', async () => {
    const { clock, transport } = talkTo(() => [reply({ type: 'hello', status: 1 }, 0)])
    expect(await clock.until(transport.ask(hello), 1_000)).toEqual(success)
  })

  it('sends the same bytes again when no reply comes, five times and with growing patience, then says so', async () => {
    const { clock, sent, transport } = talkTo(() => [])
    expect(await clock.until(transport.ask(hello), 10_000)).toEqual({ isAnswered: false, cause: 'device.no.reply.error' })
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 250, 750, 1_750, 3_750, 5_750])
    expect(new Set(sent.map(({ frame }) => frame.toString())).size).toBe(1)
  })

  it('sends again at once on a bad checksum', async () => {
    const corrupt = { afterMs: 2, frame: encodeReply({ type: 'hello', status: 1 }).fill(9, 5, 6) }
    const { clock, sent, transport } = talkTo((_, count) => (count < 3 ? [corrupt] : [reply({ type: 'hello', status: 1 })]))
    expect(await clock.until(transport.ask(hello), 1_000)).toEqual(success)
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 2, 4])
  })

  it('does not take a reply of another type', async () => {
    const { clock, transport } = talkTo(() => [reply({ type: 'waitTarget', status: 1 }, 1), reply({ type: 'hello', status: 1 }, 3)])
    expect(await clock.until(transport.ask(hello), 1_000)).toEqual(success)
    expect(transport.counts().dropped).toBe(1)
  })

  it('does not take its own request, handed back, for a failure', async () => {
    const { clock, transport } = talkTo((frame) => [{ afterMs: 1, frame }, reply({ type: 'hello', status: 1 }, 3)])
    expect(await clock.until(transport.ask(hello), 1_000)).toEqual(success)
    expect(transport.counts().dropped).toBe(1)
  })

  it('does not take an echo whose payload begins like a success for one', async () => {
    const frame = encodeRequest({ command: 'erase', imageLengthBytes: 0x01_00_10_00 })
    const { clock, transport } = talkTo((request) => [
      { afterMs: 1, frame: request },
      reply({ type: 'erase', status: 2, flashSizeBytes: 9, erasedBytes: 3 }, 3),
    ])
    expect(await clock.until(transport.ask({ command: 'erase', frame }), 1_000)).toMatchObject({ reply: { status: 2 } })
  })

  it('can select the one detector whose success looks like an echo', async () => {
    const frame = encodeRequest({ command: 'selectTarget', serialNumber: '0100000000' })
    const { clock, transport } = talkTo(() => [reply({ type: 'selectTarget', status: 1 })])
    expect(await clock.until(transport.ask({ command: 'selectTarget', frame }), 1_000)).toMatchObject({ isAnswered: true })
  })

  it('waits no more than a moment for a detector that restarts on disconnect', async () => {
    const { clock, sent, transport } = talkTo(() => [])
    const frame = encodeRequest({ command: 'disconnect' })
    expect(await clock.until(transport.ask({ command: 'disconnect', frame }), 1_000)).toMatchObject({ isAnswered: false })
    expect(sent.length).toBe(2)
  })
})

describe('programming', () => {
  const image = Uint8Array.from({ length: 480 }, (_, at) => at % 251)

  it('takes a late reply for an earlier chunk neither as an answer nor as a failure', async () => {
    const { clock, sent, transport } = talkTo((frame) => [programmed(offsetOf(frame)), programmed(offsetOf(frame) + 48, 3)])
    expect(
      await clock.until(
        programImage(transport, image, () => {}),
        60_000,
      ),
    ).toBeNull()
    expect(sent.map(({ frame }) => offsetOf(frame))).toEqual([0, 48, 96, 144, 192, 240, 288, 336, 384, 432])
    expect(transport.counts().dropped).toBe(10)
  })

  it('knows an echo that comes a chunk late', async () => {
    const { clock, sent, transport } = talkTo((frame) => [programmed(offsetOf(frame) + 48), { afterMs: 3, frame }])
    expect(
      await clock.until(
        programImage(transport, image, () => {}),
        60_000,
      ),
    ).toBeNull()
    expect(sent.length).toBe(10)
  })

  it('goes on from where a detector says that took less than a chunk', async () => {
    const confirmed: number[] = []
    const { clock, transport } = talkTo((frame) => [programmed(Math.min(offsetOf(frame) + 32, image.length))])
    expect(
      await clock.until(
        programImage(transport, image, (bytes) => confirmed.push(bytes)),
        60_000,
      ),
    ).toBeNull()
    expect(confirmed).toEqual(Array.from({ length: 15 }, (_, index) => (index + 1) * 32))
  })

  it('leaps forwards only when the detector says so twice', async () => {
    const { clock, sent, transport } = talkTo((frame) => [programmed(offsetOf(frame) === 48 ? 240 : offsetOf(frame) + 48)])
    expect(
      await clock.until(
        programImage(transport, image, () => {}),
        60_000,
      ),
    ).toBeNull()
    expect(sent.map(({ frame }) => offsetOf(frame))).toEqual([0, 48, 48, 240, 288, 336, 384, 432])
  })

  it('does not follow a late reply of an earlier update into the middle of the image', async () => {
    const { clock, sent, transport } = talkTo((frame, count) => [
      ...(count === 1 ? [programmed(336, 1)] : []),
      programmed(offsetOf(frame) + 48),
    ])
    expect(
      await clock.until(
        programImage(transport, image, () => {}),
        60_000,
      ),
    ).toBeNull()
    expect(new Set(sent.map(({ frame }) => offsetOf(frame))).size).toBe(10)
  })

  it.each([0, 4_800])('gives up on a detector that names the impossible offset %i', async (nextOffset) => {
    const { clock, transport } = talkTo(() => [programmed(nextOffset)])
    expect(
      await clock.until(
        programImage(transport, image, () => {}),
        60_000,
      ),
    ).toBe('device.wrong.offset.error')
  })

  it('ends where the last chunk is confirmed with its padding', async () => {
    const { clock, sent, transport } = talkTo((frame) => [programmed(offsetOf(frame) + 48)])
    expect(
      await clock.until(
        programImage(transport, image.subarray(0, 49), () => {}),
        60_000,
      ),
    ).toBeNull()
    expect(sent.length).toBe(2)
  })
})

describe('a refusal', () => {
  it('given once, late and to somebody before, does not stop an update', async () => {
    const { clock, sent, transport } = talkTo((_, count) =>
      count === 1 ? [reply({ type: 'hello', status: 9 }, 1), reply({ type: 'hello', status: 1 }, 3)] : [],
    )
    expect(await clock.until(askSurely(transport, hello), 1_000)).toEqual(success)
    expect(sent).toHaveLength(2)
  })

  it('given twice running counts', async () => {
    const { clock, sent, transport } = talkTo(() => [reply({ type: 'hello', status: 9 })])
    expect(await clock.until(askSurely(transport, hello), 1_000)).toMatchObject({ reply: { status: 9 } })
    expect(sent).toHaveLength(2)
  })
})
