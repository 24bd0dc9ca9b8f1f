/** Helpers for tests of the update page, with the simulated detector in its real worker. */
import { expect, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react/pure'
import { type Locator, page, userEvent } from 'vitest/browser'
import { connectSimulatedDetector, disconnectDetector, startUpdate } from '../../src/app/detector/device.ts'
import { detectorState } from '../../src/app/detector/detectorStore.ts'
import { noFaults, type SimulatorFaults } from '../../src/device/simulator/simulatorFaults.ts'
import { updateFlow } from '../../src/app/update/flow/appUpdateFlow.ts'
import { isRunning } from '../../src/app/update/flow/flowState.ts'
import { recordTimeoutMs } from '../../src/app/update/records/updateRecords.ts'

/** The region of the next step. */
export const nextStep = (): Locator => page.getByRole('region', { name: /^(?:Next step|Prochaine étape)$/ })
export const headline = (): Locator => nextStep().getByRole('heading', { level: 2 })
/** The button that begins an update, whatever it is called in the detector's state. */
export const update = (): Locator =>
  nextStep().getByRole('button', { name: /^(?:Update to|Install|Finish the update|Passer à|Installer|Réinstaller|Terminer)/ })
export const dialog = (name: string | RegExp): Locator => page.getByRole('dialog', { name })
export const latestUpdate = (): Locator =>
  page
    .getByRole('region', { name: /^(?:Past updates|Mises à jour effectuées)$/ })
    .getByRole('listitem')
    .first()

/** Makes the detector answer at once, with these faults. */
export function setFaults(faults: Partial<SimulatorFaults> = {}): void {
  window.simulatedDetector?.set({ ...noFaults, latencyMs: 0, eraseMs: 20, ...faults })
}

export async function connectSimulated(faults: Partial<SimulatorFaults> = {}): Promise<void> {
  // The first import creates the detector; an earlier test may have left it with faults.
  await import('../../src/app/detector/simulatedDetector.ts')
  setFaults(faults)
  await page.getByRole('button', { name: /^(?:Use the simulated detector|Utiliser le détecteur simulé)$/ }).click()
  await expect.element(update()).toBeVisible()
}

/** From now on an update waits for the server's answer to its start, however long the computer takes. Stops every timer of that length. */
export function neverGoOnWithoutServer(): void {
  const begin = globalThis.setTimeout
  const never = 2 ** 31 - 1
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((task, ms, ...args) => begin(task, ms === recordTimeoutMs ? never : ms, ...args))
}

/** Waits until the checks have passed, and unfolds them. */
export async function openPassedChecks(): Promise<void> {
  await nextStep()
    .getByText(/checks passed/)
    .click()
}

const isStill = (...statuses: readonly string[]) => statuses.includes(detectorState().status)

/** Ends the update, repairs the detector and disconnects it: both outlive a test, because the page stays open. */
export async function letGo(): Promise<void> {
  await expect.poll(() => isRunning(updateFlow.state())).toBe(false)
  if (updateFlow.state().step === 'asking') await updateFlow.answerRestart(true)
  updateFlow.close()
  setFaults()
  // An unplugged detector reconnects by itself once it is plugged in; one that the browser has lost is unplugged first.
  if (isStill('lost')) {
    window.simulatedDetector?.unplug()
    window.simulatedDetector?.plug()
  }
  await expect.poll(() => isStill('lost', 'connecting')).toBe(false)
  if (window.simulatedDetector?.applicationValid === false) await repair()
  await disconnectDetector()
}

/** Gives the detector a firmware again. The page is closed first, so that it does not follow. */
async function repair(): Promise<void> {
  await cleanup()
  await connectSimulatedDetector()
  const { phase } = await startUpdate(new Uint8Array(1), noFaults.serialNumber)
  expect(phase).toBe('succeeded')
}

export function flashOfDetector(): Uint8Array {
  return window.simulatedDetector?.flash() ?? new Uint8Array()
}

/** By the keyboard. */
export async function press(target: ReturnType<typeof update>): Promise<void> {
  await expect.element(target).toBeVisible()
  target.element().focus()
  await userEvent.keyboard('{Enter}')
}
