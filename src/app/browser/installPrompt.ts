/**
 * Keeps the browser's offer to install the app, which it makes once and early, until somebody presses the button (installOffer.ts). Loaded
 * with the first screen for that reason.
 */

/** Chromium's, not in TypeScript's library. */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export const heldOffer: { current: InstallPromptEvent | null; onChange: () => void } = { current: null, onChange: () => {} }

export function holdOffer(next: InstallPromptEvent | null): void {
  heldOffer.current = next
  heldOffer.onChange()
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event
}

export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Without this some browsers show a bar of their own.
    event.preventDefault()
    if (isInstallPrompt(event)) holdOffer(event)
  })
  addEventListener('appinstalled', () => holdOffer(null))
}
