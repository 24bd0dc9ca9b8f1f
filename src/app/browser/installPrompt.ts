/** Installing the app. The browser fires `beforeinstallprompt` once and early, so the event is stored until the user clicks Install. */
import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'
import { useMediaQuery } from './useMediaQuery.ts'

/** Chromium only, so TypeScript's library does not have it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const deferredPrompt = new Store<InstallPromptEvent | null>(null)

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event
}

export function deferInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Without this some browsers show their own install bar.
    event.preventDefault()
    if (isInstallPrompt(event)) deferredPrompt.setState(() => event)
  })
  addEventListener('appinstalled', () => deferredPrompt.setState(() => null))
}

/** `installed`: this window is the installed app. `offered`: the browser can ask. `byHand`: only the browser's menu can install it. */
type Installation = 'installed' | 'offered' | 'byHand'

export function useInstallation(): Installation {
  const prompt = useSelector(deferredPrompt)
  // Chromium moves the tab in which somebody installs the app into the app's window.
  if (useMediaQuery('(display-mode: standalone)')) return 'installed'
  return prompt === null ? 'byHand' : 'offered'
}

/** Shows the browser's install prompt. An event can be used once: after a refusal the browser's menu is left, until the browser asks again. */
export async function install(): Promise<void> {
  const prompt = deferredPrompt.state
  deferredPrompt.setState(() => null)
  await prompt?.prompt()
}
