/**
 * The worker's end of the link to the detector. The other end is the page's relay (app/detector/hidRelay.ts), on another thread. So that no
 * reply waits until two threads have woken, a frame can carry those that follow it: as long as each frame that the relay receives is the
 * expected reply, it sends the next one at once, and the worker then only confirms it. Any other frame ends this chain. Knows no commands and
 * no time.
 */
import { frameBytes, isSameFrame } from '../protocol/hidReport.ts'
import type { FrameChannel, FrameIn, FrameOut, Marker } from './frameChannel.ts'

/** Carries 64-byte frames in both directions. */
export type FrameLink = {
  /** Copies the frames. A send that fails is a lost frame, which the caller sends again. A link may use `ahead` or ignore it. */
  send(frame: Uint8Array, ahead?: Ahead): void
  /** Delivers the detector's frames to `onFrame`; returns how to close the link. */
  open(onFrame: (frame: Uint8Array) => void): () => void
  /** Resolves once every frame that the page has received is delivered; absent if no thread lies between. Never resolves on a closed link. */
  settled?(): Promise<void>
}

/**
 * The caller's later requests, from 0 on, each if the reply to the one before is exactly `expectedReply`; null after the last. The link may then
 * send it at once, before the caller asks for it. It asks while it sends, and keeps the bytes.
 */
export type Ahead = (step: number) => { readonly expectedReply: Uint8Array; readonly nextFrame: Uint8Array } | null

type Step = NonNullable<ReturnType<Ahead>> & { readonly sequence: number }

/** As many as the relay holds at most. At full-speed USB, they take 64 ms. */
const maxSteps = 32
/** With so many left it gets new ones: a message for every sixteen chunks. */
const fewSteps = 16

/** Opens one link after another on one channel. Sequence numbers go on: a relay must not confuse them with those of the link before. */
export function createFrameLinks(channel: FrameChannel): () => FrameLink {
  let lastSequence = 0
  let lastChain = 0
  let lastMarker = 0

  return () => {
    /** Sent last, by the worker or, of its steps, by the relay. */
    let lastFrame: Uint8Array | null = null
    /** It was the relay, and the worker has not asked for it yet. */
    let isAhead = false
    /** What the relay is to send after `lastFrame`, and has not reported. */
    let steps: Step[] = []
    /** Of the chain before: one may be on its way back. */
    let formerSteps: Step[] = []
    let acknowledged = lastSequence
    let awaitedMarker = { marker: 0, resolve: () => {} }

    function send(frame: Uint8Array, ahead?: Ahead): void {
      const isSame = lastFrame !== null && isSameFrame(lastFrame, frame)
      const goesOn = isSame && isAhead
      isAhead = false
      if (goesOn) {
        if (ahead !== undefined && steps.length <= fewSteps) post(true, [], steps.length, ahead)
        return
      }
      lastChain += 1
      lastFrame = frame.slice()
      // A request that is sent again keeps its steps and their sequence numbers.
      if (!isSame) [steps, formerSteps] = [[], steps]
      post(false, [frame], 0, ahead)
    }

    /** Posts `first` and the steps from `begin` on. */
    function post(goesOn: boolean, first: readonly Uint8Array[], begin: number, ahead?: Ahead): void {
      const frames = [...first]
      const sequence = steps[begin]?.sequence ?? lastSequence + 1
      for (let step = begin; step < maxSteps; step += 1) {
        const next = ahead?.(step) ?? null
        if (next === null) break
        frames.push(next.expectedReply, next.nextFrame)
        if (step < steps.length) continue
        lastSequence += 1
        steps.push({ sequence: lastSequence, ...next })
      }
      if (frames.length === 0) return
      const joined = new Uint8Array(frames.length * frameBytes)
      for (const [at, frame] of frames.entries()) joined.set(frame, at * frameBytes)
      channel.postMessage({ frames: joined.buffer, chain: lastChain, goesOn, sequence, acknowledged } satisfies FrameOut, [joined.buffer])
    }

    function open(onFrame: (frame: Uint8Array) => void): () => void {
      function onMessage({ data }: { readonly data: unknown }): void {
        // The relay sends nothing else.
        const message = data as FrameIn | Marker
        if (typeof message === 'number') onStep(message)
        else if (message instanceof ArrayBuffer) onFrame(new Uint8Array(message))
        else if (message.marker === awaitedMarker.marker) awaitedMarker.resolve()
      }
      function onStep(sequence: number): void {
        const isThis = (step: Step) => step.sequence === sequence
        acknowledged = sequence
        const at = steps.findIndex(isThis)
        const [due] = at === -1 ? [] : steps.splice(0, at + 1).slice(-1)
        isAhead = due !== undefined
        if (due !== undefined) lastFrame = due.nextFrame
        const done = due ?? formerSteps.find(isThis)
        if (done !== undefined) onFrame(done.expectedReply)
      }
      channel.addEventListener('message', onMessage)
      return () => channel.removeEventListener('message', onMessage)
    }

    function settled(): Promise<void> {
      lastMarker += 1
      const marker = lastMarker
      return new Promise((resolve) => {
        awaitedMarker = { marker, resolve }
        channel.postMessage({ marker } satisfies Marker, [])
      })
    }

    return { send, open, settled }
  }
}
