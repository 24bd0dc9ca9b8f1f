/** What the page says of firmwares that are kept from the connected detector, and of those that come in steps. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer, type CustomerWorld, detectorOf } from '../../../../../tests/component/customer.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, dialog, headline, letGo, nextStep, setFaults, update } from '../../../../../tests/component/updatePage.ts'
import { holdOf, releaseOf, required } from '../../../../../tests/support/releases.ts'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import type { Locale } from '../../../../contract/rules.ts'
import { AppError } from '../../../../errors.ts'
import { offeredKey } from '../../../update/ownQueries.ts'
import { queryClient } from '../../../api/queryClient.ts'
import { isServerReached } from '../../../api/serverReachability.ts'

const texts = {
  en: {
    hold: '9.1 is not yet for your detector: The restart fails; we are working on it.',
    reason: 'The restart fails; we are working on it.',
    nothing: 'Nothing to install for now',
    install: 'Install 9.0',
    has: 'Your detector has 9.0',
    newest: 'This is the newest version that it can have for now.',
    upToDate: 'Up to date',
    minimum: '9.1 needs 5.0 or newer, and we do not know what is installed on your detector.',
    after: 'It can be installed once 9.0 is on your detector.',
    build: '9.1 needs a newer version of this portal.',
    buildOffline: '9.1 needs a newer version of this portal, which comes with the next internet connection.',
    reload: 'Reload the portal',
    noneYet: 'No firmware available for this detector yet',
    first: 'First 9.0',
    steps: '9.2 comes in 3 steps: first 9.0, then 9.1, then 9.2.',
    nowSecond: 'Now 9.1',
    twoLeft: '9.0 is on your detector. 9.2 takes 2 more steps: first 9.1, then 9.2.',
    twoSteps: '9.1 comes in two steps: first 9.0, then 9.1.',
    nowLast: '9.0 is on your detector, so 9.1 can be installed now.',
    next: 'Next comes 9.1: connect your detector again.',
    asks: 'Did your detector restart?',
    complete: 'The update is complete',
    done: 'Done',
    yes: 'Yes, it restarted',
    battery: 'This firmware needs 40%; the detector has 31%.',
    noBattery: 'The detector’s battery level is unknown',
    coil: 'No coil is connected',
    coilFine: 'Coil connected',
    notStarted: 'The update did not start',
  },
  fr: {
    hold: 'La version 9.1 n’est pas encore proposée pour votre détecteur : Le redémarrage échoue ; nous y travaillons.',
    reason: 'Le redémarrage échoue ; nous y travaillons.',
    nothing: 'Rien à installer pour l’instant',
    install: 'Installer la version 9.0',
    has: 'Votre détecteur a la version 9.0',
    newest: 'C’est la version la plus récente qu’il peut recevoir pour l’instant.',
    upToDate: 'À jour',
    minimum: 'La version 9.1 demande la version 5.0 ou une plus récente, et nous ne savons pas ce qui est installé sur votre détecteur.',
    after: 'Elle pourra être installée une fois la version 9.0 sur votre détecteur.',
    build: 'La version 9.1 demande une version plus récente de ce portail.',
    buildOffline: 'La version 9.1 demande une version plus récente de ce portail, qui arrivera à la prochaine connexion internet.',
    reload: 'Recharger le portail',
    noneYet: 'Aucun firmware n’est encore disponible pour ce détecteur',
    first: 'D’abord la version 9.0',
    steps: 'La version 9.2 s’installe en 3 étapes : d’abord la version 9.0, puis la version 9.1, puis la version 9.2.',
    nowSecond: 'Maintenant la version 9.1',
    twoLeft: 'La version 9.2 demande encore 2 étapes : d’abord la version 9.1, puis la version 9.2.',
    twoSteps: 'La version 9.1 s’installe en deux étapes : d’abord la version 9.0, puis la version 9.1.',
    nowLast: 'La version 9.0 est sur votre détecteur : la version 9.1 peut maintenant être installée.',
    next: 'La version 9.1 vient ensuite : reconnectez votre détecteur.',
    asks: 'Votre détecteur a-t-il redémarré ?',
    complete: 'La mise à jour est terminée',
    done: 'Terminé',
    yes: 'Oui, il a redémarré',
    battery: 'Ce firmware demande 40 % de batterie ; le détecteur en a 31 %.',
    noBattery: 'Le niveau de batterie du détecteur est inconnu',
    coil: 'Aucun disque n’est connecté',
    coilFine: 'Disque connecté',
    notStarted: 'La mise à jour n’a pas commencé',
  },
} as const

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(async () => {
  isServerReached.setState(() => true)
  await letGo()
})

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

/** Also where there is nothing to install, and no button to wait for. */
async function connect(faults: Parameters<typeof setFaults>[0] = {}): Promise<void> {
  await import('../../../detector/simulatedDetector.ts')
  setFaults(faults)
  await page.getByRole('button', { name: /^(?:Use the simulated detector|Utiliser le détecteur simulé)$/ }).click()
  await expect.poll(() => headline().element().textContent).not.toMatch(/…$/)
}

const held = releaseOf('released', { holds: [holdOf([3])] })

itInEachLanguage('says in the owner’s language why the newest is held back, beside what can be installed (%s)', async (locale) => {
  const w = texts[locale]
  await publish('9.0', locale, releaseOf('released'))
  await publish('9.1', locale, held)
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.install)
  await expect.element(nextStep()).toMatchTextContent(w.hold)
})

itInEachLanguage('does not call a detector up to date from which a newer firmware is held back (%s)', async (locale) => {
  const w = texts[locale]
  await publish('9.0', locale, releaseOf('released'))
  await publish('9.1', locale, held)
  install('9.0', locale)
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.has)
  await expect.element(nextStep()).toMatchTextContent(w.newest)
  await expect.element(nextStep()).toMatchTextContent(w.hold)
  expect(nextStep().element().textContent).not.toContain(w.upToDate)
})

itInEachLanguage('says why there is nothing to install (%s)', async (locale) => {
  const w = texts[locale]
  await publish('9.1', locale, held)
  await open(locale)
  await connect()
  await expect.element(headline()).toMatchTextContent(w.nothing)
  await expect.element(nextStep()).toMatchTextContent(w.hold)
  expect(update().elements()).toEqual([])
})

itInEachLanguage('says nothing of what is for other hardware (%s)', async (locale) => {
  const w = texts[locale]
  const forOther = releaseOf('released', { requirements: required({ hardwareVersions: [2] }) })
  await publish('9.1', locale, forOther)
  await open(locale)
  await connect()
  await expect.element(headline()).toMatchTextContent(w.noneYet)
  await letGo()
  await publish('9.0', locale, releaseOf('released'))
  world.firmwares.reverse()
  world.detectors.length = 0
  install('9.0', locale)
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.upToDate)
  expect(nextStep().element().textContent).not.toContain('9.1')
})

itInEachLanguage('says which version has to be installed first where that is not known, and which one to take (%s)', async (locale) => {
  const w = texts[locale]
  const minimum = releaseOf('released', { requirements: required({ minimumInstalledVersion: '5.0' }) })
  await publish('9.1', locale, minimum)
  await open(locale)
  await connect()
  await expect.element(headline()).toMatchTextContent(w.nothing)
  await expect.element(nextStep()).toMatchTextContent(w.minimum)
  await letGo()
  await publish('9.0', locale, releaseOf('released'))
  world.firmwares.reverse()
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.install)
  await expect.element(nextStep()).toMatchTextContent(`${w.minimum} ${w.after}`)
})

itInEachLanguage('asks to reload where a newer page is needed, but not without a network (%s)', async (locale) => {
  const w = texts[locale]
  const tooNew = releaseOf('released', { requirements: required({ minimumAppBuild: Number.MAX_SAFE_INTEGER }) })
  await publish('9.1', locale, tooNew)
  await open(locale)
  await connect()
  await expect.element(nextStep()).toMatchTextContent(w.build)
  await expect.element(nextStep().getByRole('button', { name: w.reload })).toBeEnabled()
  isServerReached.setState(() => false)
  await expect.element(nextStep()).toMatchTextContent(w.buildOffline)
  expect(nextStep().getByRole('button', { name: w.reload }).elements()).toEqual([])
})

const after = (steppingStone: string) => releaseOf('released', { requirements: required({ steppingStone }) })

itInEachLanguage('leads to the newest over its stepping stone, one update after the other (%s)', async (locale) => {
  const w = texts[locale]
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
  const w = texts[locale]
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

itInEachLanguage('refuses a battery below what the firmware needs, by its figure, and warns of an unknown one (%s)', async (locale) => {
  const w = texts[locale]
  await publish('9.0', locale, releaseOf('released', { requirements: required({ minimumBatteryPercent: 40 }) }))
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
  const w = texts[locale]
  await publish('9.0', locale, releaseOf('released', { requirements: required({ needsCoil: true }) }))
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

/** A hold that comes while the page is open. */
function holdNewest(): void {
  const [newest] = world.firmwares
  if (newest !== undefined) world.firmwares[0] = { ...newest, release: held }
}

itInEachLanguage('takes the button away with words when a hold comes while the page is open (%s)', async (locale) => {
  const w = texts[locale]
  await publish('9.1', locale, releaseOf('released'))
  await open(locale)
  await connectSimulated()
  holdNewest()
  await queryClient.invalidateQueries({ queryKey: offeredKey })
  await expect.element(headline()).toMatchTextContent(w.nothing)
  await expect.element(nextStep()).toMatchTextContent(w.hold)
  expect(update().elements()).toEqual([])
})

itInEachLanguage('says the true reason when the server refuses the start because of a hold (%s)', async (locale) => {
  const w = texts[locale]
  await publish('9.1', locale, releaseOf('released'))
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

it('offers what a list of an earlier build has, without requirements and without releases', async () => {
  await world.publish('9.0', 500)
  const { requirements: _, holds: __, ...earlier } = releaseOf('released')
  // As such a list was stored; the type is that of today's answers.
  await world.publish('9.1', 500, { release: earlier as NonNullable<OfferedFirmware['release']> })
  await open('en')
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent('Install 9.1')
  world.firmwares.shift()
  await queryClient.invalidateQueries({ queryKey: offeredKey })
  await expect.element(headline()).toMatchTextContent('Install 9.0')
})

itInEachLanguage('starts nothing that came to be held back while the page asked whether to install it (%s)', async (locale) => {
  const w = texts[locale]
  await publish('9.0', locale, releaseOf('released'))
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
