import type { Page } from 'playwright/test'
import { axe } from './axe.ts'
import { connectSimulated, expectChecked, firmwareFile, publish, setFaults, nextStep, openFold, update } from './detector.ts'
import { expect, signIn, test } from './portal.ts'

async function expectNothing(page: Page, state: string): Promise<void> {
  const { violations } = await axe(page).analyze()
  expect(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html ?? ''}`)).toEqual([])
}

async function begin(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await connectSimulated(page)
}

const programming = (page: Page) => page.getByRole('dialog', { name: 'Programming' })
const failed = (page: Page) => page.getByRole('dialog', { name: 'USB disconnection error' })

// Split in two tests, because an analysis of the whole page takes seconds.
for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the update page, from the checks to a failure (${colorScheme})`, async ({ page, request }) => {
    await publish(request, colorScheme === 'light' ? '9.6' : '9.8', firmwareFile(20_000).file)
    await begin(page, colorScheme)
    const checks = nextStep(page)
    await expectChecked(page)
    await openFold(page, /checks passed/)
    await expectNothing(page, 'ready')

    await setFaults(page, { batteryPercent: 9, latencyMs: 0, eraseMs: 300 })
    await checks.getByRole('button', { name: 'Check again' }).click()
    await expect(checks).toContainText('nearly empty')
    await expectNothing(page, 'refused')

    await setFaults(page, { batteryPercent: 80, latencyMs: 30 })
    await checks.getByRole('button', { name: 'Check again' }).click()
    await expect(update(page)).toBeEnabled()
    await update(page).click()
    await expect(programming(page)).toBeVisible()
    await expectNothing(page, 'programming')

    await page.evaluate(() => window.simulatedDetector?.unplug())
    await expect(failed(page)).toBeVisible()
    await expectNothing(page, 'failed')
  })

  test(`axe finds nothing on the update page, from an interrupted update to the end (${colorScheme})`, async ({ page, request }) => {
    await publish(request, colorScheme === 'light' ? '9.7' : '9.9', firmwareFile(20_000).file)
    await begin(page, colorScheme)
    await setFaults(page, { latencyMs: 30, eraseMs: 300 })
    await update(page).click()
    await expect(programming(page)).toBeVisible()
    await page.evaluate(() => window.simulatedDetector?.unplug())
    await failed(page).getByRole('button', { name: 'Close' }).click()
    const stopped = nextStep(page).filter({ hasText: /stopped at \d+%/ })
    await expect(stopped).toBeVisible()
    await expectNothing(page, 'stopped')

    await setFaults(page, { latencyMs: 0 })
    await page.evaluate(() => window.simulatedDetector?.plug())
    await stopped.getByRole('button', { name: 'Finish the update' }).click()
    const yes = page.getByRole('button', { name: 'Yes, it restarted' })
    await expect(yes).toBeVisible({ timeout: 30_000 })
    await expectNothing(page, 'asking')
    await yes.click()
    await expect(page.getByRole('dialog', { name: 'The update is complete' })).toBeVisible()
    await expectNothing(page, 'restarted')
  })
}
