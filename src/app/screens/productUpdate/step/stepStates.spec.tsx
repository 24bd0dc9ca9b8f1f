/** The next step in each of its states: its headline in both languages, and its one primary button. */
import type { UseQueryResult } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { createCustomer, detectorOf } from '../../../../../tests/component/customer.ts'
import { describeInEachLanguage } from '../../../../../tests/component/languages.ts'
import { drawComponent } from '../../../../../tests/component/render.tsx'
import { headline, nextStep } from '../../../../../tests/component/updatePage.ts'
import type { OfferedFirmware } from '../../../../contract/firmware.ts'
import { type Locale } from '../../../../contract/rules.ts'
import { AppError } from '../../../../errors.ts'
import type { Change } from '../../../update/offers/firmwareOffer.ts'
import type { SettledFirmware } from '../../../update/offers/knownFirmware.ts'
import { NextStep } from './NextStep.tsx'
import type { LastEnd } from '../../../update/records/lastEnd.ts'
import type { PageStep, WaitingDetector } from '../../../update/pageStep.ts'
import type { PageView } from './usePageStep.ts'

const firmware: OfferedFirmware = {
  id: 31,
  versionName: '5.3',
  language: 'English',
  releaseDate: '2026-03-04T10:00:00.000Z',
  changeLog: '- **Louder** in the rain',
  isBetaTest: false,
  firmwareFile: { id: 1, filename: 'WS6_5.3.bin', sizeBytes: 262_160, sha256: 'a'.repeat(64) },
}
const waiting: WaitingDetector = {
  productName: 'WS6 Master',
  serialNumber: '0A1B2C3D4E',
  serialNumberFormatted: '0A 1B 2C 3D 4E',
  versionName: '5.3',
  percent: 44,
}
const installed: SettledFirmware = { state: 'installed', versionName: '5.2', language: 'English' }
const none: SettledFirmware = { state: 'none', firmwareId: 31, versionName: '5.3', outcome: null }
const newer: Change = { version: 'newer', languageBefore: null, isBeta: false }
const error = new AppError('network.offline.error')

const ended: LastEnd = {
  owner: 1,
  target: { productName: 'WS6 Master', versionName: '5.3', language: 'English', before: { versionName: '5.2', language: 'English' } },
  changeLog: '- **Louder** in the rain',
  hasRestarted: true,
  at: '2026-11-21T11:44:00.000Z',
  tookMs: 13_400,
}
const again: LastEnd = { ...ended, target: { ...ended.target, before: { versionName: '5.3', language: 'English' } } }
const ofEarlierApp: LastEnd = { ...ended, tookMs: null }
const notRestarted: LastEnd = { ...ended, hasRestarted: false }

type Words = Readonly<Record<Locale, readonly [headline: string, button: string | null]>>

const states: readonly (readonly [state: string, step: PageStep, words: Words, says?: string | RegExp])[] = [
  [
    'nothing connected',
    { name: 'connect' },
    words('Connect your detector', 'Connect my detector', 'Connectez votre détecteur', 'Connecter mon détecteur'),
  ],
  ['connecting', { name: 'connecting' }, words('Connecting…', 'Connecting…', 'Connexion…', 'Connexion…')],
  [
    'two plugged in',
    {
      name: 'choosing',
      candidates: [
        { key: '0', label: 'WS6' },
        { key: '1', label: 'XP' },
      ],
    },
    words('Which detector?', null, 'Quel détecteur ?', null),
    'XP',
  ],
  [
    'two of the same model plugged in',
    { name: 'alike' },
    words('Unplug one detector', 'Connect my detector', 'Débranchez un détecteur', 'Connecter mon détecteur'),
    /told apart|distingués/,
  ],
  [
    'access denied by Linux',
    { name: 'notConnected', cause: 'device.permission.denied.error' },
    words('The detector could not be connected', 'Try again', 'Le détecteur n’a pas pu être connecté', 'Réessayer'),
    '70-detector.rules',
  ],
  [
    'unplugged',
    { name: 'lost' },
    words('The detector was unplugged', 'Reconnect the detector', 'Le détecteur a été débranché', 'Reconnecter le détecteur'),
  ],
  [
    'stopped, and unplugged since',
    { name: 'waiting', detector: waiting, isLost: true },
    words('Finish the update', 'Reconnect the detector', 'Terminer la mise à jour', 'Reconnecter le détecteur'),
    /44\s?%/,
  ],
  [
    'stopped at an earlier visit',
    { name: 'waiting', detector: { ...waiting, percent: null }, isLost: false },
    words('Finish the update', 'Connect my detector', 'Terminer la mise à jour', 'Connecter mon détecteur'),
    '0A 1B 2C 3D 4E',
  ],
  [
    'after a success',
    { name: 'restarted', end: ended },
    words('WS6 Master has 5.3', 'Connect my detector', 'WS6 Master : version 5.3 installée', 'Connecter mon détecteur'),
    /(?:Installed on|Installée le) 21\/11\/2026 \d\d:\d\d (?:in|en) 13 s.*(?:What’s new in|Nouveautés de la version) 5\.3/,
  ],
  [
    'after a reinstallation',
    { name: 'restarted', end: again },
    words('WS6 Master has 5.3', 'Connect my detector', 'WS6 Master : version 5.3 installée', 'Connecter mon détecteur'),
    /Reinstalled on|Réinstallée le/,
  ],
  [
    'after a success of an earlier version of the app',
    { name: 'restarted', end: ofEarlierApp },
    words('WS6 Master has 5.3', 'Connect my detector', 'WS6 Master : version 5.3 installée', 'Connecter mon détecteur'),
    /(?:Installed on|Installée le) 21\/11\/2026 \d\d:\d\d\. (?:You can unplug it now|Vous pouvez débrancher le détecteur)/,
  ],
  [
    'that did not restart',
    { name: 'notRestarted', end: notRestarted },
    words('Your detector did not restart', 'Reconnect the detector', 'Votre détecteur n’a pas redémarré', 'Reconnecter le détecteur'),
    /wait ten seconds|attendez dix secondes/,
  ],
  ['being looked up', { name: 'identifying' }, words('Identifying your detector…', null, 'Identification de votre détecteur…', null)],
  [
    'of an unknown model',
    { name: 'unknownModel', productTypeId: 99 },
    words('Model not recognised', 'Try again', 'Modèle non reconnu', 'Réessayer'),
    /Contact support|Contacter/,
  ],
  [
    'never seen, without a network',
    { name: 'neverSeen', error },
    words('Internet connection needed', 'Try again', 'Connexion internet nécessaire', 'Réessayer'),
  ],
  [
    'not looked up',
    { name: 'notIdentified', error },
    words('The detector could not be identified', 'Try again', 'Le détecteur n’a pas pu être identifié', 'Réessayer'),
  ],
  [
    'without its firmwares',
    { name: 'notOffered', error },
    words('The firmware list could not be loaded', 'Try again', 'La liste des firmwares n’a pas pu être chargée', 'Réessayer'),
  ],
  [
    'without an offer',
    { name: 'nothingOffered', known: installed },
    words('No firmware available for this model yet', null, 'Aucun firmware n’est encore disponible pour ce modèle', null),
  ],
  [
    'updated by another tab',
    { name: 'updating', where: 'otherTab', progress: { productName: 'WS6 Master', versionName: '5.3', percent: 37 } },
    words('Updating to 5.3', null, 'Mise à jour vers la version 5.3', null),
    /37\s?%/,
  ],
  [
    'that another tab has just begun to update',
    { name: 'updating', where: 'otherTab', progress: null },
    words('An update is running', null, 'Une mise à jour est en cours', null),
  ],
  [
    'updated by this page',
    { name: 'updating', where: 'here', versionName: '5.3' },
    words('Updating to 5.3', null, 'Mise à jour vers la version 5.3', null),
  ],
  [
    'updated by another computer',
    { name: 'updating', where: 'otherComputer', detector: { ...waiting, percent: 38 } },
    words('Updating to 5.3', null, 'Mise à jour vers la version 5.3', null),
    /0A 1B 2C 3D 4E.*38\s?%/s,
  ],
  [
    'whose update has not been heard of since',
    { name: 'silent', detector: { ...waiting, heardAt: '2026-03-05T12:31:00.000Z', hasErased: true }, isLost: false },
    words(
      'An update was running on 05/03/2026 12:31',
      'Connect my detector',
      'Une mise à jour était en cours le 05/03/2026 12:31',
      'Connecter mon détecteur',
    ),
    '0A 1B 2C 3D 4E',
  ],
  [
    'with a newer version available [T245]',
    { name: 'update', firmware, known: installed, change: newer },
    words('Update to 5.3', 'Update to 5.3', 'Passer à la version 5.3', 'Passer à la version 5.3'),
    '04/03/2026',
  ],
  [
    'up to date',
    { name: 'upToDate', firmware, known: { ...installed, versionName: '5.3' }, change: { ...newer, version: 'same' } },
    words('Up to date', 'Install 5.3 again', 'À jour', 'Réinstaller la version 5.3'),
  ],
  [
    'with unknown firmware',
    { name: 'unknown', firmware, known: { state: 'unknown', versionName: null }, change: { ...newer, version: 'unknown' } },
    words('Install 5.3', 'Install 5.3', 'Installer la version 5.3', 'Installer la version 5.3'),
    /not known|n’est pas connue/,
  ],
  [
    'stopped in the middle',
    { name: 'finish', firmware, known: none, change: { ...newer, version: 'unknown' }, percent: 60 },
    words('Finish the update', 'Finish the update', 'Terminer la mise à jour', 'Terminer la mise à jour'),
    /60\s?%/,
  ],
  [
    'with an older version selected',
    { name: 'older', firmware: { ...firmware, versionName: '5.1' }, known: installed, change: { ...newer, version: 'older' } },
    words('Install 5.1', 'Install 5.1', 'Installer la version 5.1', 'Installer la version 5.1'),
  ],
  [
    'with another language selected',
    {
      name: 'otherLanguage',
      firmware,
      known: { ...installed, versionName: '5.3', language: 'fr' },
      change: { ...newer, version: 'same', languageBefore: 'fr' },
    },
    words('Install 5.3 (English)', 'Install 5.3', 'Installer la version 5.3 (English)', 'Installer la version 5.3'),
  ],
  [
    'with the installed version selected',
    { name: 'again', firmware, known: { ...installed, versionName: '5.3' }, change: { ...newer, version: 'same' } },
    words('Install 5.3 again', 'Install 5.3 again', 'Réinstaller la version 5.3', 'Réinstaller la version 5.3'),
  ],
]

function words(headlineEn: string, buttonEn: string | null, headlineFr: string, buttonFr: string | null): Words {
  return { en: [headlineEn, buttonEn], fr: [headlineFr, buttonFr] }
}

function viewOf(step: PageStep): PageView {
  // The fields of a query that `AsOf` reads, with fresh data.
  const offered = { data: [firmware], dataUpdatedAt: 1, isError: false } as unknown as UseQueryResult
  const userProduct = detectorOf(1)
  return {
    step,
    detector: { status: 'absent' },
    product: { userProduct, firmwares: [firmware], error: null, retry: () => {}, offered, isNeverSeen: false },
    offered: [firmware],
    choose: () => {},
  }
}

describeInEachLanguage('a detector (%s)', (locale) => {
  it.each(states.map(([state, step, named, says]) => ({ state, step, named, says })))('$state', async ({ step, named, says }) => {
    const [title, buttonName] = named[locale]
    const { calls, detectors } = createCustomer()
    detectors.push(detectorOf(1, { firmwareState: 'none' }))
    await drawComponent(<NextStep view={viewOf(step)} />, { as: 'customer', calls, locale })
    await expect.element(headline()).toMatchTextContent(title)
    expect(document.querySelectorAll('h2')).toHaveLength(1)
    const primary = [...document.querySelectorAll('[data-step-button]')].map((button) => button.textContent?.trim())
    expect(primary).toEqual(buttonName === null ? [] : [buttonName])
    await expect.poll(said).toMatch(says ?? title)
    // Without axe's rules for whole pages.
    await expectNoAxeFindings('the step', { isPart: true })
  })
})

/** Replaces non-breaking spaces, which look like others to the reader. */
function said(): string {
  return (nextStep().element().textContent ?? '').replaceAll(/[\u00A0\u202F]/g, ' ')
}

it('asks for confirmation before it records that a stopped detector works again', async () => {
  const { calls, detectors } = createCustomer()
  detectors.push(detectorOf(1, { firmwareState: 'none' }))
  const { seen } = await drawComponent(<NextStep view={viewOf({ name: 'waiting', detector: waiting, isLost: false })} />, {
    as: 'customer',
    calls,
  })
  await page.getByRole('button', { name: 'My detector works again' }).click()
  const question = page.getByRole('alertdialog', { name: 'Does your WS6 Master work again?' })
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await question.getByRole('button', { name: 'Yes, it works' }).click()
  await expect.poll(() => seen.map(({ name }) => name)).toContain('userProduct.confirmWorks')
})
