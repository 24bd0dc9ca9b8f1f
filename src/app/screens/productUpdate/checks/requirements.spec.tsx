/** What a firmware may require of the battery and the coils. Its sentences in both languages: checkWords.test.tsx. */
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer, publishIn } from '../../../../../tests/component/customer.ts'
import { requirementWords } from '../../../../../tests/component/requirementWords.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, letGo, nextStep, press, update } from '../../../../../tests/component/updatePage.ts'
import { releaseOf, required } from '../../../../../tests/support/releases.ts'

afterEach(letGo)

it('refuses a battery and coils that the firmware cannot do with, and warns of a battery that is not known', { tags: 'rest' }, async () => {
  const w = requirementWords.en
  const world = createCustomer()
  await publishIn(world, '9.0', releaseOf('released', { requirements: required({ minimumBatteryPercent: 40, needsCoil: true }) }))
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connectSimulated({ batteryPercent: 31, accessories: [] })
  await expect.element(nextStep()).toMatchTextContent(w.battery)
  await expect.element(nextStep()).toMatchTextContent(w.coil)
  await expect.element(update()).toBeDisabled()
  await press(page.getByRole('button', { name: 'Disconnect' }))
  await connectSimulated({ batteryPercent: null })
  await expect.element(nextStep()).toMatchTextContent(w.noBattery)
  await expect.element(nextStep()).toMatchTextContent(w.coilFine)
  await expect.element(update()).toBeEnabled()
})
