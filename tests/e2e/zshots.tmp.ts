import { chromium, type Page, type BrowserContext } from 'playwright'
import { AxeBuilder } from '@axe-core/playwright'
import { chromiumArgs, findChromium } from '../support/chromium.ts'
import { scenarios, type Scenario } from './zscenarios.tmp.ts'

const url = process.env['URL_'] ?? 'http://127.0.0.1:4987'
const password = 'demo-Fieldport-2026'
const sizes: Record<string, [number, number]> = { '390': [390, 844], '1024': [1024, 768], '1280': [1280, 720], '1920': [1920, 1080] }
const [, , pattern = '.', widths = '390,1024,1280,1920', modes = 'en-light,fr-dark', out = '/tmp/mine'] = process.argv
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
const sessions = new Map<string, string>()
async function session(account: string): Promise<string> {
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
async function one(scenario: Scenario, width: string, mode: string): Promise<void> {
  const [locale, theme] = mode.split('-') as ['en' | 'fr', 'light' | 'dark']
  const [w, h] = sizes[width]!
  const context: BrowserContext = await browser.newContext({
    viewport: { width: w, height: h },
    locale: locale === 'en' ? 'en-GB' : 'fr-FR',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    timezoneId: 'Europe/Paris',
    hasTouch: width === '390',
    ...(scenario.context ?? {}),
  })
  const page: Page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (m) => {
    if (m.type() === 'error' && !m.text().startsWith('Failed to load resource')) complaints.push(m.text())
  })
  page.on('pageerror', (e) => complaints.push(String(e)))
  await context.addInitScript(
    ({ locale, theme, session }) => {
      if (window !== window.top) return
      localStorage.setItem('fieldport.locale', locale)
      localStorage.setItem('fieldport.theme', theme)
      if (session && !sessionStorage.getItem('seeded')) {
        localStorage.setItem('fieldport.user', session)
        sessionStorage.setItem('seeded', '1')
      }
    },
    { locale, theme, session: scenario.as ? await session(scenario.as) : '' },
  )
  const t = (en: string, fr: string) => (locale === 'en' ? en : fr)
  const name = `${scenario.name}-${width}-${mode}`
  try {
    await scenario.before?.(page, { t, width: w, url })
    await page.goto(url + scenario.path)
    await page.locator('h1').first().waitFor({ timeout: 15000 })
    if (!scenario.isLoading) await page.waitForLoadState('networkidle').catch(() => undefined)
    await page.waitForTimeout(300)
    await scenario.steps?.(page, { t, width: w, url })
    await page.waitForTimeout(350)
  } catch (error) {
    console.log(`!! ${name}: ${String(error).slice(0, 700)}`)
  }
  await page.screenshot({ path: `${out}/${name}.png`, fullPage: scenario.full ?? true })
  const over = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  if (over[0]! > over[1]!) console.log(`OVERFLOW ${name} ${over}`)
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
