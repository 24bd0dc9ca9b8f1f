import { type ReactNode, use } from 'react'
import { queryClient } from '../api/queryClient.ts'
import { sessionStore } from '../api/sessionStore.ts'
import { sleep } from '../browser/sleep.ts'
import { persistQueries, restoreQueries } from './queryPersister.ts'
import { persistedQueryStore } from './queryPersisterStore.ts'

/** A database that does not answer must not keep the app from starting. */
const restoreTimeoutMs = 1_000

let restored: { readonly owner: number; readonly done: Promise<unknown> } | null = null
let isPersisting = false

function restoreOnce(owner: number): Promise<unknown> {
  if (!isPersisting) persistQueries(queryClient, persistedQueryStore, () => sessionStore.read()?.id ?? null)
  isPersisting = true
  if (restored?.owner !== owner) {
    restored = { owner, done: Promise.race([restoreQueries(queryClient, persistedQueryStore, owner), sleep(restoreTimeoutMs)]) }
    void forgetFilesOfOthers(owner)
  }
  return restored.done
}

/** Another user's session may have ended without a sign-out. Loaded separately, because nothing waits for it. */
async function forgetFilesOfOthers(owner: number): Promise<void> {
  try {
    const { firmwareStore } = await import('./appFirmware.ts')
    await firmwareStore.forgetOthers(owner)
  } catch {
    // A browser that refuses storage has nothing stored.
  }
}

/** Renders its children after this user's queries are restored. Suspends until then, for milliseconds. */
export function PersistedQueries({ owner, children }: { owner: number; children: ReactNode }) {
  use(restoreOnce(owner))
  return children
}
