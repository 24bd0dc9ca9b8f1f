/** What the update page offers while releases begin and end. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type CustomerWorld, createCustomer, detectorOf } from '../../../../../tests/component/customer.ts'
import { itInEachLanguage } from '../../../../../tests/component/languages.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import {
  connectSimulated,
  dialog,
  flashOfDetector,
  headline,
  letGo,
  nextStep,
  setFaults,
  update,
} from '../../../../../tests/component/updatePage.ts'
import { releaseOf } from '../../../../../tests/support/releases.ts'

const texts = {
  en: {
    draft: 'Draft, for tests by staff',
    warning: '9.1 is a draft, for tests by staff: no customer is offered it',
    cancel: 'Cancel',
    others: 'Other versions and languages',
    version: 'Version',
    released: 'Install 9.0',
    notStarted: 'The update did not start',
    advice: 'The page now shows the versions that are offered for your detector.',
    finish: 'Finish the update',
    newest: 'Up to date',
  },
  fr: {
    draft: 'Brouillon, pour les tests internes',
    warning: /9\.1 est un brouillon, pour les tests internes : elle n’est proposée à aucun client/,
    cancel: 'Annuler',
    others: 'Autres versions et langues',
    version: 'Version',
    released: 'Installer la version 9.0',
    notStarted: 'La mise à jour n’a pas commencé',
    advice: 'La page affiche maintenant les versions proposées pour votre détecteur.',
    finish: 'Terminer la mise à jour',
    newest: 'À jour',
  },
} as const

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(async () => {
  vi.useRealTimers()
  await letGo()
})

const open = (locale: 'en' | 'fr') => openApp('/productUpdate/index', { as: 'customer', calls: world.calls, locale })

/** Halts the newest release, which nobody has begun. */
function halt(): void {
  world.firmwares.shift()
}

itInEachLanguage('marks a draft for staff, selects it for nobody, and asks before it is installed (%s)', async (locale) => {
  const w = texts[locale]
  const language = locale === 'en' ? 'English' : 'Français'
  await world.publish('9.0', 500, { language, release: releaseOf('released') })
  await world.publish('9.1', 500, { language, release: releaseOf('draft') })
  await open(locale)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.released)
  await nextStep().getByText(w.others).click()
  const versions = nextStep().getByRole('combobox', { name: w.version, exact: true })
  await expect.element(versions.getByRole('option', { name: new RegExp(`^9\\.1 .*${w.draft}$`) })).toBeInTheDocument()
  await versions.selectOptions(versions.getByRole('option', { name: /^9\.1 / }))
  await expect.element(nextStep().getByText(w.draft, { exact: true })).toBeVisible()
  await update().click()
  const question = page.getByRole('alertdialog')
  await expect.element(question).toMatchTextContent(w.warning)
  await question.getByRole('button', { name: w.cancel }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(world.updates).toHaveLength(1)
})

it('offers what is left within a minute after the selected release was halted', async () => {
  await world.publish('9.0', 500, { release: releaseOf('released') })
  await world.publish('9.1', 500, { release: releaseOf('released') })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await open('en')
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent('Install 9.1')
  halt()
  vi.advanceTimersByTime(50_000)
  await expect.element(headline()).toMatchTextContent('Install 9.0')
})

it('goes on with an update whose release is halted in its middle, and with nothing left to offer', async () => {
  const image = await world.publish('9.1', 20_000, { release: releaseOf('released') })
  await open('en')
  await connectSimulated()
  setFaults({ latencyMs: 10 })
  await update().click()
  await expect.element(dialog('Programming')).toBeVisible()
  halt()
  setFaults()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(() => world.updates[0]).toMatchObject({ versionName: '9.1', success: true })
  expect(flashOfDetector()).toEqual(image)
})

itInEachLanguage('does not start a release that was halted a moment ago, and then offers what is left (%s)', async (locale) => {
  const w = texts[locale]
  const language = locale === 'en' ? 'English' : 'Français'
  await world.publish('9.0', 500, { language, release: releaseOf('released') })
  await world.publish('9.1', 500, { language, release: releaseOf('released') })
  await open(locale)
  await connectSimulated()
  halt()
  await update().click()
  const failed = dialog(w.notStarted)
  await expect.element(failed).toMatchTextContent(w.advice)
  await failed.getByRole('button').last().click()
  await expect.element(headline()).toMatchTextContent(w.released)
  expect(window.simulatedDetector?.applicationValid).toBe(true)
  expect(world.updates).toHaveLength(1)
})

itInEachLanguage(
  'finishes an update with a release that was halted meanwhile, and offers it to no detector with a firmware (%s)',
  async (locale) => {
    const w = texts[locale]
    const language = locale === 'en' ? 'English' : 'Français'
    await world.publish('9.0', 500, { language, release: releaseOf('released') })
    await world.publish('9.1', 500, { language, release: releaseOf('halted', { begunOn: [1] }) })
    const firmware = { id: 2, versionName: '9.1', language }
    const lastUpdate = { id: 9, date: '2026-11-21T10:00:00.000Z', firmware }
    world.detectors.push(detectorOf(1, { firmwareState: 'none', lastUpdate }))
    await open(locale)
    await connectSimulated()
    await expect.element(headline()).toMatchTextContent(w.finish)
    await expect.element(nextStep()).toMatchTextContent('9.1')
    world.detectors[0] = detectorOf(1, { firmwareState: 'installed', currentFirmware: { ...firmware, id: 1, versionName: '9.0' } })
    await letGo()
    setFaults()
    await open(locale)
    await connectSimulated()
    await expect.element(headline()).toMatchTextContent(w.newest)
    await nextStep().getByText(w.others).click()
    await expect
      .poll(() => nextStep().getByRole('combobox', { name: w.version, exact: true }).getByRole('option').elements())
      .toHaveLength(1)
  },
)
