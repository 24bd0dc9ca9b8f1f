import { describe, expect, it } from 'vitest'
import { createVirtualClock } from '../../../tests/support/virtualClock.ts'
import { requestConfirmed } from './requestConfirmed.ts'
import { encodeReply, encodeRequest, type Reply } from '../protocol/frames.ts'
import { programImage } from '../update/program.ts'
import { createTransport } from './transport.ts'

type Delivery = { readonly afterMs: number; readonly frame: Uint8Array }

/** A transport to a detector whose replies to the n-th frame come from `script`. */
function openTransport(script: (request: Uint8Array, count: number) => readonly Delivery[]) {
  const clock = createVirtualClock()
  const sent: { frame: Uint8Array; atMs: number }[] = []
  let deliver: (frame: Uint8Array) => void
  const transport = createTransport(
    {
      send: (frame) => {
        sent.push({ frame: frame.slice(), atMs: clock.now() })
        for (const { afterMs, frame: delivered } of script(frame.slice(), sent.length)) clock.schedule(afterMs, () => deliver(delivered))
      },
      open: (onFrame) => {
        deliver = onFrame
        return () => {}
      },
    },
    clock,
    () => {},
  )
  return { clock, sent, transport }
}

const reply = (message: Reply, afterMs = 2): Delivery => ({ afterMs, frame: encodeReply(message) })
const offsetOf = (frame: Uint8Array) => new DataView(frame.buffer).getUint32(1)
const programmed = (nextOffset: number, afterMs = 2) => reply({ type: 'program', status: 1, nextOffset }, afterMs)
const hello = { command: 'hello', frame: encodeRequest({ command: 'hello' }) } as const
const success = { isAnswered: true, reply: { type: 'hello', status: 1 } }

describe('a request', () => {
  it('accepts a reply that comes before the send has finished', async () => {
    const { clock, transport } = openTransport(() => [reply({ type: 'hello', status: 1 }, 0)])
    expect(await clock.until(transport.request(hello), 1_000)).toEqual(success)
  })

  it('sends the same bytes five more times, with growing timeouts, when no reply comes, then fails', async () => {
    const { clock, sent, transport } = openTransport(() => [])
    expect(await clock.until(transport.request(hello), 10_000)).toEqual({ isAnswered: false, cause: 'device.no.reply.error' })
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 250, 750, 1_750, 3_750, 5_750])
    expect(new Set(sent.map(({ frame }) => frame.toString())).size).toBe(1)
  })

  it('is sent again at once after a bad checksum [T347]', async () => {
    const corrupt = { afterMs: 2, frame: encodeReply({ type: 'hello', status: 1 }).fill(9, 5, 6) }
    const { clock, sent, transport } = openTransport((_, count) => (count < 3 ? [corrupt] : [reply({ type: 'hello', status: 1 })]))
    expect(await clock.until(transport.request(hello), 1_000)).toEqual(success)
    expect(sent.map(({ atMs }) => atMs)).toEqual([0, 2, 4])
  })

  it('ignores a reply of another type', async () => {
    const { clock, transport } = openTransport(() => [reply({ type: 'waitTarget', status: 1 }, 1), reply({ type: 'hello', status: 1 }, 3)])
    expect(await clock.until(transport.request(hello), 1_000)).toEqual(success)
    expect(transport.counts().dropped).toBe(1)
  })

  it('does not mistake its own echo for a failure', async () => {
    const { clock, transport } = openTransport((frame) => [{ afterMs: 1, frame }, reply({ type: 'hello', status: 1 }, 3)])
    expect(await clock.until(transport.request(hello), 1_000)).toEqual(success)
    expect(transport.counts().dropped).toBe(1)
  })

  it('does not mistake an echo whose payload begins like a success for a success', async () => {
    const frame = encodeRequest({ command: 'erase', imageLengthBytes: 0x01_00_10_00 })
    const { clock, transport } = openTransport((request) => [
      { afterMs: 1, frame: request },
      reply({ type: 'erase', status: 2, flashSizeBytes: 9, erasedBytes: 3 }, 3),
    ])
    expect(await clock.until(transport.request({ command: 'erase', frame }), 1_000)).toMatchObject({ reply: { status: 2 } })
  })

  it('can select the detector whose success has the same bytes as an echo', async () => {
    const frame = encodeRequest({ command: 'selectTarget', serialNumber: '0100000000' })
    const { clock, transport } = openTransport(() => [reply({ type: 'selectTarget', status: 1 })])
    expect(await clock.until(transport.request({ command: 'selectTarget', frame }), 1_000)).toMatchObject({ isAnswered: true })
  })

  it('is sent only as often as its caller says', async () => {
    const { clock, sent, transport } = openTransport(() => [])
    const frame = encodeRequest({ command: 'disconnect' })
    expect(await clock.until(transport.request({ command: 'disconnect', frame, maxResends: 1 }), 1_000)).toMatchObject({
      isAnswered: false,
    })
    expect(sent.length).toBe(2)
  })
})

it.each(['pause', 'drain'] as const)('a damaged frame in a %s is not the reply to another program', async (wait) => {
  const damaged = { afterMs: 20, frame: encodeReply({ type: 'hello', status: 1 }).fill(9, 5, 6) }
  const { clock, transport } = openTransport(() => [
    reply({ type: 'hello', status: 1 }),
    damaged,
    reply({ type: 'erase', status: 1, flashSizeBytes: 9, erasedBytes: 9 }, 30),
  ])
  await clock.until(transport.request(hello), 1_000)
  await clock.until(wait === 'pause' ? transport.pause(100) : transport.drain(), 1_000)
  expect(transport.counts()).toMatchObject({ dropped: 2, late: 0, foreign: 1 })
})

describe('programming', () => {
  const image = Uint8Array.from({ length: 480 }, (_, at) => at % 251)

  it('takes a late reply to an earlier chunk neither for an answer nor for a failure', async () => {
    const { clock, sent, transport } = openTransport((frame) => [programmed(offsetOf(frame)), programmed(offsetOf(frame) + 48, 3)])
    expect(
      await clock.until(
        programImage(transport, image, () => {}),
        60_000,
      ),
    ).toBeNull()
    expect(sent.map(({ frame }) => offsetOf(frame))).toEqual([0, 48, 96, 144, 192, 240, 288, 336, 384, 432])
    expect(transport.counts().dropped).toBe(10)
  })

  it('recognizes an echo that arrives one chunk late', async () => {
    const { clock, sent, transport } = openTransport((frame) => [programmed(offsetOf(frame) + 48), { afterMs: 3, frame }])
    expect(
      await clock.until(
        programImage(transport, image, () => {}),
        60_000,
      ),
    ).toBeNull()
    expect(sent.length).toBe(10)
  })

  it('continues at the offset that a detector names which took less than a chunk', async () => {
    const confirmed: number[] = []
    const { clock, transport } = openTransport((frame) => [programmed(Math.min(offsetOf(frame) + 32, image.length))])
    expect(
      await clock.until(
        programImage(transport, image, (bytes) => confirmed.push(bytes)),
        60_000,
      ),
    ).toBeNull()
    expect(confirmed).toEqual(Array.from({ length: 15 }, (_, index) => (index + 1) * 32))
  })

  it('jumps forwards only when the detector names the offset twice', async () => {
    const { clock, sent, transport } = openTransport((frame) => [programmed(offsetOf(frame) === 48 ? 240 : offsetOf(frame) + 48)])
    expect(
      await clock.until(
        programImage(transport, image, () => {}),
        60_000,
      ),
    ).toBeNull()
    expect(sent.map(({ frame }) => offsetOf(frame))).toEqual([0, 48, 48, 240, 288, 336, 384, 432])
  })

  it('does not follow a late reply to an earlier update into the middle of the image', async () => {
    const { clock, sent, transport } = openTransport((frame, count) => [
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

  it.each([0, 4_800])('fails with a detector that names the impossible offset %i', async (nextOffset) => {
    const { clock, transport } = openTransport(() => [programmed(nextOffset)])
    expect(
      await clock.until(
        programImage(transport, image, () => {}),
        60_000,
      ),
    ).toBe('device.wrong.offset.error')
  })

  it('ends when the last chunk is confirmed including its padding', async () => {
    const { clock, sent, transport } = openTransport((frame) => [programmed(offsetOf(frame) + 48)])
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
  it('that comes once, as a late reply to an earlier request, does not stop an update', async () => {
    const { clock, sent, transport } = openTransport((_, count) =>
      count === 1 ? [reply({ type: 'hello', status: 9 }, 1), reply({ type: 'hello', status: 1 }, 3)] : [],
    )
    expect(await clock.until(requestConfirmed(transport, hello), 1_000)).toEqual(success)
    expect(sent).toHaveLength(2)
  })

  it('that comes twice in a row counts', async () => {
    const { clock, sent, transport } = openTransport(() => [reply({ type: 'hello', status: 9 })])
    expect(await clock.until(requestConfirmed(transport, hello), 1_000)).toMatchObject({ reply: { status: 9 } })
    expect(sent).toHaveLength(2)
  })
})
