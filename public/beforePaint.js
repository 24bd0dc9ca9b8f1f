// Before the first paint. In a file of its own: the CSP allows no inline script.

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
