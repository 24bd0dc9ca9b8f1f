/** Leaves nothing of a person who signs out in what this browser keeps for use without a network. */
import { firmwareStore } from './appFirmware.ts'
import { forgetDropped } from './fetchAhead.ts'

export async function forgetPerson(owner: number | null): Promise<void> {
  forgetDropped()
  if (owner !== null) await firmwareStore.forget(owner)
}
