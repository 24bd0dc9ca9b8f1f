/** A detector with a withdrawn version: what its owner reads, and is offered instead. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { createCustomer, type CustomerWorld, detectorOf, languageOf } from '../../../../../tests/component/customer.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, dialog, headline, letGo, nextStep, setFaults, update } from '../../../../../tests/component/updatePage.ts'
import { loseWebHid } from '../../../../../tests/component/webHid.ts'
import { holdOf, releaseOf } from '../../../../../tests/support/releases.ts'
import type { Locale } from '../../../../contract/rules.ts'
import { sessionStore } from '../../../api/sessionStore.ts'
import { lastEnd } from '../../../update/flow/appUpdateFlow.ts'

const texts = {
  en: {
    recalled: 'Replace 9.5 on your WS6 Master',
    sentence: /9\.5 on your WS6 Master \(0A 1B 2C 3D 4E\) was withdrawn\. Connect the detector to replace it\./,
    mark: 'withdrawn',
    replace: 'Replace 9.5 with 9.4',
    back: '9.5 was withdrawn. Please go back to 9.4 for now.',
    withNewer: 'Replace 9.5 with 9.6',
    newer: '9.5 was withdrawn, and 9.6 replaces it.',
    install: 'Install 9.4',
    none: '9.5 was withdrawn',
    nothing: 'There is nothing to install in its place yet.',
    hold: /There is nothing to install in its place yet\. 9\.4 is not yet for your detector\. The restart fails/,
    contact: 'Contact support',
    onPhone: '9.5 was withdrawn. Connect the detector to a computer to replace it.',
    yes: 'Yes, it restarted',
    complete: 'The update is complete',
    done: 'Done',
    has: 'WS6 Master has 9.4',
  },
  fr: {
    recalled: 'Remplacer la version 9.5 de votre WS6 Master',
    sentence:
      /La version 9\.5, installée sur votre WS6 Master \(0A 1B 2C 3D 4E\), a été retirée\. Connectez le détecteur pour la remplacer\./,
    mark: 'retiré',
    replace: 'Remplacer la version 9.5 par la version 9.4',
    back: 'La version 9.5 a été retirée. En attendant une nouvelle version, revenez à la version 9.4.',
    withNewer: 'Remplacer la version 9.5 par la version 9.6',
    newer: 'La version 9.5 a été retirée : la version 9.6 la remplace.',
    install: 'Installer la version 9.4',
    none: 'La version 9.5 a été retirée',
    nothing: 'Rien ne peut encore être installé à sa place.',
    hold: /Rien ne peut encore être installé à sa place\. La version 9\.4 n’est pas encore proposée pour votre détecteur\. Le redémarrage échoue/,
    contact: 'Contacter l’assistance',
    onPhone: 'La version 9.5 a été retirée. Connectez le détecteur à un ordinateur pour la remplacer.',
    yes: 'Oui, il a redémarré',
    complete: 'La mise à jour est terminée',
    done: 'Terminé',
    has: 'WS6 Master : version 9.4 installée',
  },
} as const

const withdrawnAt = '2026-11-20T08:00:00.000Z'
const row = () => page.getByRole('region', { name: /^(?:My equipment|Mon matériel)$/ }).getByRole('listitem')

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const open = (locale: Locale) => openApp('/productUpdate/index', { as: 'customer', calls: world.calls, locale })

function install(locale: Locale): void {
  const currentFirmware = { id: 99, versionName: '9.5', language: languageOf(locale) }
  const recall = { versionName: '9.5', withdrawnAt }
  world.detectors.push(detectorOf(1, { firmwareState: 'installed', currentFirmware, recall }))
}

/** Also where there is nothing to install, and no button to wait for. */
async function connect(): Promise<void> {
  await import('../../../detector/simulatedDetector.ts')
  setFaults()
  await page.getByRole('button', { name: /^(?:Use the simulated detector|Utiliser le détecteur simulé)$/ }).click()
  await expect.poll(() => headline().element().textContent).not.toMatch(/…$/)
}

itInEachLanguage('tells the owner before the detector is connected, in the next step and in the list (%s)', async (locale) => {
  const w = texts[locale]
  install(locale)
  await open(locale)
  await expect.element(headline()).toMatchTextContent(w.recalled)
  await expect.element(nextStep()).toMatchTextContent(w.sentence)
  await expect.element(row()).toMatchTextContent(`9.5${w.mark}`)
  expect(row().element().textContent).not.toContain(w.onPhone)
  await expectNoAxeFindings('a withdrawn version')
})

itInEachLanguage('tells the owner on a phone, in the list (%s)', async (locale) => {
  loseWebHid({ isPhone: true })
  install(locale)
  await open(locale)
  await expect.element(row()).toMatchTextContent(texts[locale].onPhone)
})

itInEachLanguage('replaces it with an older version at one click, and is silent about it from then on (%s)', async (locale) => {
  const w = texts[locale]
  await world.publish('9.4', 500, { language: languageOf(locale), release: releaseOf('released') })
  install(locale)
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.replace)
  await expect.element(nextStep()).toMatchTextContent(w.back)
  await expect.element(page.getByRole('region', { name: /^(?:Connected detector|Détecteur connecté)$/ })).toMatchTextContent(`9.5${w.mark}`)
  await expectNoAxeFindings('what replaces it')
  await nextStep().getByRole('button', { name: w.install }).click()
  await page.getByRole('button', { name: w.yes }).click()
  await dialog(w.complete).getByRole('button', { name: w.done }).click()
  await expect.element(headline()).toMatchTextContent(w.has)
  await expect.element(row()).toMatchTextContent('9.4')
  expect(row().element().textContent).not.toContain(w.mark)
})

itInEachLanguage('replaces it with a newer version where there is one (%s)', async (locale) => {
  const w = texts[locale]
  for (const versionName of ['9.4', '9.6']) await world.publish(versionName, 500, { language: languageOf(locale) })
  install(locale)
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.withNewer)
  await expect.element(nextStep()).toMatchTextContent(w.newer)
})

itInEachLanguage('still asks before the language changes, and only that (%s)', async (locale) => {
  const other = locale === 'en' ? 'Français' : 'English'
  await world.publish('9.4', 500, { language: other })
  install(locale)
  await open(locale)
  await connectSimulated()
  await update().click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent(/English|French|anglais|français/i)
  expect(question.element().textContent).not.toMatch(/older|plus ancienne/)
  await question.getByRole('button').first().click()
})

itInEachLanguage('says that there is nothing to install in its place, and why, with the contact (%s)', async (locale) => {
  const w = texts[locale]
  install(locale)
  await open(locale)
  await connect()
  await expect.element(headline()).toMatchTextContent(w.none)
  await expect.element(nextStep()).toMatchTextContent(w.nothing)
  await expect.element(nextStep().getByRole('link', { name: w.contact })).toBeVisible()
  await expectNoAxeFindings('nothing in its place')
  await letGo()
  await world.publish('9.4', 500, { language: languageOf(locale), release: releaseOf('released', { holds: [holdOf([3])] }) })
  await open(locale)
  await connect()
  await expect.element(nextStep()).toMatchTextContent(w.hold)
  await expect.element(nextStep().getByRole('link', { name: w.contact })).toBeVisible()
})

it('reads of the withdrawal, not of the successful installation before it', async () => {
  install('en')
  await open('en')
  const owner = sessionStore.dataOwner()?.id ?? 0
  const target = { userProductId: 1, productName: 'WS6 Master', versionName: '9.5', language: 'English', before: null }
  lastEnd.set({ owner, target, changeLog: null, hasRestarted: true, at: '2026-11-25T12:44:00.000Z', tookMs: 13_000 })
  await expect.element(headline()).toMatchTextContent(texts.en.recalled)
  lastEnd.set(null)
})
