/** The app's one update, on the real server, store and detector. It lives as long as the page, whatever screen is shown. */
import { useSyncExternalStore } from 'react'
import { api } from '../../../api.ts'
import { appOutbox } from '../../../appOutbox.ts'
import { openRows } from '../../../browserStore.ts'
import { disconnectDetector, startUpdate } from '../../../device.ts'
import { sessionStore } from '../../../sessionStore.ts'
import { fetchFirmwareImage } from './firmwareFile.ts'
import { createUpdateFlow, type FlowState } from './updateFlow.ts'
import type { JournalRow } from './updateJournal.ts'

export const updateFlow = createUpdateFlow({
  outbox: appOutbox,
  journal: openRows<JournalRow>('updateJournal'),
  owner: () => sessionStore.read()?.id ?? null,
  fetchImage: ({ firmwareFile }, signal, onReceived) =>
    fetchFirmwareImage(api, { file: firmwareFile, username: sessionStore.read()?.username ?? '', signal }, onReceived),
  startUpdate,
  disconnect: disconnectDetector,
  /** The lock that app/device.ts holds while it updates. Without Web Locks no other tab can be asked. */
  async isUpdateRunning() {
    const held = 'locks' in navigator ? (await navigator.locks.query()).held : []
    return held?.some(({ name }) => name === 'fieldport-update') ?? false
  },
  reload: () => location.reload(),
  now: () => new Date(),
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
})

export function useUpdateFlow(): FlowState {
  return useSyncExternalStore(updateFlow.subscribe, updateFlow.state)
}
