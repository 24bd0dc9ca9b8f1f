import type { Page } from 'playwright/test'
import { headline, nextStep } from './detector.ts'
import { expect, signIn, test } from './portal.ts'

/** Replaces navigator.hid, the lowest level, because a real chooser and device need a person and a cable. */
async function fakeHid(page: Page, answers: { granted: number; chosen: number; openFails?: string }): Promise<void> {
  await page.addInitScript(({ granted, chosen, openFails }) => {
    const device = (index: number) =>
      Object.assign(new EventTarget(), {
        vendorId: 13166,
        productId: index,
        productName: `Detector ${index}`,
        opened: false,
        collections: [{ inputReports: [{}], outputReports: [{}] }],
        open: () => (openFails === undefined ? Promise.resolve() : Promise.reject(new DOMException('refused', openFails))),
        close: () => Promise.resolve(),
        forget: () => Promise.resolve(),
        // Silent: accepts every frame and answers none.
        sendReport: () => Promise.resolve(),
      })
    const devices = (count: number) => Array.from({ length: count }, (_, index) => device(index + 1))
    const hid = Object.assign(new EventTarget(), {
      getDevices: () => Promise.resolve(devices(granted)),
      requestDevice: () => Promise.resolve(devices(chosen)),
    })
    Object.defineProperty(navigator, 'hid', { value: hid })
  }, answers)
}

const connect = (page: Page) => page.getByRole('button', { name: 'Connect my detector', exact: true })

test('closing the browser’s chooser changes nothing', async ({ page }) => {
  await fakeHid(page, { granted: 0, chosen: 0 })
  await signIn(page, 'customer')
  await connect(page).click()
  await expect(connect(page)).toBeEnabled()
  await expect(headline(page)).toHaveText('Connect your detector')
})

test('a system that denies access is reported, with the line that allows it on Linux', async ({ page }) => {
  await fakeHid(page, { granted: 0, chosen: 1, openFails: 'NotAllowedError' })
  await signIn(page, 'customer')
  await connect(page).click()
  await expect(nextStep(page)).toContainText('Your system does not allow the browser to access the detector.')
  await expect(page.getByLabel('udev rule')).toHaveValue('KERNEL=="hidraw*", ATTRS{idVendor}=="336e", TAG+="uaccess"')
})

test('with two detectors plugged in the customer chooses one', async ({ page }) => {
  await fakeHid(page, { granted: 2, chosen: 0 })
  await signIn(page, 'customer')
  await connect(page).click()
  const choice = nextStep(page)
  await expect(headline(page)).toHaveText('Which detector?')
  await expect(choice.getByRole('listitem').getByRole('button')).toHaveCount(2)
  await choice.getByRole('button', { name: 'Detector 2' }).click()
  await expect(page.getByRole('button', { name: 'Connecting…' })).toBeVisible()
})

test('a detector that never answers is reported, and can be tried again', async ({ page }) => {
  await fakeHid(page, { granted: 0, chosen: 1 })
  await signIn(page, 'customer')
  await connect(page).click()
  await expect(nextStep(page)).toContainText('The detector is not responding', { timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
})

test('a browser without WebHID shows a banner with compatible browsers, and no connect button', async ({ page }) => {
  await page.addInitScript(() => {
    // Such a browser does not have the property at all.
    Reflect.deleteProperty(Navigator.prototype, 'hid')
  })
  await signIn(page, 'customer')
  await expect(page.getByRole('link', { name: /Chrome/ })).toBeVisible()
  await expect(connect(page)).toBeHidden()
})
