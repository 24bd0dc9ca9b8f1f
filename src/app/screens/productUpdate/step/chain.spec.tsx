/** A firmware that is installed in steps. */
import { afterEach, beforeEach, expect } from 'vitest'
import { createCustomer, type CustomerWorld, installIn, publishIn } from '../../../../../tests/component/customer.ts'
import { requirementWords } from '../../../../../tests/component/requirementWords.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, dialog, headline, letGo, nextStep, update } from '../../../../../tests/component/updatePage.ts'
import { releaseOf, required } from '../../../../../tests/support/releases.ts'
import type { Locale } from '../../../../contract/rules.ts'

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const open = (locale: Locale) => openApp('/productUpdate/index', { as: 'customer', calls: world.calls, locale })

const after = (steppingStone: string) => releaseOf('released', { requirements: required({ steppingStone }) })

itInEachLanguage('leads to the newest over its stepping stone, one update after the other (%s)', async (locale) => {
  const w = requirementWords[locale]
  await publishIn(world, '9.0', locale, releaseOf('released'))
  await publishIn(world, '9.1', locale, after('9.0'))
  installIn(world, '8.0', locale)
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
  await publishIn(world, '9.0', locale, releaseOf('released'))
  await publishIn(world, '9.1', locale, after('9.0'))
  await publishIn(world, '9.2', locale, after('9.1'))
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.first)
  await expect.element(nextStep()).toMatchTextContent(w.steps)
  await letGo()
  installIn(world, '9.0', locale)
  world.detectors.splice(0, 1)
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.nowSecond)
  await expect.element(nextStep()).toMatchTextContent(w.twoLeft)
})
