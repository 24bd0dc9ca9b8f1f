/**
 * Asks one thing at a time over a link that loses, repeats, delays, corrupts and echoes. Knows commands only by number and reply; knows no
 * sequence, no firmware, no USB. A failure is an answer with a cause; nothing here throws.
 */
import type { ErrorCode } from '../../errors.ts'
import type { Clock } from '../clock.ts'
import { isEcho } from './echo.ts'
import { type Command, decodeReply, isReplyTo, type Received, type ReplyOf } from '../protocol/frames.ts'
import { createPatience } from './retransmitTimeout.ts'
import type { LinkEvent } from '../workerApi.ts'

/** The way to the detector, 64-byte frames both ways. */
export type FrameLink = {
  /** Copies the frames. A refused send is a lost frame: whoever asked asks again. A link may keep the promise of `ahead`, or not. */
  send(frame: Uint8Array, ahead?: Ahead): void
  /** Says where the detector's frames go; returns how to close the link. */
  open(onFrame: (frame: Uint8Array) => void): () => void
  /** Resolves once everything sent so far has gone out; absent where nothing stands between. Never resolves on a link that is closed. */
  settled?(): Promise<void>
}

/** What will be asked next where exactly this reply comes: whether it is then sent at once or when it is asked makes no difference. */
export type Ahead = { readonly reply: Uint8Array; readonly frame: Uint8Array }

export type Answer<C extends Command> =
  | { readonly isAnswered: true; readonly reply: ReplyOf<C> }
  | { readonly isAnswered: false; readonly cause: ErrorCode }

/** What to make of a reply of the right type. `askAgain` sends the same request once more. */
export type Verdict = 'answer' | 'echo' | 'outOfOrder' | 'askAgain'

export type Question<C extends Command> = {
  readonly command: C
  /** Left unchanged until answered. */
  readonly frame: Uint8Array
  /** Where the order of replies matters; else every reply of the right type answers. */
  readonly judge?: (reply: ReplyOf<C>, frame: Uint8Array) => Verdict
  /** Left unchanged until answered. */
  readonly ahead?: Ahead
}

export type Transport = {
  ask<C extends Command>(question: Question<C>): Promise<Answer<C>>
  /** Waits; ends early with the cause when the detector goes or says something unknown. */
  pause(ms: number): Promise<ErrorCode | null>
  /** Lets replies to somebody else's requests pass until the link is quiet. What else was heard meanwhile is the cause, as in `pause`. */
  drain(): Promise<ErrorCode | null>
  /** What has crossed so far. */
  counts(): LinkCounts
  /** The detector is gone, or no longer wanted: whatever is being asked ends as disconnected. */
  close(): void
}

export type LinkCounts = {
  /** Requests, each sending of one. */
  readonly sent: number
  readonly answered: number
  readonly badChecksums: number
  /** Frames that answered nothing: late, repeated, echoed, somebody else's. */
  readonly dropped: number
  /** Of those, replies to what had been asked last: late ones. */
  readonly late: number
  /** Of those, replies to what was not being asked: somebody else's. */
  readonly foreign: number
}

const resends = 5
/** Disconnect is a courtesy: a detector that restarts at once need not answer, and nobody should wait for it. */
const disconnectResends = 1
const quietMs = 50
const drainAtMostMs = 1_000

/** Who hears the next frame, and who is told that none will come. */
type Waiting = { hear(frame: Uint8Array): void; end(cause: ErrorCode): void }

/** `onEvent` hears of bad checksums, and of unknown messages while nothing is asked. */
export function createTransport(link: FrameLink, clock: Clock, onEvent: (event: LinkEvent) => void): Transport {
  let waiting: Waiting | null = null
  let isGone = false
  const counts = { sent: 0, answered: 0, badChecksums: 0, dropped: 0, late: 0, foreign: 0 }
  let lastAsked: Command | null = null
  const patience = createPatience()

  const closeLink = link.open((frame) => {
    if (waiting === null) hearIdle(frame)
    else waiting.hear(frame)
  })

  function hearIdle(frame: Uint8Array): void {
    const { type } = decodeReply(frame)
    if (type === 'badChecksum' || type === 'unknownMessage') onEvent(type)
    else dropReply(type)
  }

  /** A reply that nothing waits for. */
  function dropReply(type: Received['type']): void {
    counts.dropped += 1
    if (type === lastAsked) counts.late += 1
    else counts.foreign += 1
  }

  function ask<C extends Command>(question: Question<C>): Promise<Answer<C>> {
    const { command, frame, judge, ahead } = question
    if (isGone) return Promise.resolve({ isAnswered: false, cause: 'device.disconnected.error' })
    return new Promise((resolve) => {
      let sendings = 0
      let trouble: ErrorCode = 'device.no.reply.error'
      let stopTimer: (() => void) | undefined
      const askedAtMs = clock.now()

      function settle(answer: Answer<C>): void {
        stopTimer?.()
        waiting = null
        resolve(answer)
      }
      function end(cause: ErrorCode): void {
        settle({ isAnswered: false, cause })
      }
      function send(): void {
        stopTimer?.()
        if (sendings > (command === 'disconnect' ? disconnectResends : resends)) {
          end(trouble)
          return
        }
        trouble = 'device.no.reply.error'
        stopTimer = clock.schedule(patience.waitMs(command, sendings), send)
        sendings += 1
        counts.sent += 1
        link.send(frame, ahead)
      }
      function hear(received: Uint8Array): void {
        const reply = decodeReply(received)
        if (reply.type === 'badChecksum') {
          trouble = 'device.bad.checksum.error'
          counts.badChecksums += 1
          onEvent('badChecksum')
          send()
        } else if (reply.type === 'unknownMessage') {
          end('device.unknown.message.error')
        } else if (isReplyTo(command, reply)) {
          hearReply(reply, received)
        } else {
          dropReply(reply.type)
        }
      }
      function hearReply(reply: ReplyOf<C>, received: Uint8Array): void {
        const verdict = isEcho(received, frame) ? 'echo' : (judge?.(reply, received) ?? 'answer')
        switch (verdict) {
          case 'answer':
            counts.answered += 1
            patience.learn(command, clock.now() - askedAtMs, sendings)
            settle({ isAnswered: true, reply })
            break
          case 'echo':
            counts.dropped += 1
            break
          case 'outOfOrder':
            counts.dropped += 1
            trouble = 'device.wrong.offset.error'
            break
          case 'askAgain':
            trouble = 'device.wrong.offset.error'
            send()
            break
          default:
            verdict satisfies never
        }
      }

      lastAsked = command
      // Armed before the first send: the reply may come before the send is even reported as done.
      waiting = { hear, end }
      send()
    })
  }

  function pause(ms: number): Promise<ErrorCode | null> {
    if (isGone) return Promise.resolve('device.disconnected.error')
    return new Promise((resolve) => {
      function end(cause: ErrorCode | null): void {
        stopTimer()
        waiting = null
        resolve(cause)
      }
      function hear(frame: Uint8Array): void {
        const { type } = decodeReply(frame)
        if (type === 'unknownMessage') end('device.unknown.message.error')
        else dropReply(type)
      }
      const stopTimer = clock.schedule(ms, () => end(null))
      waiting = { hear, end }
    })
  }

  function drain(): Promise<ErrorCode | null> {
    if (isGone) return Promise.resolve('device.disconnected.error')
    const giveUpAtMs = clock.now() + drainAtMostMs
    return new Promise((resolve) => {
      let stopTimer: (() => void) | undefined
      let heard = 0

      function end(cause: ErrorCode | null): void {
        stopTimer?.()
        if (waiting?.end === end) waiting = null
        resolve(cause)
      }
      async function endSettled(heardBefore: number): Promise<void> {
        // A page that was busy has not yet handed over what came to it meanwhile.
        await link.settled?.()
        if (heard === heardBefore) end(null)
      }
      function listen(): void {
        stopTimer?.()
        stopTimer = clock.schedule(quietMs, () => void endSettled(heard))
      }
      function hear(frame: Uint8Array): void {
        heard += 1
        const { type } = decodeReply(frame)
        if (type === 'unknownMessage') {
          end('device.unknown.message.error')
          return
        }
        dropReply(type)
        if (clock.now() < giveUpAtMs) listen()
        else end(null)
      }
      waiting = { hear, end }
      listen()
    })
  }

  function close(): void {
    isGone = true
    waiting?.end('device.disconnected.error')
    closeLink()
  }

  return { ask, pause, drain, counts: () => ({ ...counts }), close }
}
