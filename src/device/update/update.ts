/**
 * The update in five steps, from select target to program complete (device document, section 4; docs/device-protocol.md). Knows the order of
 * the steps and their delays; knows no bytes, no USB and no server. A failure is a state with its cause. Whatever fails, the detector can
 * start again with select target.
 */
import type { ErrorCode } from '../../errors.ts'
import type { Clock } from '../clock.ts'
import { requestConfirmed } from '../link/requestConfirmed.ts'
import { type Answer, type Transport, updatePauseMs } from '../link/transport.ts'
import { crc16 } from '../protocol/crc16.ts'
import { type Command, encodeRequest, notYetStatus, successStatus } from '../protocol/frames.ts'
import { programImage } from './program.ts'
import { createProgress } from './progress.ts'
import type { RunningUpdateState, UpdateOutcome, UpdateState } from './updateState.ts'

export type UpdateRequest = { readonly image: Uint8Array; readonly serialNumber: string }

const pollEveryMs = 200
const beforeProgrammingMs = 1_000
/** Our choice: a detector that is not ready after this time will not become ready. */
const maxWaitMs = 30_000
/** Our choice: a large flash may take minutes to erase, but an erase without progress for this long is stuck. */
const maxEraseStallMs = 15_000
/** Gone so soon after select target, a detector has not been unplugged: it starts its bootloader, which may come back as another USB device. */
const jumpsWithinMs = 2_000

/** Runs one update and reports each state, the last one included. `image` has at least one byte; `serialNumber` is 10 hexadecimal digits. */
export async function update(
  transport: Transport,
  clock: Clock,
  { image, serialNumber }: UpdateRequest,
  onState: (state: UpdateState) => void,
): Promise<UpdateOutcome> {
  const startedAtMs = clock.now()
  let during: RunningUpdateState['phase'] = 'loading'
  let sentBytes = 0
  let selectedAtMs: number | null = null

  function report(state: RunningUpdateState): void {
    during = state.phase
    onState(state)
  }

  async function selectTarget(): Promise<ErrorCode | null> {
    const frame = encodeRequest({ command: 'selectTarget', serialNumber })
    selectedAtMs = clock.now()
    return errorOf(await requestConfirmed(transport, { command: 'selectTarget', frame }))
  }

  async function waitTarget(): Promise<ErrorCode | null> {
    for (;;) {
      const answer = await requestConfirmed(transport, { command: 'waitTarget', frame: encodeRequest({ command: 'waitTarget' }) })
      if (!isNotYet(answer)) return errorOf(answer)
      if (clock.now() - startedAtMs >= maxWaitMs) return 'device.stalled.error'
      const pauseError = await transport.pause(pollEveryMs)
      if (pauseError !== null) return pauseError
    }
  }

  async function erase(): Promise<ErrorCode | null> {
    report({ phase: 'erasing', fraction: null })
    let eraseProgress = { erasedBytes: -1, atMs: clock.now() }
    for (;;) {
      const frame = encodeRequest({ command: 'erase', imageLengthBytes: image.length })
      const answer = await requestConfirmed(transport, { command: 'erase', frame })
      if (!isNotYet(answer)) return errorOf(answer)
      const { erasedBytes, flashSizeBytes } = answer.reply
      if (erasedBytes !== eraseProgress.erasedBytes) eraseProgress = { erasedBytes, atMs: clock.now() }
      else if (clock.now() - eraseProgress.atMs >= maxEraseStallMs) return 'device.stalled.error'
      report({ phase: 'erasing', fraction: flashSizeBytes === 0 ? 0 : Math.min(1, erasedBytes / flashSizeBytes) })
      const pauseError = await transport.pause(pollEveryMs)
      if (pauseError !== null) return pauseError
    }
  }

  async function program(): Promise<ErrorCode | null> {
    const reportProgress = createProgress(clock, image.length, report)
    reportProgress(0)
    const pauseError = await transport.pause(beforeProgrammingMs)
    if (pauseError !== null) return pauseError
    return programImage(transport, image, (confirmedBytes) => {
      sentBytes = confirmedBytes
      reportProgress(confirmedBytes)
    })
  }

  async function programComplete(): Promise<ErrorCode | null> {
    report({ phase: 'completing' })
    const frame = encodeRequest({ command: 'programComplete', imageLengthBytes: image.length, imageCrc16: crc16(image) })
    return errorOf(await requestConfirmed(transport, { command: 'programComplete', frame }))
  }

  /** What the error is, by what else is known. */
  function causeOf(error: ErrorCode): ErrorCode {
    if (error === 'device.disconnected.error') {
      const isJump = during === 'loading' && selectedAtMs !== null && clock.now() - selectedAtMs < jumpsWithinMs
      return isJump ? 'device.jumped.error' : error
    }
    return selectedAtMs !== null && transport.hasHeardOther(selectedAtMs) ? 'device.busy.error' : error
  }

  report({ phase: 'loading' })
  // Each step starts after the one before has succeeded; the first error ends the update.
  const error =
    (await transport.drain()) ??
    (await transport.listen(updatePauseMs)) ??
    (await selectTarget()) ??
    (await waitTarget()) ??
    (await erase()) ??
    (await program()) ??
    (await programComplete())

  const outcome: UpdateOutcome =
    error === null
      ? { phase: 'succeeded' }
      : {
          phase: 'failed',
          errorType: error === 'device.disconnected.error' ? 'DECONNECTION_ERROR' : 'REPROGRAMMATION_ERROR',
          cause: causeOf(error),
          during,
          sentBytes,
          totalBytes: image.length,
          mustReload: error === 'device.unknown.message.error',
        }
  onState(outcome)
  return outcome
}

function isNotYet<C extends Command>(answer: Answer<C>): answer is Extract<Answer<C>, { isAnswered: true }> {
  return answer.isAnswered && answer.reply.status === notYetStatus
}

function errorOf(answer: Answer<Command>): ErrorCode | null {
  if (!answer.isAnswered) return answer.cause
  return answer.reply.status === successStatus ? null : 'device.bad.status.error'
}
