/**
 * The update from the pressed button to the reported result (device document, section 4): firmware file, record, detector, restart
 * question, report. Knows no React, no HTTP and no USB; all of them come in as ports. The detector's own phases are app/device.ts's.
 */
import { asAppError } from '../../../../errors.ts'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import type { Recording, UpdateOutcome, UpdateState } from '../../../../device/workerApi.ts'
import type { Kept, Rows } from '../../../browserStore.ts'
import { type FailedUpdate, type JournalRow, needsFinishing, type UpdateTarget } from '../../../updateJournal.ts'
import { type Check, isRefused } from '../checks/checks.ts'
import { type FlowState, isBusy, isRunning } from './flowState.ts'
import { createStoppedUpdates, nowhere, placeOf, type StoppedUpdate } from './stoppedUpdates.ts'
import { createUpdateNotes } from './updateNotes.ts'
import { createUpdateRecords, recordPatienceMs, type RecordPorts } from './updateRecords.ts'

export type FlowPorts = RecordPorts & {
  readonly journal: Rows<JournalRow>
  readonly owner: () => number | null
  /** The image to program, checked; throws an AppError. */
  readonly fetchImage: (firmware: OfferedFirmware, signal: AbortSignal, onReceived: (bytes: number) => void) => Promise<Uint8Array>
  readonly check: (target: UpdateTarget) => Promise<readonly Check[]>
  readonly startUpdate: (image: Uint8Array, serialNumber: string, onState: (state: UpdateState) => void) => Promise<UpdateOutcome>
  readonly disconnect: () => Promise<void>
  /** What the flight recorder keeps of this update. */
  readonly recording: () => Promise<Recording | null>
  /** Whether any tab of this origin is updating a detector now. */
  readonly isUpdateRunning: () => Promise<boolean>
  readonly reload: () => void
}

export type UpdateFlow = ReturnType<typeof createUpdateFlow>

export function createUpdateFlow(ports: FlowPorts) {
  const listeners = new Set<() => void>()
  let state: FlowState = { step: 'idle' }
  let download = new AbortController()
  let shownTo: number | null = null
  const records = createUpdateRecords(ports)
  const stopped = createStoppedUpdates(ports.journal, ports.owner, tell)

  function tell(): void {
    for (const listener of listeners) listener()
  }
  function show(next: FlowState): void {
    state = next
    tell()
  }

  function fail(target: UpdateTarget, details: Omit<FailedUpdate, 'target' | 'failedAt'>): FailedUpdate {
    const failure = { ...details, target, failedAt: ports.now().toISOString() }
    show({ step: 'failed', failure, recording: null })
    return failure
  }

  async function runOnDetector(
    image: Uint8Array,
    { serialNumber }: UpdateTarget,
    onState: (state: UpdateState) => void,
  ): Promise<UpdateOutcome> {
    try {
      return await ports.startUpdate(image, serialNumber, onState)
    } catch (thrown) {
      const cause = asAppError(thrown).code
      const nothing = { sentBytes: 0, totalBytes: image.length, mustReload: false }
      return { phase: 'failed', errorType: 'REPROGRAMMATION_ERROR', cause, during: 'loading', ...nothing }
    }
  }

  async function update(target: UpdateTarget, firmware: OfferedFirmware): Promise<void> {
    const totalBytes = firmware.firmwareFile.sizeBytes
    const early = { errorType: null, sentBytes: 0, totalBytes }
    show({ step: 'downloading', target, receivedBytes: 0, totalBytes })

    download = new AbortController()
    let image: Uint8Array
    try {
      const { signal } = download
      image = await ports.fetchImage(firmware, signal, (receivedBytes) => show({ step: 'downloading', target, receivedBytes, totalBytes }))
      signal.throwIfAborted()
    } catch (thrown) {
      if (download.signal.aborted) show({ step: 'idle' })
      else fail(target, { ...early, cause: asAppError(thrown).code, during: 'download' })
      return
    }

    show({ step: 'checking', target })
    const checks = await ports.check(target)
    if (isRefused(checks)) {
      show({ step: 'refused', target, checks })
      return
    }

    show({ step: 'updating', target })
    const record = await records.open(target)
    if (record.refusedAs !== null) {
      fail(target, { ...early, cause: record.refusedAs, during: 'record' })
      return
    }

    const owner = ports.owner() ?? 0
    const row = await ports.journal.add({ owner, target, firmware, record: record.entry, stage: { name: 'running', place: null } })
    const notes = createUpdateNotes(ports.journal, row, ports.now)
    const outcome = await runOnDetector(image, target, notes.hear)
    await notes.written()
    if (outcome.phase === 'succeeded') {
      const asking = { ...row, stage: { name: 'asking' } } as const
      await ports.journal.replace(asking)
      await stopped.settle(target)
      await ports.disconnect()
      show({ step: 'asking', target, row: asking })
      return
    }

    const { phase: _, mustReload, ...how } = outcome
    const { sending } = await records.report(record.entry, outcome.errorType)
    const failure = fail(target, how)
    if (!mustReload) {
      await stopped.keep(row, placeOf(failure, notes.place()))
      return
    }
    const recording = await Promise.race([ports.recording(), ports.sleep(recordPatienceMs).then(() => null)])
    await ports.journal.replace({ ...row, stage: { name: 'failed', failure, recording } })
    await Promise.race([sending, ports.sleep(recordPatienceMs)])
    ports.reload()
  }

  /** An update that no tab is running any more was cut off with its page. */
  async function reportInterrupted(row: Kept<JournalRow>): Promise<void> {
    await records.report(row.record, 'REPROGRAMMATION_ERROR')
    const place = (row.stage.name === 'running' ? row.stage.place : null) ?? nowhere
    await stopped.keep(row, place)
    // One that can be finished says so itself.
    if (needsFinishing(place)) return
    fail(row.target, { ...place, cause: 'update.interrupted.error', errorType: 'REPROGRAMMATION_ERROR' })
  }

  return {
    state: () => state,
    /** Updates that left a detector waiting to be finished. */
    stopped: stopped.list,
    forget: stopped.forget,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Runs a whole update; every failure ends in the state `failed`, never in a throw. A second call while one runs does nothing. */
    async start(userProduct: UserProduct, firmware: OfferedFirmware): Promise<void> {
      if (isBusy(state)) return
      const { serialNumber, serialNumberFormatted, productTypeId, productName } = userProduct
      const target = {
        userProductId: userProduct.id,
        firmwareId: firmware.id,
        versionName: firmware.versionName,
        productName,
        serialNumber,
        serialNumberFormatted,
        productTypeId,
        file: { sizeBytes: firmware.firmwareFile.sizeBytes, sha256: firmware.firmwareFile.sha256 },
      }
      await update(target, firmware)
    },

    /** Starts an update that was stopped anew, from select target on. */
    async finish({ row }: StoppedUpdate): Promise<void> {
      if (!isBusy(state)) await update(row.target, row.firmware)
    },

    /** Takes up what an earlier visit of this user left: an unanswered question, an update that was cut off, a failure not yet shown. */
    async resume(): Promise<void> {
      const owner = ports.owner()
      if (owner !== shownTo && !isRunning(state)) show({ step: 'idle' })
      shownTo = owner
      await stopped.find()
      const rows = (await ports.journal.all()).filter((row) => row.owner === owner)
      const isAtWork = rows.some((row) => row.stage.name === 'running') && (await ports.isUpdateRunning())
      for (const row of rows) {
        if (state.step !== 'idle') return
        if (row.stage.name === 'asking') show({ step: 'asking', target: row.target, row })
        if (row.stage.name === 'failed') {
          const { failure, recording } = row.stage
          await stopped.keep(row, placeOf(failure, null))
          show({ step: 'failed', failure, recording })
        }
        if (row.stage.name === 'running' && !isAtWork) await reportInterrupted(row)
      }
    },

    /** Before the detector has been asked anything an update can be called off without a trace. */
    cancelDownload(): void {
      if (state.step === 'downloading') download.abort()
    },

    async answerRestart(hasRestarted: boolean): Promise<void> {
      if (state.step !== 'asking') return
      const { row, target } = state
      const isUnanswered = (await ports.journal.all()).some(({ sequence }) => sequence === row.sequence)
      // Another tab asked the same question and has its answer.
      if (!isUnanswered) return show({ step: 'idle' })
      await records.report(row.record, hasRestarted ? null : 'REBOOT_ERROR')
      await ports.journal.delete(row.sequence)
      show({ step: hasRestarted ? 'restarted' : 'notRestarted', target })
    },

    /** Closes the last result; a running update and an unanswered question stay. */
    close(): void {
      if (state.step === 'refused' || state.step === 'restarted' || state.step === 'notRestarted' || state.step === 'failed')
        show({ step: 'idle' })
    },
  }
}
