import { type ReactNode, use } from 'react'
import { queryClient } from '../api/queryClient.ts'
import { sessionStore } from '../api/sessionStore.ts'
import { sleep } from '../browser/sleep.ts'
import { forgetArticles, persistArticles } from './articlePersister.ts'
import { persistQueries, restoreQueries } from './queryPersister.ts'
import { articleStore, persistedQueryStore } from './queryPersisterStore.ts'

/** A database that does not answer must not keep the app from starting. */
const restoreTimeoutMs = 1_000

let restored: { readonly owner: number; readonly done: Promise<unknown> } | null = null
let isPersisting = false

const dataOwner = () => sessionStore.dataOwner()?.id ?? null

function restoreOnce(owner: number): Promise<unknown> {
  if (!isPersisting) {
    persistQueries(queryClient, persistedQueryStore, dataOwner)
    persistArticles(queryClient, articleStore, dataOwner)
  }
  isPersisting = true
  if (restored?.owner !== owner) {
    restored = { owner, done: Promise.race([restoreQueries(queryClient, persistedQueryStore, owner), sleep(restoreTimeoutMs)]) }
    void forgetOthers(owner)
  }
  return restored.done
}

/** Another user's session may have ended without a sign-out. Loaded separately, because nothing waits for it. */
async function forgetOthers(owner: number): Promise<void> {
  try {
    const [{ firmwareStore }, { forgetDraftsOfOthers }] = await Promise.all([import('./appFirmware.ts'), import('./formDrafts.ts')])
    const forgettingArticles = forgetArticles(articleStore, (other) => other !== owner)
    await Promise.all([firmwareStore.forgetOthers(owner), forgetDraftsOfOthers(owner), forgettingArticles])
  } catch {
    // A browser that refuses storage has nothing stored.
  }
}

/**
 * Renders its children after this user's queries are restored. Suspends until then, for milliseconds. Null: nobody's are, and the next user's
 * are restored again.
 */
export function PersistedQueries({ owner, children }: { owner: number | null; children: ReactNode }) {
  if (owner === null) restored = null
  else use(restoreOnce(owner))
  return children
}
