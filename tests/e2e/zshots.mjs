// tests/e2e/zshots.tmp.ts
import { chromium as chromium2 } from 'playwright'
import { AxeBuilder } from '@axe-core/playwright'

// tests/support/chromium.ts
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'
var names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
var installedApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]
var chromiumArgs = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
function findChromium() {
  const found = chromiumOnThisMachine()
  if (found !== void 0) return found
  spawnSync(process.execPath, [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'], { stdio: 'ignore' })
  const downloaded = chromium.executablePath()
  if (existsSync(downloaded)) return downloaded
  throw new Error('No Chrome or Chromium found: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
}
function chromiumOnThisMachine() {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const candidates = [process.env['CHROMIUM_PATH'], ...onPath, ...installedApplications, chromium.executablePath()]
  return candidates.find((path) => path !== void 0 && existsSync(path))
}

// tests/e2e/zscenarios.tmp.ts
var list = (name, path) => ({ name, path, as: 'admin', full: false })
var scrolled = async (p) => p.locator('section[tabindex="0"]').evaluate((e) => e.scrollTo({ left: 300, top: 90 }))
var scenarios = [
  list('users', '/user/index'),
  list('codes', '/warrantyCode/index'),
  list('news', '/news/index'),
  list('firmwares', '/firmware/index'),
  list('security', '/securityEvent/index'),
  list('zones', '/rallyZone/index'),
  { ...list('users-scrolled', '/user/index'), steps: scrolled, widths: '390,1024' },
  {
    ...list('users-filter', '/user/index'),
    steps: async (p, { t }) => {
      await p.getByRole('button', { name: t('Filter', 'Filtrer'), exact: true }).click()
    },
  },
  {
    ...list(
      'users-chips',
      '/user/index?filters=' + encodeURIComponent(JSON.stringify({ role: 'ROLE_CUSTOMER', accountValidated: 'false' })),
    ),
  },
]

// tests/e2e/zshots.tmp.ts
var url = process.env['URL_'] ?? 'http://127.0.0.1:4987'
var password = 'demo-Fieldport-2026'
var sizes = { 390: [390, 844], 1024: [1024, 768], 1280: [1280, 720], 1920: [1920, 1080] }
var [, , pattern = '.', widths = '390,1024,1280,1920', modes = 'en-light,fr-dark', out = '/tmp/mine'] = process.argv
var browser = await chromium2.launch({ executablePath: findChromium(), args: chromiumArgs })
var sessions = /* @__PURE__ */ new Map()
async function session(account) {
  const kept = sessions.get(account)
  if (kept) return kept
  const answer = await fetch(`${url}/backend/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `${account}@example.com`, password }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  sessions.set(account, text)
  return text
}
async function one(scenario, width, mode) {
  const [locale, theme] = mode.split('-')
  const [w, h] = sizes[width]
  const context = await browser.newContext({
    viewport: { width: w, height: h },
    locale: locale === 'en' ? 'en-GB' : 'fr-FR',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    timezoneId: 'Europe/Paris',
    hasTouch: width === '390',
    ...(scenario.context ?? {}),
  })
  const page = await context.newPage()
  const complaints = []
  page.on('console', (m) => {
    if (m.type() === 'error' && !m.text().startsWith('Failed to load resource')) complaints.push(m.text())
  })
  page.on('pageerror', (e) => complaints.push(String(e)))
  await context.addInitScript(
    ({ locale: locale2, theme: theme2, session: session2 }) => {
      if (window !== window.top) return
      localStorage.setItem('fieldport.locale', locale2)
      localStorage.setItem('fieldport.theme', theme2)
      if (session2 && !sessionStorage.getItem('seeded')) {
        localStorage.setItem('fieldport.user', session2)
        sessionStorage.setItem('seeded', '1')
      }
    },
    { locale, theme, session: scenario.as ? await session(scenario.as) : '' },
  )
  const t = (en, fr) => (locale === 'en' ? en : fr)
  const name = `${scenario.name}-${width}-${mode}`
  try {
    await scenario.before?.(page, { t, width: w, url })
    await page.goto(url + scenario.path)
    await page.locator('h1').first().waitFor({ timeout: 15e3 })
    if (!scenario.isLoading) await page.waitForLoadState('networkidle').catch(() => void 0)
    await page.waitForTimeout(300)
    await scenario.steps?.(page, { t, width: w, url })
    await page.waitForTimeout(350)
  } catch (error) {
    console.log(`!! ${name}: ${String(error).slice(0, 700)}`)
  }
  await page.screenshot({ path: `${out}/${name}.png`, fullPage: scenario.full ?? true })
  const over = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  if (over[0] > over[1]) console.log(`OVERFLOW ${name} ${over}`)
  if (!process.env['NOAXE']) {
    const builder = new AxeBuilder({ page }).options({ rules: { 'label-content-name-mismatch': { enabled: true } } }).exclude('iframe')
    const { violations } = await builder.analyze()
    for (const v of violations)
      console.log(
        `AXE ${name} ${v.id}: ${v.nodes
          .slice(0, 3)
          .map((n) => n.html.slice(0, 200) + ' | ' + (n.failureSummary ?? '').replace(/\s+/g, ' ').slice(0, 250))
          .join('\n     ')}`,
      )
  }
  if (complaints.length) console.log(`CONSOLE ${name} ${complaints.map((c) => c.slice(0, 200)).join(' || ')}`)
  await context.close()
}
for (const scenario of scenarios.filter(({ name }) => new RegExp(pattern).test(name)))
  for (const width of (scenario.widths ?? widths).split(',').filter((w) => widths.split(',').includes(w)))
    for (const mode of modes.split(',')) await one(scenario, width, mode)
await browser.close()
