/** Carries 64-byte frames between a HID device and the worker. Does not know what they mean. Runs for every chunk of an update. */
import type { FrameChannel, FrameIn, FrameOut, Marker } from '../../device/link/frameChannel.ts'
import type { HidDevice, HidInputReport } from '../../device/hidDevice.ts'
import { frameBytes, isSameFrame, reportId } from '../../device/protocol/hidReport.ts'
import type { SendWatch } from './sendWatch.ts'

/** What to send if the next frame received is exactly `expectedReply`. */
type Step = { readonly sequence: number; readonly expectedReply: Uint8Array; readonly nextFrame: Uint8Array<ArrayBuffer> }

/** Relays until the returned function is called. `device` is open; at the other end of `channel` is a link of frameLink.ts. */
export function relayFrames(device: HidDevice, channel: FrameChannel, watch: SendWatch): () => void {
  let steps: Step[] = []
  /** Null once a frame has come that was not expected: the worker decides what follows. */
  let chain: number | null = null
  let lastSentSequence = 0

  function onReport({ data }: HidInputReport): void {
    // Input reports have the device's report size, whatever it is; the frame is in the first 64 bytes.
    const received = new Uint8Array(data.buffer, data.byteOffset, Math.min(frameBytes, data.byteLength))
    const step = steps.shift()
    if (step !== undefined && isSameFrame(step.expectedReply, received)) {
      lastSentSequence = step.sequence
      send(step.nextFrame)
      // After the send, so that the detector does not wait while the worker wakes.
      post(step.sequence)
      return
    }
    endChain()
    const frame = new Uint8Array(frameBytes)
    frame.set(received)
    post(frame.buffer)
  }

  function post(message: FrameIn): void {
    channel.postMessage(message, typeof message === 'number' ? [] : [message])
  }

  function onMessage({ data }: { readonly data: unknown }): void {
    // The worker's link sends nothing else.
    const message = data as FrameOut | Marker
    if ('marker' in message) {
      channel.postMessage(message, [])
      return
    }
    if (message.goesOn) {
      if (message.chain === chain) steps.push(...stepsOf(message, 0))
      return
    }
    endChain()
    // The worker wrote this before it knew that the next frame has been sent. Sending it now would break the order, so it counts as lost.
    if (message.acknowledged < lastSentSequence) return
    send(new Uint8Array(message.frames, 0, frameBytes))
    steps = stepsOf(message, 1)
    chain = message.chain
  }

  function endChain(): void {
    steps = []
    chain = null
  }

  function send(frame: Uint8Array<ArrayBuffer>): void {
    // A send that fails is a lost frame at first: the worker sends it again.
    watch(device.sendReport(reportId, frame))
  }

  device.addEventListener('inputreport', onReport)
  channel.addEventListener('message', onMessage)
  return () => {
    device.removeEventListener('inputreport', onReport)
    channel.removeEventListener('message', onMessage)
  }
}

/** The pairs of a message, from its frame `first` on. */
function stepsOf({ frames, sequence }: FrameOut, first: number): Step[] {
  const frameAt = (index: number) => new Uint8Array(frames, index * frameBytes, frameBytes)
  const pairs = (frames.byteLength / frameBytes - first) / 2
  return Array.from({ length: pairs }, (_, pair) => {
    const at = first + 2 * pair
    return { sequence: sequence + pair, expectedReply: frameAt(at), nextFrame: frameAt(at + 1) }
  })
}
