// Before the first paint, so that nobody who chose a theme sees the other one flash. In a file of its own: the CSP allows no inline script.
const theme = localStorage.getItem('fieldport.theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
