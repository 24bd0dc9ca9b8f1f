/** The next step of a connected detector, from its identification to what can be installed. */
import { firmware, testStates } from '../../../../../tests/component/stepStates.tsx'
import { AppError } from '../../../../errors.ts'
import type { Change } from '../../../update/offers/firmwareOffer.ts'
import type { SettledFirmware } from '../../../update/offers/knownFirmware.ts'

const installed: SettledFirmware = { state: 'installed', versionName: '5.2', language: 'English' }
const none: SettledFirmware = { state: 'none', firmwareId: 31, versionName: '5.3', outcome: null }
const newer: Change = { version: 'newer', isReplacement: false, languageBefore: null, isBeta: false, isDraft: false }
const error = new AppError('network.offline.error')

testStates('is said in a headline, a sentence and one button at most, such as with a newer version available [T245]', [
  ['being looked up', { name: 'identifying' }, ['Identifying your detector…', null]],
  ['of an unknown model', { name: 'unknownModel', productTypeId: 99 }, ['Model not recognised', 'Try again'], 'Contact support'],
  ['never seen, without a network', { name: 'neverSeen', error }, ['Internet connection needed', 'Try again']],
  ['not looked up', { name: 'notIdentified', error }, ['The detector could not be identified', 'Try again']],
  ['without its firmwares', { name: 'notOffered', error }, ['The firmware list could not be loaded', 'Try again']],
  ['without an offer', { name: 'nothingOffered', known: installed }, ['No firmware available for this detector yet', null]],
  [
    'with a newer version available',
    { name: 'update', firmware, known: installed, change: newer },
    ['Update to 5.3', 'Update to 5.3'],
    '04/03/2026',
  ],
  [
    'up to date',
    { name: 'upToDate', firmware, known: { ...installed, versionName: '5.3' }, change: { ...newer, version: 'same' } },
    ['Up to date', 'Install 5.3 again'],
  ],
  [
    'with a newer version than what is offered',
    { name: 'upToDate', firmware: { ...firmware, versionName: '5.1' }, known: installed, change: { ...newer, version: 'older' } },
    ['Your detector has 5.2', 'Install 5.1'],
    'No newer version',
  ],
  [
    'with unknown firmware',
    { name: 'unknown', firmware, known: { state: 'unknown', versionName: null }, change: { ...newer, version: 'unknown' } },
    ['Install 5.3', 'Install 5.3'],
    'not known',
  ],
  [
    'stopped in the middle',
    { name: 'finish', firmware, known: none, change: { ...newer, version: 'unknown' }, percent: 60 },
    ['Finish the update', 'Finish the update'],
    '60%',
  ],
  [
    'with an older version selected',
    { name: 'older', firmware: { ...firmware, versionName: '5.1' }, known: installed, change: { ...newer, version: 'older' } },
    ['Install 5.1', 'Install 5.1'],
  ],
  [
    'with another language selected',
    {
      name: 'otherLanguage',
      firmware,
      known: { ...installed, versionName: '5.3', language: 'fr' },
      change: { ...newer, version: 'same', languageBefore: 'fr' },
    },
    ['Install 5.3 (English)', 'Install 5.3'],
  ],
  [
    'with the installed version selected',
    { name: 'again', firmware, known: { ...installed, versionName: '5.3' }, change: { ...newer, version: 'same' } },
    ['Install 5.3 again', 'Install 5.3 again'],
  ],
])
