/** Deletes what this browser has stored for a user's offline work, for sign-out. */
import { firmwareStore } from './appFirmware.ts'
import { forgetDropped } from './prefetchFirmware.ts'
import { forgetQueries } from './queryPersister.ts'
import { persistedQueryStore } from './queryPersisterStore.ts'

export async function clearUserData(owner: number | null): Promise<void> {
  forgetDropped()
  if (owner !== null) await Promise.allSettled([firmwareStore.forget(owner), forgetQueries(persistedQueryStore, owner)])
}
