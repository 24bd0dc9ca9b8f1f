import type { Page } from 'playwright/test'
import { connectSimulated, firmwareFile, publish, readFlash, setFaults, nextStep, openFold, update } from './detector.ts'
import { seeItThrough } from './field.ts'
import { expect, signIn, test } from './portal.ts'

const latest = (page: Page) => page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()

async function begin(page: Page): Promise<void> {
  await signIn(page, 'customer', /\/productUpdate\/index$/)
  await connectSimulated(page)
  await setFaults(page, { latencyMs: 0, eraseMs: 300 })
}

test('a server that goes down after the download does not stop the update, and gets the report when it is back', async ({
  page,
  request,
  server,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource|ERR_CONNECTION/)
  await publish(request, '8.0', firmwareFile(2_000).file)
  await begin(page)
  await openFold(page, 'Other versions and languages')
  await expect(update(page)).toContainText('8.0')
  await expect(nextStep(page)).toContainText('Ready offline')
  await server.stop('SIGKILL')
  await update(page).click()
  await seeItThrough(page)
  await expect(page.getByText('1 update result waiting to be sent')).toBeVisible()

  // Nobody clicks "Send now": the page notices by itself that the server is back.
  await server.start()
  await expect(page.getByText('1 update result waiting to be sent')).toBeHidden()
  await expect(latest(page)).toContainText('8.0')
  await expect(latest(page)).toContainText('Success')
})

test('a pulled cable is explained and recorded, and the next attempt succeeds', { tag: '@convincing' }, async ({ page, request }) => {
  const { file, image } = firmwareFile(20_000)
  await publish(request, '8.1', file)
  await begin(page)
  await setFaults(page, { unplugAtPercent: 40 })
  await update(page).click()

  const failed = page.getByRole('dialog', { name: 'USB disconnection error' })
  await expect(failed).toContainText('Your detector has no firmware until it is finished')
  expect(await page.evaluate(() => window.simulatedDetector?.applicationValid)).toBe(false)

  // It reconnects automatically once it is plugged in.
  await page.evaluate(() => window.simulatedDetector?.plug())
  await failed.getByRole('button', { name: 'Reconnect the detector' }).click()
  await expect(latest(page)).toContainText('USB disconnection error')
  await update(page).click()
  await page.getByRole('button', { name: 'Yes, it restarted' }).click()
  await expect(page.getByRole('dialog', { name: 'The update is complete' })).toBeVisible()
  expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
})

test('the restart question returns at the next visit until it is answered', async ({ page, request }) => {
  await publish(request, '8.3', firmwareFile(100).file)
  await begin(page)
  await update(page).click()
  const question = page.getByRole('dialog', { name: 'Did your detector restart?' })
  await expect(question).toBeVisible()
  await page.reload()
  await question.getByRole('button', { name: 'Yes, it restarted' }).click()
  const done = page.getByRole('dialog', { name: 'The update is complete' })
  await expect(done).toContainText('8.3')
  await done.getByRole('button', { name: 'Done' }).click()
  await expect(latest(page)).toContainText('Success')
  await page.reload()
  await expect(latest(page)).toContainText('8.3')
  await expect(question).toBeHidden()
})
