/** Installing the app. The browser fires `beforeinstallprompt` once and early, so the event is stored until the user clicks Install. */
import { useSelector } from '@tanstack/react-store'
import { Store } from '@tanstack/store'

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
  if (matchMedia('(display-mode: standalone)').matches) return 'installed'
  return prompt === null ? 'byHand' : 'offered'
}

/** Shows the browser's install prompt. An event can be used once. */
export async function install(): Promise<void> {
  const prompt = deferredPrompt.state
  deferredPrompt.setState(() => null)
  await prompt?.prompt()
}
