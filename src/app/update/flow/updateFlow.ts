/**
 * The update, from the click to the reported result (the specification, section 4): firmware file, record, detector, restart question,
 * report. Runs the effects of nextFlowState.ts. Knows no React, HTTP or USB; they come in as ports.
 */
import { Store } from '@tanstack/store'
import { AppError, asAppError } from '../../../errors.ts'
import type { OfferedFirmware } from '../../../contract/firmware.ts'
import { type BrowserFamily, firmwareTrailerBytes } from '../../../contract/rules.ts'
import type { UserProduct } from '../../../contract/userProduct.ts'
import type { Recording } from '../../../device/recorder/recording.ts'
import { imageOfFirmwareFile } from '../../../device/update/image.ts'
import type { UpdateFailure, UpdateOutcome, UpdateState } from '../../../device/update/updateState.ts'
import type { Rows } from '../../browser/rows/browserStore.ts'
import type { JournalRow, Stage, UpdateTarget } from '../../detector/updateJournal.ts'
import type { FirmwareFiles } from '../../offline/firmwareFiles.ts'
import { type Check, isRisky } from '../checks/checks.ts'
import { endOfUpdate, type LastEnds } from '../records/lastEnd.ts'
import type { SettledFirmware } from '../offers/knownFirmware.ts'
import { createLocalOutcomes } from '../records/localOutcomes.ts'
import { createUpdateRecords, recordTimeoutMs, type RecordPorts } from '../records/updateRecords.ts'
import { type FlowState, isBusy, type RunningRow } from './flowState.ts'
import { type Left, takeUpLeftUpdates } from './leftUpdates.ts'
import { targetOf } from './updateTarget.ts'
import { endOf, type FlowEvent, hasErased, nextFlowState, thrownOnDetector } from './nextFlowState.ts'

export type FlowPorts = RecordPorts & {
  readonly journal: Rows<JournalRow>
  readonly owner: () => number | null
  /** Returns the verified firmware file; throws an AppError. */
  readonly files: Pick<FirmwareFiles, 'get'>
  readonly check: (target: UpdateTarget, firmware: OfferedFirmware) => Promise<readonly Check[]>
  /** Whether the connected detector is a simulated one. */
  readonly isSimulated: () => boolean
  readonly browser: BrowserFamily
  readonly startUpdate: (image: Uint8Array, serialNumber: string, onState: (state: UpdateState) => void) => Promise<UpdateOutcome>
  /** Resolves once this detector is connected again: true; or once `signal` is aborted: false. */
  readonly untilConnected: (serialNumber: string, signal: AbortSignal) => Promise<boolean>
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
  /** Where the last end is kept. */
  readonly lastEnd: LastEnds
}

type Requested = { readonly target: UpdateTarget; readonly firmware: OfferedFirmware; readonly owner: number }

export type UpdateFlow = ReturnType<typeof createUpdateFlow>
const notRestarted = { success: false, errorType: 'REBOOT_ERROR', firmwareAfter: 'unknown' } as const

export function createUpdateFlow(ports: FlowPorts) {
  const store = new Store<FlowState>({ step: 'idle' })
  const readOnlyStore: Pick<Store<FlowState>, 'get' | 'subscribe'> = store
  let download = new AbortController()
  let waiting = new AbortController()
  /** Resolves when all notes are on disk, so that the next write to the row comes after them. */
  let notesWritten = Promise.resolve()
  let shownTo: number | null = null
  /** This tab is storing the answer, which nobody else has given. */
  let isAnswering = false
  let requested: Requested | null = null
  const records = createUpdateRecords(ports)
  const outcomes = createLocalOutcomes(ports.journal, ports.outbox, ports.owner, ports.isUpdateRunning, ports.shareOutcomes)

  function dispatch(event: FlowEvent): FlowState {
    store.setState((state) => nextFlowState(state, event))
    return store.state
  }

  /** The one error path: the state decides what an error means. An error while the outcome is stored comes here again, from `ending`. */
  async function attempt(task: () => Promise<void>): Promise<void> {
    try {
      await task()
    } catch (thrown) {
      const { state } = store
      const cause = asAppError(thrown).code
      if (state.step === 'updating' || state.step === 'jumped') await attempt(() => stop(thrownOnDetector(cause, state.target)))
      else dispatch({ name: 'threw', cause, isCancelled: download.signal.aborted, failedAt: ports.now().toISOString() })
    }
  }

  async function begin(what: Requested, isRiskAccepted = false): Promise<void> {
    requested = what
    ports.lastEnd.set(null)
    dispatch({ name: 'started', target: what.target })
    await attempt(() => update(what, isRiskAccepted))
  }

  async function update({ target, firmware, owner }: Requested, isRiskAccepted: boolean): Promise<void> {
    const { signal } = (download = new AbortController())
    const { firmwareFile: file } = firmware
    // A file that is only a trailer is refused before the download.
    if (file.sizeBytes <= firmwareTrailerBytes) throw new AppError('image.too.short.error')
    const bytes = await ports.files.get({ file, signal }, (receivedBytes) => void dispatch({ name: 'received', receivedBytes }))
    signal.throwIfAborted()
    const image = imageOfFirmwareFile(bytes, file.sizeBytes)
    dispatch({ name: 'downloaded' })
    const checks = await ports.check(target, firmware)
    if (dispatch({ name: 'checked', checks, isRiskAccepted }).step === 'refused') return
    const row = await openRecord(target, firmware, owner)
    const beganMs = ports.now().getTime()
    dispatch({ name: 'recorded', row })
    const outcome = await write(image, target)
    if (outcome.phase === 'failed') return stop(outcome)
    await notesWritten
    dispatch({ name: 'ended', outcome })
    const ended = ports.now()
    await ask(row, { tookMs: ended.getTime() - beganMs, endedAt: ended.toISOString() })
  }

  /** Begins again whenever the detector has come back as another device. */
  async function write(image: Uint8Array, { serialNumber }: UpdateTarget): Promise<UpdateOutcome> {
    for (;;) {
      const outcome = await ports.startUpdate(image, serialNumber, onLinkState)
      if (outcome.phase !== 'failed' || outcome.cause !== 'device.jumped.error') return outcome
      waiting = new AbortController()
      dispatch({ name: 'jumped' })
      if (!(await ports.untilConnected(serialNumber, waiting.signal))) return outcome
      dispatch({ name: 'cameBack' })
    }
  }

  /** Creates the record on the server, and the journal's row. Throws the server's refusal. */
  async function openRecord(target: UpdateTarget, firmware: OfferedFirmware, owner: number): Promise<RunningRow> {
    const record = await records.open(target, { owner, isSimulated: ports.isSimulated(), browser: ports.browser })
    const opening = await ports.journal.add({ owner, target, firmware, record, stage: { name: 'opening' } })
    const refusedAs = await records.refusal(record)
    if (refusedAs !== null) {
      await ports.journal.delete(opening.sequence)
      throw new AppError(refusedAs)
    }
    const row = { ...opening, stage: { name: 'running', place: null } } as const
    await ports.journal.replace(row)
    return row
  }

  function onLinkState(link: UpdateState): void {
    const before = store.state
    const after = dispatch({ name: 'linkChanged', link })
    if (before.step !== 'updating' || after.step !== 'updating' || before.row === after.row) return
    notesWritten = notesWritten.then(() => ports.journal.replace(after.row))
    if (hasErased(after.row) && !hasErased(before.row)) sendNote(after.row, 'none')
  }

  /** Best effort: the report has the same information. */
  function sendNote({ record, owner }: JournalRow, firmwareAfter: 'none' | 'unknown'): void {
    records.note({ entry: record, owner }, firmwareAfter).catch(() => {})
  }

  async function ask(row: RunningRow, when: Omit<Stage<'asking'>, 'name'>): Promise<void> {
    const asking = { ...row, stage: { name: 'asking', ...when } } as const
    await ports.journal.replace(asking)
    sendNote(row, 'unknown')
    await outcomes.find()
    ports.shareOutcomes()
    await ports.disconnect()
    dispatch({ name: 'asked', row: asking })
  }

  /** Whether no tab has answered this row's question yet. */
  async function isOpen({ sequence }: Pick<RunningRow, 'sequence'>): Promise<boolean> {
    return (await ports.journal.all()).some((row) => row.sequence === sequence && row.stage.name === 'asking')
  }

  /** Nobody is shown what another person's update has ended with, or is asked about it. One that runs goes on. */
  function followUser(): void {
    const owner = ports.owner()
    if (owner !== shownTo) dispatch({ name: 'userChanged' })
    shownTo = owner
  }

  async function takeUp(owner: number, left: Left): Promise<void> {
    await ports.exclusively(() => takeUpLeftUpdates(owner, left, { ...ports, records, outcomes, state: store.get, dispatch }))
  }

  /** Reports and stores a failed update, then shows why. */
  async function stop(outcome: UpdateFailure): Promise<void> {
    await notesWritten
    const ended = dispatch({ name: 'ended', outcome })
    if (ended.step !== 'ending') return
    const { row, target } = ended
    const { phase: _, mustReload, ...how } = outcome
    const { place, firmwareAfter } = endOf(row, outcome)
    const result = { success: false, errorType: how.errorType, firmwareAfter } as const
    const { report: entry, sending } = await records.report({ entry: row.record, owner: row.owner }, result)
    const failure = { ...how, percent: place.percent, firmwareAfter, target, failedAt: ports.now().toISOString() }
    if (!mustReload) {
      await outcomes.save(row, { firmwareState: firmwareAfter, place: firmwareAfter === 'none' ? place : null, report: entry })
      dispatch({ name: 'failed', failure, recording: null })
      return
    }
    dispatch({ name: 'failed', failure, recording: null })
    const recording = await Promise.race([ports.recording(), ports.sleep(recordTimeoutMs).then(() => null)])
    // On a full disk only this page knows: the next visit takes this update for one whose page was closed.
    await ports.journal.replace({ ...row, stage: { name: 'failed', failure, recording, report: entry } })
    await Promise.race([sending, ports.sleep(recordTimeoutMs)])
    ports.reload()
  }

  return {
    state: store.get,
    store: readOnlyStore,
    /** The outcomes of this computer's updates that the server may not know yet. */
    outcomes: outcomes.list,
    /** The products whose update was cut here and is still to be reported. */
    cutHere: outcomes.cutHere,
    /** Changes with both. */
    outcomesStore: outcomes.store,
    /** Reads them again from this computer. */
    findOutcomes: outcomes.find,
    deliveredOutcomes: outcomes.delivered,
    settleOutcomes: outcomes.settle,

    /** Runs a whole update over the `known` firmware; `next` is to follow. Failures end in `failed`, not in a throw. Ignored while one runs. */
    async start(userProduct: UserProduct, firmware: OfferedFirmware, known: SettledFirmware | null = null, next?: string): Promise<void> {
      const owner = ports.owner()
      if (owner === null || isBusy(store.state)) return
      await begin({ target: targetOf(userProduct, firmware, { known, next }), firmware, owner })
    },

    /** Starts again what a risk alone has stopped. Everything is checked again. */
    async installAnyway(): Promise<void> {
      const { state } = store
      if (state.step === 'refused' && isRisky(state.checks) && requested !== null) await begin(requested, true)
    },

    followUser,

    /** Resumes what an earlier visit of this user has left: an open question, an interrupted update, or a failure that was not shown yet. */
    async resume(): Promise<void> {
      const owner = ports.owner()
      followUser()
      await outcomes.find()
      if (owner !== null) await takeUp(owner, 'byEarlierVisit')
    },

    /** Takes up what another tab has just done: its update asks here too whether the detector has restarted, until one tab has the answer. */
    async followOtherTab(): Promise<void> {
      const owner = ports.owner()
      await outcomes.find()
      const { state } = store
      if (state.step === 'asking' && !isAnswering && !(await isOpen(state.row))) dispatch({ name: 'answeredElsewhere' })
      if (owner !== null) await takeUp(owner, 'byOtherTab')
    },

    /** Nothing has been sent to the detector yet, so cancelling leaves no trace. */
    cancelDownload(): void {
      if (store.state.step === 'downloading') download.abort()
    },

    /** Ends an update whose detector was not chosen again. Nothing has been erased. */
    giveUp(): void {
      if (store.state.step === 'jumped') waiting.abort()
    },

    async answerRestart(hasRestarted: boolean): Promise<void> {
      const { state } = store
      if (state.step !== 'asking') return
      const { row } = state
      // Another tab asked the same question and has the answer.
      if (!(await isOpen(row))) return void dispatch({ name: 'answeredElsewhere' })
      isAnswering = true
      // If the browser's storage fails, the answer is only shown, and the next visit asks again.
      await attempt(async () => {
        const record = { entry: row.record, owner: row.owner }
        const { report: entry } = await records.report(record, hasRestarted ? { success: true } : notRestarted)
        await outcomes.save(row, { firmwareState: hasRestarted ? 'installed' : 'unknown', place: null, report: entry })
      })
      ports.lastEnd.set(endOfUpdate(row, hasRestarted))
      dispatch({ name: 'answered', hasRestarted })
      isAnswering = false
    },

    /** Closes the last result. A running update and an open question stay. */
    close: (): void => void dispatch({ name: 'closed' }),
  }
}
