/** An administrator views the portal as a customer does, in this tab. layout/impersonation/ goes to the right screens. */
import { useSyncExternalStore } from 'react'
import { AppError } from '../../errors.ts'
import { api } from '../api/api.ts'
import { sessionStore } from '../api/sessionStore.ts'
import type { StoredImpersonation } from '../api/storedImpersonation.ts'
import { findReloadBlocker } from '../browser/reloadBlockers.ts'

/** Rejects with the server's codes, and with `device.updating.error` while an update runs: it is reported in its owner's name. */
export async function startImpersonation(userId: number): Promise<void> {
  if ((await findReloadBlocker()) === 'update') throw new AppError('device.updating.error')
  const administratorId = sessionStore.dataOwner()?.id
  const { endsInSeconds, ...started } = await api.impersonation.start({ body: { userId } })
  if (administratorId !== undefined) sessionStore.impersonate({ ...started, administratorId, endsAt: Date.now() + endsInSeconds * 1000 })
}

/** Goes back to the administrator's own session, then tells the server: this works offline too, where the server ends it by the time. */
export async function endImpersonation(): Promise<void> {
  const view = sessionStore.readView()
  if (view === null) return
  sessionStore.endImpersonation(view.impersonateToken)
  await api.impersonation.end({ params: { id: view.id } }).catch(() => undefined)
}

/** The customer as whom this tab's user views the portal, and until when; null otherwise. Nothing can be changed meanwhile. */
export function useImpersonation(): StoredImpersonation | null {
  return useSyncExternalStore(sessionStore.subscribe, sessionStore.readView)
}
