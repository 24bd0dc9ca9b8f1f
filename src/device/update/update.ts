/**
 * The update, from select target to program complete (device document, section 4). Knows the order of steps and their delays; knows no
 * bytes, no USB and no server. A failure is a state with its cause, and always leaves a detector that can start again from select target.
 */
import type { ErrorCode } from '../../errors.ts'
import { askSurely } from '../link/requestConfirmed.ts'
import type { Clock } from '../clock.ts'
import { crc16 } from '../protocol/crc16.ts'
import { type Command, encodeRequest, notYetStatus, successStatus } from '../protocol/frames.ts'
import { programImage } from './program.ts'
import { createProgress } from './progress.ts'
import type { Answer, Transport } from '../link/transport.ts'
import type { UpdateFailure, UpdateOutcome, UpdateState } from '../workerApi.ts'

export type UpdateRequest = { readonly image: Uint8Array; readonly serialNumber: string }

const pollEveryMs = 200
const beforeProgrammingMs = 1_000
/** Not given: a detector that is still not ready after this will not be. */
const waitAtMostMs = 30_000
/** Not given: an erase may take minutes on a large flash, but one that makes no headway for this long is stuck. */
const eraseStallMs = 15_000

/** Runs one update and reports each state, the last one too. `image` has at least one byte; `serialNumber` is 10 hexadecimal digits. */
export async function update(
  transport: Transport,
  clock: Clock,
  { image, serialNumber }: UpdateRequest,
  onState: (state: UpdateState) => void,
): Promise<UpdateOutcome> {
  const startedAtMs = clock.now()
  let step: 'select' | 'wait' | 'erase' | 'program' | 'complete' = 'select'
  let headway = { erasedBytes: -1, atMs: startedAtMs }
  let sentBytes = 0

  function finish(outcome: UpdateOutcome): UpdateOutcome {
    onState(outcome)
    return outcome
  }
  function fail(cause: ErrorCode): UpdateOutcome {
    return finish({
      phase: 'failed',
      errorType: cause === 'device.disconnected.error' ? 'DECONNECTION_ERROR' : 'REPROGRAMMATION_ERROR',
      cause,
      during: phaseOf[step],
      sentBytes,
      totalBytes: image.length,
      mustReload: cause === 'device.unknown.message.error',
    })
  }

  onState({ phase: 'loading' })
  const unquiet = await transport.drain()
  if (unquiet !== null) return fail(unquiet)

  for (;;) {
    switch (step) {
      case 'select': {
        const answer = await askSurely(transport, {
          command: 'selectTarget',
          frame: encodeRequest({ command: 'selectTarget', serialNumber }),
        })
        const trouble = troubleOf(answer)
        if (trouble !== null) return fail(trouble)
        step = 'wait'
        break
      }

      case 'wait': {
        const answer = await askSurely(transport, { command: 'waitTarget', frame: encodeRequest({ command: 'waitTarget' }) })
        if (isNotYet(answer)) {
          if (clock.now() - startedAtMs >= waitAtMostMs) return fail('device.stalled.error')
          const interruption = await transport.pause(pollEveryMs)
          if (interruption !== null) return fail(interruption)
          break
        }
        const trouble = troubleOf(answer)
        if (trouble !== null) return fail(trouble)
        step = 'erase'
        headway = { erasedBytes: -1, atMs: clock.now() }
        onState({ phase: 'erasing', fraction: null })
        break
      }

      case 'erase': {
        const frame = encodeRequest({ command: 'erase', imageLengthBytes: image.length })
        const answer = await askSurely(transport, { command: 'erase', frame })
        if (isNotYet(answer)) {
          const { erasedBytes, flashSizeBytes } = answer.reply
          if (erasedBytes !== headway.erasedBytes) headway = { erasedBytes, atMs: clock.now() }
          else if (clock.now() - headway.atMs >= eraseStallMs) return fail('device.stalled.error')
          onState({ phase: 'erasing', fraction: flashSizeBytes === 0 ? 0 : Math.min(1, erasedBytes / flashSizeBytes) })
          const interruption = await transport.pause(pollEveryMs)
          if (interruption !== null) return fail(interruption)
          break
        }
        const trouble = troubleOf(answer)
        if (trouble !== null) return fail(trouble)
        step = 'program'
        break
      }

      case 'program': {
        const report = createProgress(clock, image.length, onState)
        report(0)
        const interruption = await transport.pause(beforeProgrammingMs)
        if (interruption !== null) return fail(interruption)
        const trouble = await programImage(transport, image, (confirmedBytes) => {
          sentBytes = confirmedBytes
          report(confirmedBytes)
        })
        if (trouble !== null) return fail(trouble)
        step = 'complete'
        onState({ phase: 'completing' })
        break
      }

      case 'complete': {
        const frame = encodeRequest({ command: 'programComplete', imageLengthBytes: image.length, imageCrc16: crc16(image) })
        const trouble = troubleOf(await askSurely(transport, { command: 'programComplete', frame }))
        return trouble === null ? finish({ phase: 'succeeded' }) : fail(trouble)
      }

      default:
        step satisfies never
    }
  }
}

const phaseOf = {
  select: 'loading',
  wait: 'loading',
  erase: 'erasing',
  program: 'programming',
  complete: 'completing',
} as const satisfies Record<string, UpdateFailure['during']>

function isNotYet<C extends Command>(answer: Answer<C>): answer is Extract<Answer<C>, { isAnswered: true }> {
  return answer.isAnswered && answer.reply.status === notYetStatus
}

function troubleOf(answer: Answer<Command>): ErrorCode | null {
  if (!answer.isAnswered) return answer.cause
  return answer.reply.status === successStatus ? null : 'device.bad.status.error'
}
