/** The update page before and after an update: checks, change logs, and no axe finding in any state. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../tests/component/axe.ts'
import { expectHarmless, harmfulChangeLog } from '../../../../tests/component/changeLog.ts'
import { type CustomerWorld, createCustomer, detectorOf } from '../../../../tests/component/customer.ts'
import { openApp } from '../../../../tests/component/render.tsx'
import {
  connectSimulated,
  dialog,
  headline,
  letGo,
  nextStep,
  openPassedChecks,
  setFaults,
  update,
} from '../../../../tests/component/updatePage.ts'

let world: CustomerWorld

beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const open = () => openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
const checkAgain = () => nextStep().getByRole('button', { name: 'Check again' })

it('refuses to update with an almost empty battery, shows the remedy, and can check again', async () => {
  await world.publish('9.1', 500)
  await open()
  await connectSimulated()
  await openPassedChecks()
  await expect.element(nextStep().getByText('Detector charged enough')).toBeVisible()
  setFaults({ batteryPercent: 9 })
  await checkAgain().click()
  await expect.element(nextStep()).toMatchTextContent('The detector’s battery is nearly empty')
  await expect.element(nextStep()).toMatchTextContent('It has 9%. Charge it to 15% at least')
  await expect.element(update()).toBeDisabled()
  setFaults({ batteryPercent: 80 })
  await checkAgain().click()
  await expect.element(nextStep().getByText('Detector charged enough')).toBeVisible()
  await expect.element(update()).toBeEnabled()
})

it('has no axe finding in the checks, an interruption and the completion', { tags: 'rest' }, async () => {
  await world.publish('9.7', 20_000)
  await open()
  await connectSimulated()
  await openPassedChecks()
  await expectNoAxeFindings('ready')
  setFaults({ batteryPercent: 9 })
  await checkAgain().click()
  await expect.element(nextStep()).toMatchTextContent('nearly empty')
  await expectNoAxeFindings('refused')
  setFaults({ latencyMs: 30 })
  await checkAgain().click()
  await expect.element(update()).toBeEnabled()
  await update().click()
  await expect.element(dialog('Programming')).toBeVisible()
  await expectNoAxeFindings('programming')
  window.simulatedDetector?.unplug()
  const failed = dialog('USB disconnection error')
  await expect.element(failed).toBeVisible()
  await expectNoAxeFindings('failed')
  await failed.getByRole('button', { name: 'Close' }).click()
  await expect.element(nextStep()).toMatchTextContent(/stopped at \d+%/)
  await expectNoAxeFindings('stopped')
  setFaults()
  window.simulatedDetector?.plug()
  await nextStep().getByRole('button', { name: 'Finish the update' }).click()
  const yes = page.getByRole('button', { name: 'Yes, it restarted' })
  await expect.element(yes).toBeVisible()
  await expectNoAxeFindings('asking')
  await yes.click()
  await expect.element(dialog('The update is complete')).toBeVisible()
  await expectNoAxeFindings('restarted')
})

it('shows only text and links to other sites in a change log [T103]', { tags: 'rest' }, async () => {
  world.detectors.push(detectorOf(1, { firmwareState: 'installed', currentFirmware: { id: 9, versionName: '5.2', language: 'English' } }))
  await world.publish('9.9', 500, { changeLog: harmfulChangeLog })
  await open()
  await connectSimulated()
  await nextStep().getByText('What’s new in 9.9').click()
  await expectHarmless()
  await expect.element(headline()).toMatchTextContent('9.9')
})
