/** Whether and how the app can be installed here, for the screens that offer it. */
import { useSyncExternalStore } from 'react'
import { heldOffer, holdOffer } from './installPrompt.ts'

const listeners = new Set<() => void>()
heldOffer.onChange = () => {
  for (const listener of listeners) listener()
}

/** `installed`: this is the app's own window. `offered`: the browser will ask. `byHand`: only its menu can. */
type Installation = 'installed' | 'offered' | 'byHand'

export function useInstallation(): Installation {
  return useSyncExternalStore(subscribe, current)
}

function current(): Installation {
  if (matchMedia('(display-mode: standalone)').matches) return 'installed'
  return heldOffer.current === null ? 'byHand' : 'offered'
}

/** Shows the browser's own question. An offer can be used once. */
export async function install(): Promise<void> {
  const used = heldOffer.current
  holdOffer(null)
  await used?.prompt()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
