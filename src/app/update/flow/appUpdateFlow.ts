/** The app's update flow, with the real server, storage and detector. It lives as long as the page, whatever screen is shown. */
import { judgedVersion } from '../../../contract/requirements.ts'
import { useSelector } from '@tanstack/react-store'
import { renewEveryMs } from '../../../contract/openUpdate.ts'
import { api } from '../../api/api.ts'
import { browserFamily } from '../../browser/browserFamily.ts'
import { scheduleInWorker } from '../../browser/workerTimers.ts'
import { appOutbox } from '../../outbox/appOutbox.ts'
import { recordIdOf } from '../../outbox/queuedCalls.ts'
import { findReloadBlocker, blockReload } from '../../browser/reloadBlockers.ts'
import { disconnectDetector, recordedLink, startUpdate } from '../../detector/device.ts'
import { firmwareFiles } from '../../offline/appFirmware.ts'
import { sessionStore } from '../../api/sessionStore.ts'
import { sleep } from '../../browser/sleep.ts'
import { detectorState, onDetector, untilConnected } from '../../detector/detectorStore.ts'
import { onOutcomeElsewhere, stopSharingProgress, shareOutcome, shareProgress } from '../../detector/updateElsewhere.ts'
import { type FailedUpdate, failureStreaksItem, lastEndItem, updateJournal, type UpdateTarget } from '../../detector/updateJournal.ts'
import { evaluateChecks } from '../checks/checks.ts'
import { gatherFacts } from '../checks/gatherFacts.ts'
import { listedNow } from '../offers/listedNow.ts'
import { type FlowState, isRunning } from './flowState.ts'
import type { LocalOutcome } from '../records/localOutcomes.ts'
import { createFailureStreaks } from '../records/failureStreaks.ts'
import { createLastEnd, type LastEnd } from '../records/lastEnd.ts'
import { createUpdateFlow } from './updateFlow.ts'
import { createUpdateLease } from './updateLease.ts'

const dataOwner = () => sessionStore.dataOwner()?.id ?? null
export const lastEnd = createLastEnd(lastEndItem, dataOwner)
const failureStreaks = createFailureStreaks(failureStreaksItem, dataOwner)

export const updateFlow = createUpdateFlow({
  outbox: appOutbox,
  journal: updateJournal,
  owner: dataOwner,
  files: firmwareFiles,
  // `files.get` has checked the file already.
  check: async (target, firmware) => {
    const [hasFirmware, installedVersion] = [!target.wasErased, target.before && judgedVersion(target.before)]
    return evaluateChecks(await gatherFacts({ ...target, hasFirmware, installedVersion, firmware: listedNow(firmware), isFileGood: true }))
  },
  isSimulated: () => {
    const detector = detectorState()
    return detector.status === 'connected' && detector.isSimulated
  },
  browser: browserFamily(),
  startUpdate,
  untilConnected,
  disconnect: disconnectDetector,
  recording: recordedLink,
  // This lock is held from the download on; the detector's own lock may still be waited for.
  isUpdateRunning: async () => (await findReloadBlocker()) === 'update',
  exclusively: (task) => ('locks' in navigator ? navigator.locks.request('fieldport-left-updates', task) : task()),
  shareOutcomes: shareOutcome,
  reload: () => location.reload(),
  lastEnd,
  now: () => new Date(),
  sleep,
})

onOutcomeElsewhere(updateFlow.followOtherTab)

// Also where the update page is not open.
sessionStore.subscribe(updateFlow.followUser)

// A detector is not connected for somebody else: an administrator who views the portal as a customer has none.
sessionStore.subscribe(() => {
  if (sessionStore.readView() !== null) void disconnectDetector()
})

const lease = createUpdateLease({
  recordId: async (entry) => {
    const state = await appOutbox.stateOf(entry)
    return state.status === 'sent' ? recordIdOf(state.answer) : null
  },
  renew: async (id, percent) => {
    if (!navigator.onLine) return
    await api.productUpdate.renew({ params: { id }, body: { percent }, signal: AbortSignal.timeout(renewEveryMs) })
  },
  schedule: scheduleInWorker,
})

/** The next thing has happened: what the page says of a connected detector counts. Another user's end stays. */
function forgetEnd(): void {
  if (lastEnd.get() !== null) lastEnd.set(null)
}

// Only a connection counts: all tabs share the end, and the detector that is unplugged may be another tab's.
onDetector(({ status }) => {
  if (status === 'connected') forgetEnd()
})

let stepBefore = updateFlow.state().step
let unblockReload: (() => void) | null = null

updateFlow.store.subscribe((state) => {
  lease(state)
  // A detector that was connected before the answer counts once the answer's dialog is closed.
  const wasAnswered = stepBefore === 'restarted' || stepBefore === 'notRestarted'
  if (wasAnswered && state.step === 'idle' && detectorState().status === 'connected') forgetEnd()
  stepBefore = state.step
  if (state.step === 'failed') failureStreaks.add(state.failure)
  else if (state.step === 'asking') failureStreaks.end(state.target)
  // Shows the progress in other tabs, which leave the detector alone meanwhile.
  if (isRunning(state) && state.step !== 'downloading' && state.step !== 'checking') {
    const { target, percent } = state
    const { userProductId, productName, versionName } = target
    shareProgress({ userProductId, productName, versionName, percent })
  } else stopSharingProgress()
  // No reload into a new version from the start of the download until the update ends.
  if (isRunning(state)) unblockReload ??= blockReload('fieldport-update-flow')
  else {
    unblockReload?.()
    unblockReload = null
  }
})

export function useUpdateFlow(): FlowState {
  return useSelector(updateFlow.store)
}

/** How this user's last update on this computer ended; null once something else has happened. */
export function useLastEnd(): LastEnd | null {
  return useSelector(lastEnd.store, () => lastEnd.get())
}

/** How often this failure has happened in a row on its detector. */
export function useTimesFailed(failure: FailedUpdate): number {
  return useSelector(failureStreaks.store, () => failureStreaks.timesInRow(failure))
}

/** What this page is installing; null if nothing. */
export function useOwnUpdate(): UpdateTarget | null {
  return useSelector(updateFlow.store, (state) => (isRunning(state) ? state.target : null))
}

/** The outcomes of this computer's updates that the server may not know yet. */
export function useLocalOutcomes(): readonly LocalOutcome[] {
  return useSelector(updateFlow.outcomesStore, () => updateFlow.outcomes())
}

/** The products whose update was cut here and is still to be reported. */
export function useCutHere(): readonly number[] {
  return useSelector(updateFlow.outcomesStore, () => updateFlow.cutHere())
}
