/** A hold that comes while the page is open. */
import { afterEach, beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer, type CustomerWorld, languageOf, publishIn } from '../../../../../tests/component/customer.ts'
import { requirementWords } from '../../../../../tests/component/requirementWords.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, dialog, headline, letGo, nextStep, update } from '../../../../../tests/component/updatePage.ts'
import { holdOf, releaseOf } from '../../../../../tests/support/releases.ts'
import type { Locale } from '../../../../contract/rules.ts'
import { AppError } from '../../../../errors.ts'
import { offeredKey } from '../../../update/ownQueries.ts'
import { queryClient } from '../../../api/queryClient.ts'

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const open = (locale: Locale) => openApp('/productUpdate/index', { as: 'customer', calls: world.calls, locale })

const held = releaseOf('released', { holds: [holdOf([3])] })

/** A hold that comes while the page is open. */
function holdNewest(): void {
  const [newest] = world.firmwares
  if (newest !== undefined) world.firmwares[0] = { ...newest, release: held }
}

itInEachLanguage('takes the button away with words when a hold comes while the page is open (%s)', async (locale) => {
  const w = requirementWords[locale]
  await publishIn(world, '9.1', locale, releaseOf('released'))
  await open(locale)
  await connectSimulated()
  holdNewest()
  await queryClient.invalidateQueries({ queryKey: offeredKey })
  await expect.element(headline()).toMatchTextContent(w.nothing)
  await expect.element(nextStep()).toMatchTextContent(w.hold)
  expect(update().elements()).toEqual([])
})

itInEachLanguage('says the true reason when the server refuses the start because of a hold (%s)', async (locale) => {
  const w = requirementWords[locale]
  await publishIn(world, '9.1', locale, releaseOf('released'))
  const calls = world.calls
  const refusing = {
    ...calls,
    productUpdate: {
      ...calls.productUpdate,
      create: () => {
        throw new AppError('release.not.offered.error')
      },
    },
  }
  await openApp('/productUpdate/index', { as: 'customer', calls: refusing, locale })
  await connectSimulated()
  holdNewest()
  await update().click()
  await expect.element(dialog(w.notStarted)).toMatchTextContent(w.hold)
  expect(window.simulatedDetector?.applicationValid).toBe(true)
})

itInEachLanguage('starts nothing that came to be held back while the page asked whether to install it (%s)', async (locale) => {
  const w = requirementWords[locale]
  await publishIn(world, '9.0', locale, releaseOf('released'))
  await world.publish('9.1', 500, { language: languageOf(locale), isBetaTest: true, release: releaseOf('beta') })
  await open(locale)
  await connectSimulated()
  await update().click()
  const install9 = page.getByRole('alertdialog').getByRole('button', { name: /9\.1/ })
  await expect.element(install9).toBeVisible()
  const [newest] = world.firmwares
  if (newest !== undefined) world.firmwares[0] = { ...newest, release: releaseOf('beta', { holds: [holdOf([3])] }) }
  await queryClient.invalidateQueries({ queryKey: offeredKey })
  await install9.click()
  await expect.element(dialog(w.notStarted)).toMatchTextContent(w.reason)
  expect(window.simulatedDetector?.applicationValid).toBe(true)
  expect(world.updates).toHaveLength(1)
})
