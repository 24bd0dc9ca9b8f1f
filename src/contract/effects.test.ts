import { describe, expect, it } from 'vitest'
import { givesAccess, offersFirmware, offersToGroup, offersToType } from './effects.ts'

describe('an account', () => {
  const customer = { role: 'ROLE_CUSTOMER' }
  it.each([
    ['a new customer', { body: { role: 'ROLE_CUSTOMER', password: 'given' } }, false],
    ['a new member of staff', { body: { role: 'ROLE_BE', password: 'given' } }, true],
    ['another name', { body: { role: 'ROLE_CUSTOMER', firstname: 'Ada' }, stored: customer }, false],
    ['a form without the role', { body: { firstname: 'Ada' }, stored: { role: 'ROLE_BE' } }, false],
    ['an empty password', { body: { password: '' }, stored: customer }, false],
    ['another password', { body: { password: 'given' }, stored: customer }, true],
    ['another phone', { body: { phonePrefix: '+33', phoneNumber: '2' }, stored: { phonePrefix: '+33', phoneNumber: '1' } }, true],
    ['the same phone', { body: { phonePrefix: '+33', phoneNumber: '1' }, stored: { phonePrefix: '+33', phoneNumber: '1' } }, false],
    ['another address', { body: { username: 'b@example.com' }, stored: { username: 'a@example.com' } }, true],
    ['more rights', { body: { role: 'ROLE_ADMIN' }, stored: customer }, true],
    ['fewer rights', { body: { role: 'ROLE_CUSTOMER' }, stored: { role: 'ROLE_ADMIN' } }, true],
  ])('with %s', (_, asked, isWanted) => {
    expect(givesAccess(asked)).toBe(isWanted)
  })
})

describe('a firmware', () => {
  const stored = {
    versionName: '1.0',
    language: 'en',
    isActive: true,
    isBetaTest: false,
    selectedProductIds: [1, 2],
    selectedBetaGroupIds: [],
  }
  const body = { ...stored }
  const beta = { versionName: '1.0', language: 'en', isActive: true, isBetaTest: true, selectedProductIds: [1], selectedBetaGroupIds: [7] }
  it.each([
    ['that is new and inactive', { body: { ...body, isActive: false } }, false],
    ['that is new and active', { body }, true],
    ['with another change log', { body: { ...body, changeLog: 'Quieter' }, stored }, false],
    ['for fewer products', { body: { ...body, selectedProductIds: [2] }, stored }, false],
    ['that is withdrawn', { body: { ...body, isActive: false }, stored }, false],
    ['that becomes a beta', { body: { ...body, isBetaTest: true }, stored }, false],
    ['that becomes active', { body, stored: { ...stored, isActive: false } }, true],
    ['with another file', { body: { ...body, file: 'new' }, stored }, true],
    ['for one more product', { body: { ...body, selectedProductIds: [1, 2, 3] }, stored }, true],
    ['that is no beta any more', { body: { ...beta, isBetaTest: false }, stored: beta }, true],
    ['for one more beta group', { body: { ...beta, selectedBetaGroupIds: [7, 8] }, stored: beta }, true],
    [
      'for one more beta group, sent as a change',
      { body: { ...beta, betaGroupChanges: { addedIds: [8], removedIds: [] } }, stored: beta },
      true,
    ],
    [
      'that stays inactive, with another file',
      { body: { ...body, isActive: false, file: 'new' }, stored: { ...stored, isActive: false } },
      true,
    ],
    [
      'that stays inactive, for one more group',
      { body: { ...beta, isActive: false, selectedBetaGroupIds: [7, 8] }, stored: { ...beta, isActive: false } },
      true,
    ],
    ['with another version', { body: { ...body, versionName: '99.0' }, stored }, true],
    ['with another language', { body: { ...body, language: 'fr' }, stored }, true],
    ['for one beta group less', { body: { ...beta, betaGroupChanges: { addedIds: [], removedIds: [7] } }, stored: beta }, false],
  ])('%s', (_, asked, isWanted) => {
    expect(offersFirmware(asked)).toBe(isWanted)
  })
})

describe('a beta group', () => {
  const stored = { selectedFirmwareIds: [1] }
  it.each([
    ['without firmwares', { body: { selectedFirmwareIds: [] } }, false],
    ['with firmwares', { body: { selectedFirmwareIds: [1] } }, true],
    ['with the same firmware', { body: { selectedFirmwareIds: [1] }, stored }, false],
    ['with one more firmware', { body: { selectedFirmwareIds: [1, 2] }, stored }, true],
    ['with one more firmware, sent as a change', { body: { firmwareChanges: { addedIds: [2], removedIds: [] } }, stored }, true],
    ['with other users', { body: { selectedFirmwareIds: [1], userChanges: { addedIds: [5], removedIds: [] } }, stored }, false],
  ])('%s', (_, asked, isWanted) => {
    expect(offersToGroup(asked)).toBe(isWanted)
  })
})

it.each([
  ['a new product', { body: { typeId: 3 } }, false],
  ['another name', { body: { typeId: 3, name: 'WS6' }, stored: { typeId: 3 } }, false],
  ['another type number', { body: { typeId: 4 }, stored: { typeId: 3 } }, true],
])('a product with %s', (_, asked, isWanted) => {
  expect(offersToType(asked)).toBe(isWanted)
})
