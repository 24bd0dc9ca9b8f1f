/** The browser offers once, and early, to install the app: its offer is kept from the first screen on, until somebody presses the button. */
import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'

/** Chromium's, not in TypeScript's library. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const deferredPrompt = new Store<InstallPromptEvent | null>(null)

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event
}

export function deferInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Without this some browsers show a bar of their own.
    event.preventDefault()
    if (isInstallPrompt(event)) deferredPrompt.setState(() => event)
  })
  addEventListener('appinstalled', () => deferredPrompt.setState(() => null))
}

/** `installed`: this is the app's own window. `offered`: the browser will ask. `byHand`: only its menu can. */
type Installation = 'installed' | 'offered' | 'byHand'

export function useInstallation(): Installation {
  const prompt = useSelector(deferredPrompt)
  if (matchMedia('(display-mode: standalone)').matches) return 'installed'
  return prompt === null ? 'byHand' : 'offered'
}

/** Shows the browser's own question. An offer can be used once. */
export async function install(): Promise<void> {
  const prompt = deferredPrompt.state
  deferredPrompt.setState(() => null)
  await prompt?.prompt()
}
