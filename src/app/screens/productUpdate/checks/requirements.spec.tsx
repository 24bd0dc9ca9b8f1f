/** What a firmware may require of the battery and the coils. */
import { afterEach, beforeEach, expect } from 'vitest'
import { createCustomer, type CustomerWorld, publishIn } from '../../../../../tests/component/customer.ts'
import { requirementWords } from '../../../../../tests/component/requirementWords.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, letGo, nextStep, update } from '../../../../../tests/component/updatePage.ts'
import { releaseOf, required } from '../../../../../tests/support/releases.ts'
import type { Locale } from '../../../../contract/rules.ts'

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const open = (locale: Locale) => openApp('/productUpdate/index', { as: 'customer', calls: world.calls, locale })

itInEachLanguage('refuses a battery below what the firmware needs, by its figure, and warns of an unknown one (%s)', async (locale) => {
  const w = requirementWords[locale]
  await publishIn(world, '9.0', locale, releaseOf('released', { requirements: required({ minimumBatteryPercent: 40 }) }))
  await open(locale)
  await connectSimulated({ batteryPercent: 31 })
  await expect.element(nextStep()).toMatchTextContent(w.battery)
  await expect.element(update()).toBeDisabled()
  await letGo()
  await open(locale)
  await connectSimulated({ batteryPercent: null })
  await expect.element(nextStep()).toMatchTextContent(w.noBattery)
  await expect.element(update()).toBeEnabled()
})

itInEachLanguage('asks for a coil where the firmware needs one (%s)', async (locale) => {
  const w = requirementWords[locale]
  await publishIn(world, '9.0', locale, releaseOf('released', { requirements: required({ needsCoil: true }) }))
  await open(locale)
  await connectSimulated({ accessories: [] })
  await expect.element(nextStep()).toMatchTextContent(w.coil)
  await expect.element(update()).toBeDisabled()
  await letGo()
  await open(locale)
  await connectSimulated()
  await expect.element(nextStep()).toMatchTextContent(w.coilFine)
  await expect.element(update()).toBeEnabled()
})
