/**
 * The update from the pressed button to the reported result (device document, section 4): firmware file, record, detector, restart
 * question, report. Knows no React, no HTTP and no USB; all of them come in as ports. The detector's own phases are app/device.ts's.
 */
import { asAppError, type ErrorCode } from '../../../../errors.ts'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import type { UpdateErrorType } from '../../../../contract/rules.ts'
import type { UserProduct } from '../../../../contract/userProduct.ts'
import type { Recording, UpdateOutcome } from '../../../../device/workerApi.ts'
import type { Kept, Rows } from '../../../browserStore.ts'
import type { Outbox } from '../../../outbox.ts'
import type { FailedUpdate, JournalRow, UpdateTarget } from '../../../updateJournal.ts'

export type FlowState =
  | { readonly step: 'idle' }
  | { readonly step: 'downloading'; readonly target: UpdateTarget; readonly receivedBytes: number; readonly totalBytes: number }
  /** The detector is at work: app/device.ts tells how far. */
  | { readonly step: 'updating'; readonly target: UpdateTarget }
  | { readonly step: 'asking'; readonly target: UpdateTarget; readonly row: Kept<JournalRow> }
  | { readonly step: 'restarted'; readonly target: UpdateTarget }
  | { readonly step: 'notRestarted'; readonly target: UpdateTarget }
  /** `recording` is of a page before this one; what this page recorded, app/device.ts has. */
  | { readonly step: 'failed'; readonly failure: FailedUpdate; readonly recording: Recording | null }

export type FlowPorts = {
  readonly outbox: Pick<Outbox, 'add' | 'flush' | 'stateOf' | 'release'>
  readonly journal: Rows<JournalRow>
  readonly owner: () => number | null
  /** The image to program, checked; throws an AppError. */
  readonly fetchImage: (firmware: OfferedFirmware, signal: AbortSignal, onReceived: (bytes: number) => void) => Promise<Uint8Array>
  readonly startUpdate: (image: Uint8Array) => Promise<UpdateOutcome>
  readonly disconnect: () => Promise<void>
  /** What the flight recorder keeps of this update. */
  readonly recording: () => Promise<Recording | null>
  /** Whether any tab of this origin is updating a detector now. */
  readonly isUpdateRunning: () => Promise<boolean>
  readonly reload: () => void
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
}

export type UpdateFlow = ReturnType<typeof createUpdateFlow>

/** How long the server may take to open the record before the update goes on without it. */
const recordPatienceMs = 5_000

export function createUpdateFlow(ports: FlowPorts) {
  const listeners = new Set<() => void>()
  let state: FlowState = { step: 'idle' }
  let download = new AbortController()
  let shownTo: number | null = null

  function show(next: FlowState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function fail(target: UpdateTarget, details: Omit<FailedUpdate, 'target' | 'failedAt'>): FailedUpdate {
    const failure = { ...details, target, failedAt: ports.now().toISOString() }
    show({ step: 'failed', failure, recording: null })
    return failure
  }

  /** Opens the record, written down first. A server that is gone does not stop the update; one that refuses does. */
  async function openRecord(target: UpdateTarget): Promise<{ entry: number; refusedAs: ErrorCode | null }> {
    const { userProductId, firmwareId } = target
    const payload = { userProductId, firmwareId, date: ports.now().toISOString() }
    const entry = await ports.outbox.add({ call: 'productUpdate.create', payload, isNeededLater: true })
    await Promise.race([ports.outbox.flush(), ports.sleep(recordPatienceMs)])
    const result = await ports.outbox.stateOf(entry)
    if (result.status !== 'refused') return { entry, refusedAs: null }
    await ports.outbox.release(entry)
    return { entry, refusedAs: result.code }
  }

  /** Writes the report down and sends it when that is possible. Resolves once it is written down, with the sending under way. */
  async function report(record: number, errorType: UpdateErrorType | null): Promise<{ sending: Promise<void> }> {
    const payload = errorType === null ? { success: true } : { success: false, errorType }
    await ports.outbox.add({ call: 'productUpdate.report', payload, needs: record })
    return { sending: ports.outbox.flush() }
  }

  async function runOnDetector(image: Uint8Array): Promise<UpdateOutcome> {
    try {
      return await ports.startUpdate(image)
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

    show({ step: 'updating', target })
    const record = await openRecord(target)
    if (record.refusedAs !== null) {
      fail(target, { ...early, cause: record.refusedAs, during: 'record' })
      return
    }

    const owner = ports.owner() ?? 0
    const row = await ports.journal.add({ owner, target, record: record.entry, stage: { name: 'running' } })
    const outcome = await runOnDetector(image)
    if (outcome.phase === 'succeeded') {
      const asking = { ...row, stage: { name: 'asking' } } as const
      await ports.journal.replace(asking)
      await ports.disconnect()
      show({ step: 'asking', target, row: asking })
      return
    }

    const { phase: _, mustReload, ...how } = outcome
    const { sending } = await report(record.entry, outcome.errorType)
    const failure = fail(target, how)
    if (!mustReload) {
      await ports.journal.delete(row.sequence)
      return
    }
    const recording = await Promise.race([ports.recording(), ports.sleep(recordPatienceMs).then(() => null)])
    await ports.journal.replace({ ...row, stage: { name: 'failed', failure, recording } })
    await Promise.race([sending, ports.sleep(recordPatienceMs)])
    ports.reload()
  }

  /** An update that no tab is running any more was cut off with its page. */
  async function reportInterrupted(row: Kept<JournalRow>): Promise<void> {
    await report(row.record, 'REPROGRAMMATION_ERROR')
    await ports.journal.delete(row.sequence)
    const nothing = { sentBytes: 0, totalBytes: 0 }
    fail(row.target, { ...nothing, cause: 'update.interrupted.error', errorType: 'REPROGRAMMATION_ERROR', during: 'closedPage' })
  }

  return {
    state: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Runs a whole update; every failure ends in the state `failed`, never in a throw. A second call while one runs does nothing. */
    async start(userProduct: UserProduct, firmware: OfferedFirmware): Promise<void> {
      if (state.step === 'downloading' || state.step === 'updating' || state.step === 'asking') return
      const { serialNumberFormatted, productName } = userProduct
      const target = {
        userProductId: userProduct.id,
        firmwareId: firmware.id,
        versionName: firmware.versionName,
        productName,
        serialNumberFormatted,
        file: { sizeBytes: firmware.firmwareFile.sizeBytes, sha256: firmware.firmwareFile.sha256 },
      }
      await update(target, firmware)
    },

    /** Takes up what an earlier visit of this user left: an unanswered question, an update that was cut off, a failure not yet shown. */
    async resume(): Promise<void> {
      const owner = ports.owner()
      if (owner !== shownTo && state.step !== 'downloading' && state.step !== 'updating') show({ step: 'idle' })
      shownTo = owner
      const rows = (await ports.journal.all()).filter((row) => row.owner === owner)
      const isRunning = rows.some((row) => row.stage.name === 'running') && (await ports.isUpdateRunning())
      for (const row of rows) {
        if (state.step !== 'idle') return
        if (row.stage.name === 'asking') show({ step: 'asking', target: row.target, row })
        if (row.stage.name === 'failed') {
          await ports.journal.delete(row.sequence)
          show({ step: 'failed', failure: row.stage.failure, recording: row.stage.recording })
        }
        if (row.stage.name === 'running' && !isRunning) await reportInterrupted(row)
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
      await report(row.record, hasRestarted ? null : 'REBOOT_ERROR')
      await ports.journal.delete(row.sequence)
      show({ step: hasRestarted ? 'restarted' : 'notRestarted', target })
    },

    /** Closes the last result; a running update and an unanswered question stay. */
    close(): void {
      if (state.step === 'restarted' || state.step === 'notRestarted' || state.step === 'failed') show({ step: 'idle' })
    },
  }
}
