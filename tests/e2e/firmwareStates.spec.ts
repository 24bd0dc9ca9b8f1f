/**
 * The firmware on a detector (installed, none or unknown) is the same everywhere: on the owner's pages, on every computer and for staff.
 */
import type { Page } from 'playwright/test'
import { connectSimulated, firmwareFile, headline, nextStep, publish, setFaults, update } from './detector.ts'
import { seeItThrough } from './field.ts'
import { expect, signIn, test } from './portal.ts'
import { updateWords } from './updateWords.ts'

const w = updateWords.en

/** All texts that the update page shows while up to date. */
const upToDate = /up to date/i

async function begin(page: Page, faults: Record<string, unknown>): Promise<void> {
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await connectSimulated(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 300, ...faults })
}

const detectors = (page: Page) => page.getByRole('region', { name: w.myDetectors, exact: true })

async function finish(page: Page): Promise<void> {
  await setFaults(page, { latencyMs: 0, eraseMs: 300 })
  await update(page).click()
  await seeItThrough(page)
}

test('an interrupted detector has no firmware, here and on a second computer, until one of them finishes the update', async ({
  page,
  request,
  openElsewhere,
}) => {
  await publish(request, '10.1', firmwareFile(20_000, 0).file)
  await begin(page, { unplugAtPercent: 50 })
  await update(page).click()
  await page.getByRole('dialog', { name: w.unplugged }).getByRole('button', { name: w.close }).first().click()
  await page.evaluate(() => window.simulatedDetector?.plug())
  await expect(page.getByRole('region', { name: w.connectedDetector })).toContainText(w.noFirmware)
  await expect(headline(page)).toHaveText(w.finish)
  await expect(nextStep(page)).toContainText(/60\s?%/)
  await expect(detectors(page)).toContainText(w.noFirmware)
  expect(await page.locator('main').innerText()).not.toMatch(upToDate)
  expect(await page.evaluate(() => window.simulatedDetector?.applicationValid)).toBe(false)

  const other = await openElsewhere('customer')
  await expect(headline(other)).toHaveText(w.finish)
  await expect(detectors(other)).toContainText(w.noFirmware)
  expect(await other.locator('main').innerText()).not.toMatch(upToDate)

  const staff = await openElsewhere('admin')
  await staff.goto('/user/show/4')
  await expect(staff.locator('main')).toContainText(w.noFirmwareFor('10.1'))

  await connectSimulated(other)
  await expect(headline(other)).toHaveText(w.finish)
  await finish(other)
  await expect(detectors(other)).toContainText('10.1')
  await other.context().close()

  await page.reload()
  await expect(detectors(page)).toContainText('10.1')
  await expect(page.getByText(w.noFirmware)).toHaveCount(0)
  await expect(headline(page)).toHaveText(w.connectHeadline)
})

test('while an update runs, a second computer and staff say so, and nobody says that it was interrupted', async ({
  page,
  request,
  openElsewhere,
}) => {
  await publish(request, '10.2', firmwareFile(20_000, 0).file)
  await begin(page, { latencyMs: 60 })
  await update(page).click()
  await expect(page.getByRole('dialog', { name: w.programming })).toBeVisible()

  const other = await openElsewhere('customer')
  await expect(headline(other)).toHaveText(w.updatingTo('10.2'))
  await expect(detectors(other)).toContainText(w.updatingTo('10.2'))
  await expect(nextStep(other).getByRole('button', { name: w.worksAgain })).toHaveCount(0)
  await expect(other.getByText(w.noFirmware)).toHaveCount(0)

  const staff = await openElsewhere('admin')
  await staff.goto('/user/show/4')
  await expect(staff.locator('main')).toContainText(w.updatingTo('10.2'))
  await expect(staff.locator('main')).not.toContainText(w.noFirmwareFor('10.2'))

  // Here and connected, whatever the other computer was heard to do: it can be finished at once.
  await connectSimulated(other)
  await expect(headline(other)).toHaveText(w.finish)
  await other.context().close()

  await setFaults(page, { latencyMs: 0 })
  await page.getByRole('dialog', { name: w.didItRestart }).getByRole('button', { name: w.yes }).click()
})

test('after the owner confirms that the detector works again, its firmware is unknown', async ({ page, request, openElsewhere }) => {
  await publish(request, '10.3', firmwareFile(20_000, 1).file)
  await begin(page, { unplugAtPercent: 50 })
  await update(page).click()
  await page.getByRole('dialog', { name: w.unplugged }).getByRole('button', { name: w.close }).first().click()
  await expect(headline(page)).toHaveText(w.finish)
  const other = await openElsewhere('customer')
  await nextStep(other).getByRole('button', { name: w.worksAgain }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: w.yesItWorks }).click()
  await expect(headline(other)).toHaveText(w.connectHeadline)
  await expect(detectors(other)).toContainText(w.unknown)
  await other.context().close()

  await page.reload()
  await expect(headline(page)).toHaveText(w.connectHeadline)
  await expect(detectors(page)).toContainText(w.unknown)
  await connectSimulated(page)
  await expect(headline(page)).toHaveText(w.install('10.3'))
})

test('after an interruption at the last command the firmware is unknown, and can be installed again', async ({ page, request }) => {
  await publish(request, '10.4', firmwareFile(5_000, 2).file)
  await begin(page, { unplugBeforeComplete: true })
  await update(page).click()
  const failed = page.getByRole('dialog', { name: w.unplugged })
  await expect(failed).toContainText(w.safeToInstall)
  await expect(failed).not.toContainText(/update mode/)
  await page.evaluate(() => window.simulatedDetector?.plug())
  await failed.getByRole('button', { name: w.reconnect }).click()
  await expect(headline(page)).toHaveText(w.install('10.4'))
  await expect(update(page)).toBeFocused()
  expect(await page.locator('main').innerText()).not.toMatch(upToDate)
  await finish(page)
  await page.reload()
  await expect(detectors(page)).toContainText('10.4')
})
