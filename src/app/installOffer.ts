/**
 * The browser's offer to install the app, which it makes once and early: kept until somebody presses the button. Loaded with the first
 * screen for that reason; knows no screen.
 */
import { useSyncExternalStore } from 'react'

/** Chromium's, not in TypeScript's library. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

function keep(next: InstallPromptEvent | null): void {
  offer = next
  for (const listener of listeners) listener()
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event
}

export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Without this some browsers show a bar of their own.
    event.preventDefault()
    if (isInstallPrompt(event)) keep(event)
  })
  addEventListener('appinstalled', () => keep(null))
}

/** `installed`: this is the app's own window. `offered`: the browser will ask. `byHand`: only its menu can. */
export type Installation = 'installed' | 'offered' | 'byHand'

export function useInstallation(): Installation {
  return useSyncExternalStore(subscribe, current)
}

function current(): Installation {
  if (matchMedia('(display-mode: standalone)').matches) return 'installed'
  return offer === null ? 'byHand' : 'offered'
}

/** Shows the browser's own question. An offer can be used once. */
export async function install(): Promise<void> {
  const used = offer
  keep(null)
  await used?.prompt()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
