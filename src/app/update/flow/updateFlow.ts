/**
 * The update, from the click to the reported result (the specification, section 4): firmware file, record, detector, restart question,
 * report. Knows no React, HTTP or USB; they come in as ports. The detector's own phases are in docs/device-protocol.md.
 */
import { Store } from '@tanstack/store'
import { asAppError } from '../../../errors.ts'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import type { UserProduct } from '../../../contract/userProduct.ts'
import type { Recording } from '../../../device/recorder/recording.ts'
import type { UpdateFailure, UpdateOutcome, UpdateState } from '../../../device/update/updateState.ts'
import type { Rows, Stored } from '../../browser/browserStore.ts'
import { earlyEnd, type FailedUpdate, type JournalRow, leftBy, type UpdatePlace, type UpdateTarget } from '../../detector/updateJournal.ts'
import { type Check, isRefused } from '../checks/checks.ts'
import { type FlowState, isBusy, isRunning } from './flowState.ts'
import type { KnownFirmware } from '../offers/knownFirmware.ts'
import { createLocalOutcomes } from '../records/localOutcomes.ts'
import { takeUpLeftUpdates } from './leftUpdates.ts'
import { createUpdateNotes } from '../records/updateNotes.ts'
import { downloadedFraction, linkProgress } from './updateProgress.ts'
import { createUpdateRecords, recordTimeoutMs, type RecordPorts } from '../records/updateRecords.ts'

export type FlowPorts = RecordPorts & {
  readonly journal: Rows<JournalRow>
  readonly owner: () => number | null
  /** Returns the verified image to program; throws an AppError. */
  readonly fetchImage: (firmware: OfferedFirmware, signal: AbortSignal, onReceived: (bytes: number) => void) => Promise<Uint8Array>
  /** `hasFirmware` is what this computer knows of the detector. */
  readonly check: (target: UpdateTarget, hasFirmware: boolean) => Promise<readonly Check[]>
  readonly startUpdate: (image: Uint8Array, serialNumber: string, onState: (state: UpdateState) => void) => Promise<UpdateOutcome>
  readonly disconnect: () => Promise<void>
  /** The flight recorder's recording of this update. */
  readonly recording: () => Promise<Recording | null>
  /** Whether any tab is updating a detector now. */
  readonly isUpdateRunning: () => Promise<boolean>
  /** Runs one task at a time across all tabs, so that only one tab resumes an update. */
  readonly exclusively: (task: () => Promise<void>) => Promise<void>
  /** Tells other tabs to read the outcomes again. */
  readonly shareOutcomes: () => void
  readonly reload: () => void
}

export type UpdateFlow = ReturnType<typeof createUpdateFlow>
const notRestarted = { success: false, errorType: 'REBOOT_ERROR', firmwareAfter: 'unknown' } as const

export function createUpdateFlow(ports: FlowPorts) {
  const store = new Store<FlowState>({ step: 'idle' })
  const readOnlyStore: Pick<Store<FlowState>, 'get' | 'subscribe'> = store
  let download = new AbortController()
  let shownTo: number | null = null
  const records = createUpdateRecords(ports)
  const outcomes = createLocalOutcomes(ports.journal, ports.outbox, ports.owner, ports.shareOutcomes)

  function show(next: FlowState): void {
    store.setState(() => next)
  }

  function failureOf(target: UpdateTarget, details: Omit<FailedUpdate, 'target' | 'failedAt'>): FailedUpdate {
    return { ...details, target, failedAt: ports.now().toISOString() }
  }
  function fail(...failure: Parameters<typeof failureOf>): void {
    show({ step: 'failed', failure: failureOf(...failure), recording: null })
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

  async function update(target: UpdateTarget, firmware: OfferedFirmware, owner: number): Promise<void> {
    const totalBytes = firmware.firmwareFile.sizeBytes
    const early = earlyEnd(totalBytes)
    let percent = 0
    function reach(fraction: number): number {
      percent = Math.max(percent, Math.floor(fraction * 100))
      return percent
    }
    function showReceived(receivedBytes: number): void {
      show({ step: 'downloading', target, percent: reach(downloadedFraction(receivedBytes, totalBytes)), receivedBytes, totalBytes })
    }
    showReceived(0)

    download = new AbortController()
    let image: Uint8Array
    try {
      const { signal } = download
      image = await ports.fetchImage(firmware, signal, showReceived)
      signal.throwIfAborted()
    } catch (thrown) {
      if (download.signal.aborted) show({ step: 'idle' })
      else fail(target, { ...early, cause: asAppError(thrown).code, during: 'download' })
      return
    }

    show({ step: 'checking', target, percent: reach(linkProgress(null).fraction) })
    const checks = await ports.check(target, target.wasErased !== true)
    if (isRefused(checks)) {
      show({ step: 'refused', target, checks })
      return
    }

    show({ step: 'updating', target, percent, link: null })
    const record = await records.open(target, owner)
    const opening = await ports.journal.add({ owner, target, firmware, record, stage: { name: 'opening' } })
    const refusedAs = await records.refusal(record)
    if (refusedAs !== null) {
      await ports.journal.delete(opening.sequence)
      fail(target, { ...early, cause: refusedAs, during: 'record' })
      return
    }

    const row = { ...opening, stage: { name: 'running', place: null } } as const
    await ports.journal.replace(row)
    const notes = createUpdateNotes(ports.journal, row)
    try {
      const outcome = await runOnDetector(image, target, (link) => {
        const hadErased = notes.hasErased()
        notes.note(link, reach(linkProgress(link).fraction))
        if (notes.hasErased() && !hadErased) void noteAside(row, 'none')
        show({ step: 'updating', target, percent, link })
      })
      await notes.written()
      if (outcome.phase === 'failed') await endFailed(row, outcome, notes.endOf(outcome, reach(linkProgress(outcome).fraction)))
      else await ask(row)
    } catch (thrown) {
      // The browser's storage has failed, so the failure is only shown.
      const place = notes.endOf({ during: 'loading', sentBytes: 0, totalBytes: image.length }, percent)
      fail(target, { ...place, errorType: 'REPROGRAMMATION_ERROR', cause: asAppError(thrown).code, firmwareAfter: leftBy(place, target) })
    }
  }

  /** Best effort: the report has the same information. */
  async function noteAside({ record, owner }: JournalRow, firmwareAfter: 'none' | 'unknown'): Promise<void> {
    await records.note({ entry: record, owner }, firmwareAfter).catch(() => {})
  }

  async function ask(row: Stored<JournalRow>): Promise<void> {
    const asking = { ...row, stage: { name: 'asking' } } as const
    await ports.journal.replace(asking)
    void noteAside(row, 'unknown')
    await outcomes.find()
    ports.shareOutcomes()
    await ports.disconnect()
    show({ step: 'asking', target: row.target, row: asking })
  }

  async function endFailed(row: Stored<JournalRow>, outcome: UpdateFailure, place: UpdatePlace): Promise<void> {
    const { phase: _, mustReload, ...how } = outcome
    const { target, owner } = row
    const after = leftBy(place, target)
    const record = { entry: row.record, owner }
    const { report, sending } = await records.report(record, { success: false, errorType: how.errorType, firmwareAfter: after })
    const failure = failureOf(target, { ...how, percent: place.percent, firmwareAfter: after })
    if (!mustReload) {
      await outcomes.save(row, { firmwareState: after, place: after === 'none' ? place : null, report })
      show({ step: 'failed', failure, recording: null })
      return
    }
    show({ step: 'failed', failure, recording: null })
    const recording = await Promise.race([ports.recording(), ports.sleep(recordTimeoutMs).then(() => null)])
    await ports.journal.replace({ ...row, stage: { name: 'failed', failure, recording, report } })
    await Promise.race([sending, ports.sleep(recordTimeoutMs)])
    ports.reload()
  }

  return {
    state: store.get,
    store: readOnlyStore,
    /** The outcomes of this computer's updates that the server may not know yet. */
    outcomes: outcomes.list,
    outcomesStore: outcomes.store,
    findOutcomes: outcomes.find,
    deliveredOutcomes: outcomes.delivered,
    settleOutcomes: outcomes.settle,

    /** Runs a whole update over the `known` firmware. Failures end in the state `failed`, not in a throw. Ignored while an update runs. */
    async start(userProduct: UserProduct, firmware: OfferedFirmware, known: KnownFirmware | null = null): Promise<void> {
      const owner = ports.owner()
      if (owner === null || isBusy(store.state)) return
      const { serialNumber, serialNumberFormatted, productTypeId, productName } = userProduct
      const target = {
        userProductId: userProduct.id,
        firmwareId: firmware.id,
        versionName: firmware.versionName,
        language: firmware.language,
        before: known?.state === 'installed' ? { versionName: known.versionName, language: known.language } : null,
        wasErased: known?.state === 'none',
        productName,
        serialNumber,
        serialNumberFormatted,
        productTypeId,
        file: { sizeBytes: firmware.firmwareFile.sizeBytes, sha256: firmware.firmwareFile.sha256 },
      }
      try {
        await update(target, firmware, owner)
      } catch (thrown) {
        fail(target, { ...earlyEnd(target.file.sizeBytes), cause: asAppError(thrown).code, during: 'record' })
      }
    },

    /** Resumes what an earlier visit of this user has left: an open question, an interrupted update, or a failure that was not shown yet. */
    async resume(): Promise<void> {
      const owner = ports.owner()
      if (owner !== shownTo && !isRunning(store.state)) show({ step: 'idle' })
      shownTo = owner
      await outcomes.find()
      if (owner !== null) await ports.exclusively(() => takeUpLeftUpdates(owner, { ...ports, records, outcomes, state: store.get, show }))
    },

    /** Nothing has been sent to the detector yet, so cancelling leaves no trace. */
    cancelDownload(): void {
      if (store.state.step === 'downloading') download.abort()
    },

    async answerRestart(hasRestarted: boolean): Promise<void> {
      const { state } = store
      if (state.step !== 'asking') return
      const { row, target } = state
      const isUnanswered = (await ports.journal.all()).some(({ sequence, stage }) => sequence === row.sequence && stage.name === 'asking')
      if (!isUnanswered) return show({ step: 'idle' }) // Another tab asked the same question and has the answer.
      const firmwareState = hasRestarted ? 'installed' : 'unknown'
      await records
        .report({ entry: row.record, owner: row.owner }, hasRestarted ? { success: true } : notRestarted)
        .then(({ report }) => outcomes.save(row, { firmwareState, place: null, report }))
        .catch(() => {}) // The browser's storage has failed: the answer is only shown, and the next visit asks again.
      show({ step: hasRestarted ? 'restarted' : 'notRestarted', target })
    },

    /** Closes the last result. A running update and an open question stay. */
    close(): void {
      const { step } = store.state
      if (step === 'refused' || step === 'restarted' || step === 'notRestarted' || step === 'failed') show({ step: 'idle' })
    },
  }
}
