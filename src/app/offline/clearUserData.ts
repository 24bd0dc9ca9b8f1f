/** Leaves nothing of a person who signs out in what this browser keeps for use without a network. */
import { firmwareStore } from './appFirmware.ts'
import { forgetDropped } from './prefetchFirmware.ts'
import { forgetSeen } from './queryPersister.ts'
import { seenStore } from './queryPersisterStore.ts'

export async function forgetPerson(owner: number | null): Promise<void> {
  forgetDropped()
  if (owner !== null) await Promise.allSettled([firmwareStore.forget(owner), forgetSeen(seenStore, owner)])
}
