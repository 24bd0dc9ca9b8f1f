import { AxeBuilder } from '@axe-core/playwright'
import { connectSimulated, firmwareFile, publish, setFaults } from './detector.ts'
import { expect, signIn, test } from './portal.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the update page, from the checks to the end (${colorScheme})`, async ({ page, request }) => {
    const expectNothing = async (state: string) => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes[0]?.html ?? ''}`)).toEqual([])
    }
    await publish(request, colorScheme === 'light' ? '9.8' : '9.9', firmwareFile(20_000).file)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page, 'customer', /\/productUpdate\/index$/)
    await connectSimulated(page)
    const checks = page.getByRole('region', { name: 'Checked before anything is erased' })
    await expect(checks).toContainText('Detector charged enough')
    await expectNothing('ready')

    await setFaults(page, { batteryPercent: 9, latencyMs: 0, eraseMs: 300 })
    await checks.getByRole('button', { name: 'Check again' }).click()
    await expect(checks).toContainText('nearly empty')
    await expectNothing('refused')

    await setFaults(page, { batteryPercent: 80, latencyMs: 30 })
    await checks.getByRole('button', { name: 'Check again' }).click()
    const update = page.getByRole('button', { name: 'Update', exact: true })
    await expect(update).toBeEnabled()
    await update.click()
    await expect(page.getByRole('dialog', { name: 'Programming' })).toBeVisible()
    await expectNothing('programming')

    await page.evaluate(() => window.simulatedDetector?.unplug())
    await expect(page.getByRole('dialog', { name: 'USB disconnection error' })).toBeVisible()
    await expectNothing('failed')

    await page.keyboard.press('Escape')
    const stopped = page.getByRole('alert').filter({ hasText: 'finish it now' })
    await expect(stopped).toBeVisible()
    await expectNothing('stopped')

    await setFaults(page, { latencyMs: 0 })
    await page.evaluate(() => window.simulatedDetector?.plug())
    await stopped.getByRole('button', { name: 'Finish the update' }).click()
    const yes = page.getByRole('button', { name: 'Yes, it restarted' })
    await expect(yes).toBeVisible({ timeout: 30_000 })
    await expectNothing('asking')
    await yes.click()
    await expect(page.getByRole('dialog', { name: 'Your detector is up to date' })).toBeVisible()
    await expectNothing('restarted')
  })
}
