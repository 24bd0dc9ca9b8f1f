/** The next step of a connected detector, from its identification to what can be installed. */
import { firmware, testStates, words } from '../../../../../tests/component/stepStates.tsx'
import { AppError } from '../../../../errors.ts'
import type { Change } from '../../../update/offers/firmwareOffer.ts'
import type { SettledFirmware } from '../../../update/offers/knownFirmware.ts'

const installed: SettledFirmware = { state: 'installed', versionName: '5.2', language: 'English' }
const none: SettledFirmware = { state: 'none', firmwareId: 31, versionName: '5.3', outcome: null }
const newer: Change = { version: 'newer', isReplacement: false, languageBefore: null, isBeta: false, isDraft: false }
const error = new AppError('network.offline.error')

testStates('is said in a headline, a sentence and one button at most, such as with a newer version available [T245]', [
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
    words('No firmware available for this detector yet', null, 'Aucun firmware n’est encore disponible pour ce détecteur', null),
  ],
  [
    'with a newer version available',
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
    'with a newer version than what is offered',
    { name: 'upToDate', firmware: { ...firmware, versionName: '5.1' }, known: installed, change: { ...newer, version: 'older' } },
    words('Your detector has 5.2', 'Install 5.1', 'Votre détecteur a la version 5.2', 'Installer la version 5.1'),
    /No newer version|Aucune version plus récente/,
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
])
