/** What the page says of firmwares that are kept from the connected detector. */
import { afterEach, beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer, type CustomerWorld, installIn, publishIn } from '../../../../../tests/component/customer.ts'
import { requirementWords } from '../../../../../tests/component/requirementWords.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, headline, letGo, nextStep, setFaults, update } from '../../../../../tests/component/updatePage.ts'
import { holdOf, releaseOf, required } from '../../../../../tests/support/releases.ts'
import type { Locale } from '../../../../contract/rules.ts'
import { isServerReached } from '../../../api/serverReachability.ts'

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(async () => {
  isServerReached.setState(() => true)
  await letGo()
})

const open = (locale: Locale) => openApp('/productUpdate/index', { as: 'customer', calls: world.calls, locale })

/** Also where there is nothing to install, and no button to wait for. */
async function connect(faults: Parameters<typeof setFaults>[0] = {}): Promise<void> {
  await import('../../../detector/simulatedDetector.ts')
  setFaults(faults)
  await page.getByRole('button', { name: /^(?:Use the simulated detector|Utiliser le détecteur simulé)$/ }).click()
  await expect.poll(() => headline().element().textContent).not.toMatch(/…$/)
}

const held = releaseOf('released', { holds: [holdOf([3])] })

itInEachLanguage('says in the owner’s language why the newest is held back, beside what can be installed (%s)', async (locale) => {
  const w = requirementWords[locale]
  await publishIn(world, '9.0', locale, releaseOf('released'))
  await publishIn(world, '9.1', locale, held)
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.install)
  await expect.element(nextStep()).toMatchTextContent(w.hold)
})

itInEachLanguage('does not call a detector up to date from which a newer firmware is held back (%s)', async (locale) => {
  const w = requirementWords[locale]
  await publishIn(world, '9.0', locale, releaseOf('released'))
  await publishIn(world, '9.1', locale, held)
  installIn(world, '9.0', locale)
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.has)
  await expect.element(nextStep()).toMatchTextContent(w.newest)
  await expect.element(nextStep()).toMatchTextContent(w.hold)
  expect(nextStep().element().textContent).not.toContain(w.upToDate)
})

itInEachLanguage('says why there is nothing to install (%s)', async (locale) => {
  const w = requirementWords[locale]
  await publishIn(world, '9.1', locale, held)
  await open(locale)
  await connect()
  await expect.element(headline()).toMatchTextContent(w.nothing)
  await expect.element(nextStep()).toMatchTextContent(w.hold)
  expect(update().elements()).toEqual([])
})

itInEachLanguage('says nothing of what is for other hardware (%s)', async (locale) => {
  const w = requirementWords[locale]
  const forOther = releaseOf('released', { requirements: required({ hardwareVersions: [2] }) })
  await publishIn(world, '9.1', locale, forOther)
  await open(locale)
  await connect()
  await expect.element(headline()).toMatchTextContent(w.noneYet)
  await letGo()
  await publishIn(world, '9.0', locale, releaseOf('released'))
  world.firmwares.reverse()
  world.detectors.length = 0
  installIn(world, '9.0', locale)
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.upToDate)
  expect(nextStep().element().textContent).not.toContain('9.1')
})

itInEachLanguage('says which version has to be installed first where that is not known, and which one to take (%s)', async (locale) => {
  const w = requirementWords[locale]
  const minimum = releaseOf('released', { requirements: required({ minimumInstalledVersion: '5.0' }) })
  await publishIn(world, '9.1', locale, minimum)
  await open(locale)
  await connect()
  await expect.element(headline()).toMatchTextContent(w.nothing)
  await expect.element(nextStep()).toMatchTextContent(w.minimum)
  await letGo()
  await publishIn(world, '9.0', locale, releaseOf('released'))
  world.firmwares.reverse()
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.install)
  await expect.element(nextStep()).toMatchTextContent(`${w.minimum} ${w.after}`)
})

itInEachLanguage('asks to reload where a newer page is needed, but not without a network (%s)', async (locale) => {
  const w = requirementWords[locale]
  const tooNew = releaseOf('released', { requirements: required({ minimumAppBuild: Number.MAX_SAFE_INTEGER }) })
  await publishIn(world, '9.1', locale, tooNew)
  await open(locale)
  await connect()
  await expect.element(nextStep()).toMatchTextContent(w.build)
  await expect.element(nextStep().getByRole('button', { name: w.reload })).toBeEnabled()
  isServerReached.setState(() => false)
  await expect.element(nextStep()).toMatchTextContent(w.buildOffline)
  expect(nextStep().getByRole('button', { name: w.reload }).elements()).toEqual([])
})
