import { connectSimulated, firmwareFile, publish, readFlash, setFaults, nextStep, update } from './detector.ts'
import { expect, signInByForm, test } from './portal.ts'

for (const imageLengthBytes of [1, 47, 48, 49, 96, 65_536, 300_001]) {
  test(`a customer installs an image of ${imageLengthBytes} bytes, and the detector contains it byte for byte`, async ({
    page,
    request,
  }) => {
    const versionName = `9.${imageLengthBytes}`
    const { file, image } = firmwareFile(imageLengthBytes)
    await publish(request, versionName, file)

    await signInByForm(page, 'customer', /\/productUpdate\/index$/)
    await connectSimulated(page)
    await setFaults(page, { latencyMs: 0 })
    // Newest first, and the first one is preselected.
    await expect(nextStep(page)).toContainText(versionName)
    await update(page).click()

    await page.getByRole('dialog', { name: 'Did your detector restart?' }).getByRole('button', { name: 'Yes, it restarted' }).click()
    await expect(page.getByRole('dialog', { name: 'The update is complete' })).toContainText(versionName)
    expect(Buffer.from(await readFlash(page)).equals(Buffer.from(image))).toBe(true)
    expect(await page.evaluate(() => window.simulatedDetector?.applicationValid)).toBe(true)

    await page.reload()
    const latest = page.getByRole('region', { name: 'Past updates' }).getByRole('listitem').first()
    await expect(latest).toContainText(versionName)
    await expect(latest).toContainText('Success')
  })
}
