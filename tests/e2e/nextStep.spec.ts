/**
 * Every state of the update page has one headline and at most one primary button, both visible without scrolling; when something ends, it
 * has the focus.
 */
import type { Page } from 'playwright/test'
import { locales } from '../../src/contract/rules.ts'
import { connectSimulated, firmwareFile, headline, nextStep, publish, setFaults, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'
import { updateWords } from './updateWords.ts'
import { readIn } from './words.ts'

const sizes = [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
] as const

/** Visible without scrolling. */
async function expectInView(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(headline(page)).toHaveCount(1)
    const primary = page.locator('main [data-step-button]')
    expect(await primary.count()).toBeLessThanOrEqual(1)
    for (const part of [headline(page), ...(await primary.all())]) {
      const box = await part.boundingBox()
      expect(box?.y).toBeGreaterThanOrEqual(0)
      expect((box?.y ?? 0) + (box?.height ?? size.height)).toBeLessThanOrEqual(size.height)
    }
  }
  await page.setViewportSize(sizes[0])
}

for (const [index, locale] of locales.entries()) {
  const w = updateWords[locale]

  test(`the next step is visible and focused, from the first visit to a finished update (${locale})`, async ({ page, request }) => {
    test.slow()
    const version = `${10 + index}.0`
    await publish(request, version, firmwareFile(5_000, index).file)
    await readIn(page, locale)
    await signIn(page, 'customer', /\/productUpdate\/index$/)
    await expect(headline(page)).toHaveText(w.connectHeadline)
    await expectInView(page)
    await connectSimulated(page)
    await expect(headline(page)).toContainText(version)
    await expectInView(page)

    // By keyboard: a failing update, and the one that finishes it.
    await setFaults(page, { latencyMs: 0, eraseMs: 300, unplugAtPercent: 50 })
    await update(page).press('Enter')
    const failed = page.getByRole('dialog', { name: w.unplugged })
    await expect(failed).toBeVisible()
    await page.evaluate(() => window.simulatedDetector?.plug())
    await failed.getByRole('button', { name: w.backToUpdate }).press('Enter')
    await expect(headline(page)).toHaveText(w.finish)
    await expect(update(page)).toBeFocused()
    await expectInView(page)

    await setFaults(page, { latencyMs: 0, eraseMs: 300 })
    await update(page).press('Enter')
    await page.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).press('Enter', { timeout: 30_000 })
    await page.getByRole('dialog', { name: w.complete }).getByRole('button', { name: w.done }).press('Enter')
    await expect(nextStep(page).getByRole('button', { name: w.connect })).toBeFocused()
    await expectInView(page)
  })
}

// After the tests above: these leave detectors behind that must be finished.
for (const [index, locale] of locales.entries()) {
  const w = updateWords[locale]

  test(`the dialog’s button reconnects a detector that did not restart (${locale})`, async ({ page, request }) => {
    await publish(request, `${20 + index}.0`, firmwareFile(100, index).file)
    await readIn(page, locale)
    await signIn(page, 'customer', /\/productUpdate\/index$/)
    await connectSimulated(page)
    await setFaults(page, { latencyMs: 0, eraseMs: 300 })
    await update(page).click()
    await page.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.no }).click()
    await page.getByRole('dialog', { name: w.didNotRestart }).getByRole('button', { name: w.reconnect }).press('Enter')
    await expect(page.getByRole('region', { name: w.connectedDetector })).toBeVisible()
    await expect(headline(page)).toHaveText(w.firmwareUnknown)
    await expect(update(page)).toBeFocused()
  })

  test(`after a failure the tab’s title never shows the download again (${locale})`, async ({ page, request }) => {
    await publish(request, `${30 + index}.0`, firmwareFile(20_000, index).file)
    await readIn(page, locale)
    await signIn(page, 'customer', /\/productUpdate\/index$/)
    await connectSimulated(page)
    await setFaults(page, { latencyMs: 5, eraseMs: 300, unplugAtPercent: 60 })
    await page.evaluate(() => {
      const heard: string[] = []
      Object.assign(window, { heard })
      const note = () => heard.push(`${document.title} | ${document.querySelector('[role=dialog] h2')?.textContent ?? ''}`)
      new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
    })
    await update(page).click()
    await expect(page.getByRole('dialog', { name: w.unplugged })).toBeVisible()
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
    const first = heard.findIndex((line) => line.includes(w.programming))
    expect(first).toBeGreaterThan(-1)
    expect(heard.slice(first).filter((line) => line.includes(w.loading))).toEqual([])
  })

  test(`on a phone the page asks to be opened on a computer, and offers its link (${locale})`, async ({ browser, baseURL }) => {
    const phone = await browser.newContext({
      ...(baseURL !== undefined && { baseURL }),
      viewport: { width: 390, height: 844 },
      userAgent: 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    })
    const page = await phone.newPage()
    // Chromium on a phone has no WebHID.
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'hid')
    })
    await readIn(page, locale)
    await signIn(page, 'customer', /\/productUpdate\/index$/)
    await expect(headline(page)).toHaveText(w.openOnComputer)
    await expect(nextStep(page).getByRole('button', { name: w.copyLink })).toBeVisible()
    await expect(page.getByRole('button', { name: w.connect, exact: true })).toHaveCount(0)
    await expectInView(page)
    await phone.close()
  })
}
