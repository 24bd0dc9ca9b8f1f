/** A firmware that is installed in steps. */
import { afterEach, beforeEach, expect } from 'vitest'
import { createCustomer, type CustomerWorld, detectorOf } from '../../../../../tests/component/customer.ts'
import { requirementWords } from '../../../../../tests/component/requirementWords.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, dialog, headline, letGo, nextStep, update } from '../../../../../tests/component/updatePage.ts'
import { releaseOf, required } from '../../../../../tests/support/releases.ts'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import type { Locale } from '../../../../contract/rules.ts'

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const open = (locale: Locale) => openApp('/productUpdate/index', { as: 'customer', calls: world.calls, locale })
const languageOf = (locale: Locale) => (locale === 'en' ? 'English' : 'Français')

/** Publishes in the page's language, so that it is preferred. */
async function publish(versionName: string, locale: Locale, release: OfferedFirmware['release']): Promise<void> {
  await world.publish(versionName, 500, { language: languageOf(locale), ...(release !== undefined && { release }) })
}

function install(versionName: string, locale: Locale): void {
  const firmware = { id: 1, versionName, language: languageOf(locale) }
  world.detectors.push(detectorOf(1, { firmwareState: 'installed', currentFirmware: firmware }))
}

const after = (steppingStone: string) => releaseOf('released', { requirements: required({ steppingStone }) })

itInEachLanguage('leads to the newest over its stepping stone, one update after the other (%s)', async (locale) => {
  const w = requirementWords[locale]
  await publish('9.0', locale, releaseOf('released'))
  await publish('9.1', locale, after('9.0'))
  install('8.0', locale)
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.first)
  await expect.element(nextStep()).toMatchTextContent(w.twoSteps)
  await update().click()
  await dialog(w.asks).getByRole('button', { name: w.yes }).click()
  await expect.element(dialog(w.complete)).toMatchTextContent(w.next)
  await dialog(w.complete).getByRole('button', { name: w.done }).click()
  await expect.element(nextStep()).toMatchTextContent(w.next)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.nowSecond)
  await expect.element(nextStep()).toMatchTextContent(w.nowLast)
  expect(world.updates.map(({ versionName }) => versionName)).toEqual(['9.0', '5.1'])
})

itInEachLanguage('counts the steps where there are more than two (%s)', async (locale) => {
  const w = requirementWords[locale]
  await publish('9.0', locale, releaseOf('released'))
  await publish('9.1', locale, after('9.0'))
  await publish('9.2', locale, after('9.1'))
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.first)
  await expect.element(nextStep()).toMatchTextContent(w.steps)
  await letGo()
  install('9.0', locale)
  world.detectors.splice(0, 1)
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.nowSecond)
  await expect.element(nextStep()).toMatchTextContent(w.twoLeft)
})
