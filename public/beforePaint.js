// Before the first paint. In a file of its own: the CSP allows no inline script.

try {
  // Nobody who chose a theme sees the other one flash.
  const theme = localStorage.getItem('fieldport.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme

  // Who is signed in gets what comes after the entrance with it, not after it (vite.config.ts).
  const session = localStorage.getItem('fieldport.user')
  if (session !== null) {
    const locale = localStorage.getItem('fieldport.locale') ?? /"locale":"(\w+)"/.exec(session)?.[1]
    for (const link of document.querySelectorAll('link[rel="signed-in"]'))
      if (link.hreflang === '' || link.hreflang === locale) link.rel = 'modulepreload'
  }
  addEventListener('error', onError, true)
} catch {
  // A browser that blocks cookies blocks storage too, without which the app cannot begin.
  show(
    [
      'Your browser blocks this site’s cookies',
      `Without them this site cannot store anything on this computer, and so cannot start. Click the icon to the left of the address, allow cookies for ${location.hostname}, then reload the page.`,
      'Reload the page',
    ],
    [
      'Votre navigateur bloque les cookies de ce site',
      `Sans eux, ce site ne peut rien enregistrer sur cet ordinateur, et ne peut donc pas démarrer. Cliquez sur l’icône à gauche de l’adresse, autorisez les cookies pour ${location.hostname}, puis actualisez la page.`,
      'Actualiser la page',
    ],
  )
}

/**
 * The page's own script or style sheet: neither the server nor the service worker has this version any more, or the network has failed.
 * @param {Event} event
 */
function onError({ target }) {
  if (target instanceof HTMLElement && target.matches('script[src^="/assets/"], link[href^="/assets/entrance-"]')) void startOver()
}

let isStartingOver = false

/** Starts again from what the server has; once a minute at most, by itself, and never while a window updates a detector. */
async function startOver() {
  if (isStartingOver) return
  isStartingOver = true
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  if (held.some(({ name }) => name === 'fieldport-update-flow')) {
    show(
      ['Your detector is being updated in another window', 'This page opens once the update has finished. Leave the other window open.'],
      [
        'Votre détecteur est en cours de mise à jour dans une autre fenêtre',
        'Cette page s’ouvrira dès la fin de la mise à jour. Laissez l’autre fenêtre ouverte.',
      ],
    )
    await navigator.locks.request('fieldport-update-flow', () => {})
  }
  // As in src/app/browser/lazyModule.ts.
  const reloadedAt = Number(sessionStorage.getItem('fieldport.reloadedAt') ?? 0)
  const newest = await fetch(`/?newest=${Date.now()}`, { cache: 'no-store' }).then(
    (answer) => answer.text(),
    () => '',
  )
  if (newest.includes('/assets/entrance-') && Date.now() - reloadedAt > 60_000) {
    sessionStorage.setItem('fieldport.reloadedAt', String(Date.now()))
    for (const registration of (await navigator.serviceWorker?.getRegistrations()) ?? []) await registration.unregister()
    for (const name of (await globalThis.caches?.keys()) ?? []) if (name.startsWith('workbox-')) await caches.delete(name)
    location.reload()
    return
  }
  show(
    ['This page could not be loaded', 'A part of it did not arrive. Check your connection, then reload the page.', 'Reload the page'],
    [
      'Cette page n’a pas pu être chargée',
      'Une partie n’est pas arrivée. Vérifiez votre connexion, puis actualisez la page.',
      'Actualiser la page',
    ],
  )
}

/**
 * A title, an advice and perhaps a button, in place of the app.
 * @param {readonly string[]} english
 * @param {readonly string[]} french
 */
function show(english, french) {
  if (document.readyState === 'loading') {
    addEventListener('DOMContentLoaded', () => show(english, french))
    return
  }
  const isFrench = navigator.language.startsWith('fr')
  const texts = isFrench ? french : english
  const main = document.createElement('main')
  const [title, , button] = ['h1', 'p', 'button'].slice(0, texts.length).map((name, index) => {
    const element = main.appendChild(document.createElement(name))
    element.textContent = texts[index] ?? ''
    return element
  })
  button?.addEventListener('click', () => location.reload())
  main.style.cssText = 'max-width:32rem;margin:20vh auto;padding:0 1.5rem;display:grid;gap:1rem;justify-items:start'
  if (title) title.style.cssText = 'font-size:1.25rem;font-weight:600'
  if (button) button.style.cssText = 'padding:.5rem 1rem;border:1px solid;border-radius:.375rem'
  document.documentElement.lang = isFrench ? 'fr' : 'en'
  document.body.replaceChildren(main)
}
