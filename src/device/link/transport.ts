/**
 * Sends one request at a time over a link that loses, repeats, delays, corrupts and echoes frames, and finds the reply (docs/device-protocol.md,
 * rules 1 and 2). Knows commands only by number and reply; knows no order of commands, no firmware, no USB. A failure is an answer with its
 * cause; nothing here throws.
 */
import type { ErrorCode } from '../../errors.ts'
import type { Clock } from '../clock.ts'
import { type Command, decodeReply, isReplyTo, type Received, type ReplyOf } from '../protocol/frames.ts'
import { isEcho } from './echo.ts'
import { createExchange, type Exchange } from './exchange.ts'
import type { Ahead, FrameLink } from './frameLink.ts'
import { createRetransmitTimeout } from './retransmitTimeout.ts'

/** A bad checksum at any time, except in a pause or drain; an unknown message only while nothing is under way. */
export type LinkEvent = 'badChecksum' | 'unknownMessage'

export type Answer<C extends Command> =
  | { readonly isAnswered: true; readonly reply: ReplyOf<C> }
  | { readonly isAnswered: false; readonly cause: ErrorCode }

/** What a reply of the right type is. `askAgain` sends the same request once more. */
export type Classification = 'answer' | 'echo' | 'outOfOrder' | 'askAgain'

export type OutgoingRequest<C extends Command> = {
  readonly command: C
  /** Must not change until the answer is there. */
  readonly frame: Uint8Array
  /** For commands whose replies come in an order; without it, every reply of the right type is the answer. */
  readonly classify?: (reply: ReplyOf<C>, frame: Uint8Array) => Classification
  /** Requests that follow this one if all goes well. */
  readonly ahead?: Ahead
  /** Beyond the first transmission; as often as rule 2 of docs/device-protocol.md says by default. */
  readonly maxResends?: number
}

export type Transport = {
  request<C extends Command>(outgoing: OutgoingRequest<C>): Promise<Answer<C>>
  /** Waits. Ends early, with the cause, if the detector disconnects or sends an unknown message. */
  pause(ms: number): Promise<ErrorCode | null>
  /** Discards replies to earlier requests until the link is quiet. Ends with a cause for the same reasons as `pause`. */
  drain(): Promise<ErrorCode | null>
  /**
   * Whether somebody else updates the detector, `device.busy.error`. Only their replies tell: waits until the link has been open for `openMs`,
   * and, where such a reply has arrived lately, for the next one. Ends with a cause for the same reasons as `pause`.
   */
  listen(openMs: number): Promise<ErrorCode | null>
  /** Whether a reply to an update of somebody else has arrived since then (the clock's time). */
  hasHeardOther(sinceMs: number): boolean
  /** Totals since the link was opened. */
  counts(): LinkCounts
  /** Closes the link: what is under way, and everything later, ends as disconnected. */
  close(): void
}

export type LinkCounts = {
  /** Requests, each transmission counted. */
  readonly sent: number
  readonly answered: number
  readonly badChecksums: number
  /** Frames that answered nothing: late, repeated, echoed, damaged in a pause or drain, or replies to another program. */
  readonly dropped: number
  /** Of the dropped frames, replies to our last command, which arrived late. */
  readonly late: number
  /** Of the dropped frames, replies to commands that we did not send: another program did. */
  readonly foreign: number
}

const maxResendsByDefault = 5
const quietMs = 50
const maxDrainMs = 1_000
/** The latest replies of slow links, repeated and held up on their way, come after 2.6 s. */
const maxLateMs = 3_000
/** An update is never silent for longer: it asks five times a second, but for the second before it programs (update.ts). */
export const updatePauseMs = 1_200
/** Commands that only an update sends. */
const updateCommands: ReadonlySet<Received['type']> = new Set<Command>([
  'selectTarget',
  'waitTarget',
  'erase',
  'program',
  'programComplete',
])

type PendingRequest<C extends Command> = {
  readonly outgoing: OutgoingRequest<C>
  readonly exchange: Exchange<Answer<C>>
  readonly startedAtMs: number
  transmissions: number
  /** The cause, if no transmission is left. */
  error: ErrorCode
}

/** When each command was sent last (the clock's time). */
export type SentTimes = Map<Received['type'], number>

/** `onEvent`: see `LinkEvent`. Replies to what an earlier link has sent may still come: links to the same devices share their `sentAtMs`. */
export function createTransport(
  link: FrameLink,
  clock: Clock,
  onEvent: (event: LinkEvent) => void,
  sentAtMs: SentTimes = new Map(),
): Transport {
  let current: Pick<Exchange<never>, 'onFrame' | 'fail'> | null = null
  let isClosed = false
  let lastCommand: Command | null = null
  const openedAtMs = clock.now()
  let otherReplies = 0
  let otherUpdateAtMs: number | null = null
  const counts = { sent: 0, answered: 0, badChecksums: 0, dropped: 0, late: 0, foreign: 0 }
  const retransmitTimeout = createRetransmitTimeout()

  const closeLink = link.open((frame) => {
    if (current === null) onIdleFrame(frame)
    else current.onFrame(frame)
  })

  function onIdleFrame(frame: Uint8Array): void {
    const { type } = decodeReply(frame)
    if (type === 'badChecksum' || type === 'unknownMessage') onEvent(type)
    else countDropped(type)
  }

  function countDropped(type: Received['type']): void {
    counts.dropped += 1
    if (type === lastCommand) counts.late += 1
    // Whose reply a damaged frame was, nobody can tell: it says something about the cable, nothing about another program.
    if (type === lastCommand || type === 'badChecksum' || isOwnLate(type)) return
    counts.foreign += 1
    if (!updateCommands.has(type)) return
    otherReplies += 1
    otherUpdateAtMs = clock.now()
  }

  function isOwnLate(type: Received['type']): boolean {
    const atMs = sentAtMs.get(type)
    return atMs !== undefined && clock.now() - atMs < maxLateMs
  }

  /** Takes the link for a new exchange. Resolves with the result that the exchange finishes with; `failure` turns a cause into a result. */
  function beginExchange<Result>(failure: (cause: ErrorCode) => Result, start: (exchange: Exchange<Result>) => void): Promise<Result> {
    if (isClosed) return Promise.resolve(failure('device.disconnected.error'))
    return new Promise((resolve) => {
      const exchange = createExchange(clock, failure, (result) => {
        if (current === exchange) current = null
        resolve(result)
      })
      current = exchange
      start(exchange)
    })
  }

  function request<C extends Command>(outgoing: OutgoingRequest<C>): Promise<Answer<C>> {
    return beginExchange<Answer<C>>(
      (cause) => ({ isAnswered: false, cause }),
      (exchange) => {
        const pending: PendingRequest<C> = {
          outgoing,
          exchange,
          startedAtMs: clock.now(),
          transmissions: 0,
          error: 'device.no.reply.error',
        }
        lastCommand = outgoing.command
        // Set before the first transmission: the reply's event may come before the promise of `sendReport` resolves.
        exchange.onFrame = (frame) => onRequestFrame(pending, frame)
        transmit(pending)
      },
    )
  }

  function transmit<C extends Command>(pending: PendingRequest<C>): void {
    const { command, frame, ahead } = pending.outgoing
    if (pending.transmissions > (pending.outgoing.maxResends ?? maxResendsByDefault)) {
      pending.exchange.fail(pending.error)
      return
    }
    pending.error = 'device.no.reply.error'
    pending.exchange.wait(retransmitTimeout.timeoutMs(command, pending.transmissions), () => transmit(pending))
    pending.transmissions += 1
    counts.sent += 1
    sentAtMs.set(command, clock.now())
    link.send(frame, ahead)
  }

  function onRequestFrame<C extends Command>(pending: PendingRequest<C>, frame: Uint8Array): void {
    const reply = decodeReply(frame)
    if (reply.type === 'badChecksum') {
      pending.error = 'device.bad.checksum.error'
      counts.badChecksums += 1
      onEvent('badChecksum')
      transmit(pending)
    } else if (reply.type === 'unknownMessage') {
      pending.exchange.fail('device.unknown.message.error')
    } else if (isReplyTo(pending.outgoing.command, reply)) {
      onReply(pending, reply, frame)
    } else {
      countDropped(reply.type)
    }
  }

  function onReply<C extends Command>(pending: PendingRequest<C>, reply: ReplyOf<C>, frame: Uint8Array): void {
    const { outgoing, startedAtMs, transmissions } = pending
    const classification = isEcho(frame, outgoing.frame) ? 'echo' : (outgoing.classify?.(reply, frame) ?? 'answer')
    switch (classification) {
      case 'answer':
        counts.answered += 1
        retransmitTimeout.sample(outgoing.command, clock.now() - startedAtMs, transmissions)
        pending.exchange.finish({ isAnswered: true, reply })
        break
      case 'echo':
        counts.dropped += 1
        break
      case 'outOfOrder':
        counts.dropped += 1
        pending.error = 'device.wrong.offset.error'
        break
      case 'askAgain':
        pending.error = 'device.wrong.offset.error'
        transmit(pending)
        break
      default:
        classification satisfies never
    }
  }

  /** `causeNow`: why it ends early, asked after each frame. */
  function pause(ms: number, causeNow: () => ErrorCode | null = () => null): Promise<ErrorCode | null> {
    return beginExchange<ErrorCode | null>(asResult, (exchange) => {
      exchange.onFrame = (frame) => {
        const { type } = decodeReply(frame)
        if (type !== 'unknownMessage') countDropped(type)
        const cause = type === 'unknownMessage' ? 'device.unknown.message.error' : causeNow()
        if (cause !== null) exchange.fail(cause)
      }
      exchange.wait(ms, () => exchange.finish(null))
    })
  }

  function drain(): Promise<ErrorCode | null> {
    const giveUpAtMs = clock.now() + maxDrainMs
    return beginExchange<ErrorCode | null>(asResult, (exchange) => {
      let received = 0

      async function finishIfQuiet(receivedBefore: number): Promise<void> {
        // A busy page may still hold frames that arrived meanwhile.
        await link.settled?.()
        if (received === receivedBefore) exchange.finish(null)
      }
      function waitForQuiet(): void {
        exchange.wait(quietMs, () => void finishIfQuiet(received))
      }
      exchange.onFrame = (frame) => {
        received += 1
        const { type } = decodeReply(frame)
        if (type === 'unknownMessage') {
          exchange.fail('device.unknown.message.error')
          return
        }
        countDropped(type)
        if (clock.now() < giveUpAtMs) waitForQuiet()
        else exchange.finish(null)
      }
      waitForQuiet()
    })
  }

  async function listen(openMs: number): Promise<ErrorCode | null> {
    const heard = otherReplies
    const untilMs = Math.max(openedAtMs + openMs, otherUpdateAtMs === null ? 0 : otherUpdateAtMs + updatePauseMs)
    const waitMs = untilMs - clock.now()
    return waitMs <= 0 ? null : pause(waitMs, () => (otherReplies > heard ? 'device.busy.error' : null))
  }

  function close(): void {
    isClosed = true
    current?.fail('device.disconnected.error')
    closeLink()
  }

  return {
    request,
    pause: (ms) => pause(ms),
    drain,
    listen,
    hasHeardOther: (sinceMs) => otherUpdateAtMs !== null && otherUpdateAtMs >= sinceMs,
    counts: () => ({ ...counts }),
    close,
  }
}

function asResult(cause: ErrorCode): ErrorCode {
  return cause
}
