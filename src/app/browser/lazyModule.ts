/**
 * Modules that load on first use. When the connection breaks, loading waits for the server, and the page stays as it is. Knows no screen.
 */
import { loadAllTexts } from '../i18n/i18n.ts'
import { sleep } from './sleep.ts'

const retryMs = 2_000
/** After this many failures while the server answers, the server does not have the module. */
const failuresOnlineMax = 3

/** Imports a module and the texts it may show, and retries while the server is away. Rejects when the server answers but does not have the module. */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let failuresOnline = 0; ;) {
    try {
      const [module] = await Promise.all([load(), loadAllTexts()])
      return module
    } catch (error) {
      if ((await newestPage()) !== null) failuresOnline += 1
      if (failuresOnline === failuresOnlineMax) throw error
      await sleep(retryMs)
    }
  }
}

const reloadedAtKey = 'fieldport.reloadedAt'
/** A module that is missing again this soon after a reload is missing from the new version too: do not reload for ever. */
const reloadPauseMs = 60_000

/**
 * After a deployment, an open page may ask for a module that the server no longer has. One reload gets the new version; during an update
 * the browser asks before it reloads (pageGuards.ts).
 */
export function reloadOnPreloadError(): void {
  addEventListener('vite:preloadError', () => void reloadToNewVersion())
}

async function reloadToNewVersion(): Promise<void> {
  const reloadedAt = Number(sessionStorage.getItem(reloadedAtKey) ?? 0)
  if (Date.now() - reloadedAt < reloadPauseMs) return
  // No reload without a server, or when the server has this very version: then the network failed, and a reload would lose what the user
  // has typed.
  const page = await newestPage()
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  if (page === null || (typeof entry === 'string' && page.includes(entry))) return
  sessionStorage.setItem(reloadedAtKey, String(Date.now()))
  location.reload()
}

/** The server's current index page, past every cache; null without a response. */
async function newestPage(): Promise<string | null> {
  try {
    const answer = await fetch(`/?newest=${Date.now()}`, { cache: 'no-store' })
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}
