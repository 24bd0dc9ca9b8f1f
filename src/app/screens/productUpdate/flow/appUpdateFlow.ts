/** The app's one update, on the real server, store and detector. It lives as long as the page, whatever screen is shown. */
import { useSelector } from '@tanstack/react-store'
import { appOutbox } from '../../../outbox/appOutbox.ts'
import { findReloadBlocker, blockReload } from '../../../browser/reloadBlockers.ts'
import { disconnectDetector, recordedLink, startUpdate } from '../../../detector/device.ts'
import { firmwareFiles } from '../../../offline/appFirmware.ts'
import { sessionStore } from '../../../api/sessionStore.ts'
import { sleep } from '../../../browser/sleep.ts'
import { onOutcomeElsewhere, stopSharingProgress, shareOutcome, shareProgress } from '../../../detector/updateElsewhere.ts'
import { updateJournal } from '../../../detector/updateJournal.ts'
import { evaluateChecks } from '../checks/checks.ts'
import { gatherFacts } from '../checks/gatherFacts.ts'
import { fetchFirmwareImage } from './firmwareFile.ts'
import { type FlowState, isRunning } from './flowState.ts'
import type { LocalOutcome } from './localOutcomes.ts'
import { createUpdateFlow } from './updateFlow.ts'

export const updateFlow = createUpdateFlow({
  outbox: appOutbox,
  journal: updateJournal,
  owner: () => sessionStore.read()?.id ?? null,
  fetchImage: ({ firmwareFile }, signal, onReceived) => fetchFirmwareImage(firmwareFiles, { file: firmwareFile, signal }, onReceived),
  // The file was checked where it was fetched: what gets here is whole and the one published.
  check: async (target, hasFirmware) => evaluateChecks(await gatherFacts({ ...target, hasFirmware, isFileGood: true })),
  startUpdate,
  disconnect: disconnectDetector,
  recording: recordedLink,
  // From the download on: the detector's own lock may still be waited for.
  isUpdateRunning: async () => (await findReloadBlocker()) === 'update',
  exclusively: (task) => ('locks' in navigator ? navigator.locks.request('fieldport-left-updates', task) : task()),
  shareOutcomes: shareOutcome,
  reload: () => location.reload(),
  now: () => new Date(),
  sleep,
})

onOutcomeElsewhere(() => void updateFlow.findOutcomes())

let unblockReload: (() => void) | null = null

// Other tabs keep their hands off a detector that is being written, and show how far it is.
updateFlow.store.subscribe((state) => {
  if (state.step !== 'updating') return stopSharingProgress()
  const { target, percent } = state
  shareProgress({ productName: target.productName, versionName: target.versionName, percent })
})

// From the first byte of the download to the detector's last word no new version of the app may come between.
updateFlow.store.subscribe((state) => {
  if (isRunning(state)) unblockReload ??= blockReload('fieldport-update-flow')
  else {
    unblockReload?.()
    unblockReload = null
  }
})

export function useUpdateFlow(): FlowState {
  return useSelector(updateFlow.store)
}

/** How this computer's updates ended, where the server may not know it yet. */
export function useLocalOutcomes(): readonly LocalOutcome[] {
  return useSelector(updateFlow.outcomesStore, () => updateFlow.outcomes())
}
