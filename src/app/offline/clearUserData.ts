/** Leaves nothing of a person who signs out in what this browser keeps for use without a network. */
import { firmwareStore } from './appFirmware.ts'
import { forgetDropped } from './prefetchFirmware.ts'
import { forgetQueries } from './queryPersister.ts'
import { persistedQueryStore } from './queryPersisterStore.ts'

export async function clearUserData(owner: number | null): Promise<void> {
  forgetDropped()
  if (owner !== null) await Promise.allSettled([firmwareStore.forget(owner), forgetQueries(persistedQueryStore, owner)])
}
