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
} catch {
  // A browser that blocks cookies blocks storage too, without which the app cannot begin.
  addEventListener('DOMContentLoaded', askForStorage)
}

function askForStorage() {
  const isFrench = navigator.language.startsWith('fr')
  const texts = isFrench
    ? [
        'Votre navigateur bloque les cookies de ce site',
        `Sans eux, ce site ne peut rien enregistrer sur cet ordinateur, et ne peut donc pas démarrer. Cliquez sur l’icône à gauche de l’adresse, autorisez les cookies pour ${location.hostname}, puis actualisez la page.`,
        'Actualiser la page',
      ]
    : [
        'Your browser blocks this site’s cookies',
        `Without them this site cannot store anything on this computer, and so cannot start. Click the icon to the left of the address, allow cookies for ${location.hostname}, then reload the page.`,
        'Reload the page',
      ]
  const main = document.createElement('main')
  const [title, advice, button] = ['h1', 'p', 'button'].map((name) => main.appendChild(document.createElement(name)))
  title.textContent = texts[0]
  advice.textContent = texts[1]
  button.textContent = texts[2]
  button.addEventListener('click', () => location.reload())
  main.style.cssText = 'max-width:32rem;margin:20vh auto;padding:0 1.5rem;display:grid;gap:1rem;justify-items:start'
  title.style.cssText = 'font-size:1.25rem;font-weight:600'
  button.style.cssText = 'padding:.5rem 1rem;border:1px solid;border-radius:.375rem'
  document.documentElement.lang = isFrench ? 'fr' : 'en'
  document.body.replaceChildren(main)
}
