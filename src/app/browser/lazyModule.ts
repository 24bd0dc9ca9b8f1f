/**
 * The parts of the app that are fetched when they are first needed. A line that breaks costs a wait, not the page: what runs on it goes on.
 * Knows no screen.
 */
import { sleep } from './sleep.ts'

const retryMs = 2_000
/** A server that answers and does not give the part will not give it at the next try either. */
const failuresOnlineMax = 3

/** Fetches a part, again and again while there is no server; rejects where there is one that does not have it. */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let failuresOnline = 0; ;) {
    try {
      return await load()
    } catch (error) {
      if ((await newestPage()) !== null) failuresOnline += 1
      if (failuresOnline === failuresOnlineMax) throw error
      await sleep(retryMs)
    }
  }
}

const reloadedAtKey = 'fieldport.reloadedAt'
/** Parts that are missing again so soon are missing from the new version too: reloading would go on for ever. */
const reloadPauseMs = 60_000

/**
 * A page left open over a deploy may ask for a part that the server has no more. Reloading once gets the newer version; while an update
 * runs the browser asks first (pageGuards.ts).
 */
export function reloadOnPreloadError(): void {
  addEventListener('vite:preloadError', () => void reloadToNewVersion())
}

async function reloadToNewVersion(): Promise<void> {
  const reloadedAt = Number(sessionStorage.getItem(reloadedAtKey) ?? 0)
  if (Date.now() - reloadedAt < reloadPauseMs) return
  // Without a server it was the network that failed, and so it was where the server has this very version: what is typed here would be lost.
  const page = await newestPage()
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (page === null || (typeof entry === 'string' && page.includes(entry))) return
  sessionStorage.setItem(reloadedAtKey, String(Date.now()))
  location.reload()
}

/** The app's page as the server has it now, whatever is kept here; null where there is no answer. */
async function newestPage(): Promise<string | null> {
  try {
    const answer = await fetch(`/?newest=${Date.now()}`, { cache: 'no-store' })
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}
