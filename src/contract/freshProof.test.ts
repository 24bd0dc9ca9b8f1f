import { describe, expect, it } from 'vitest'
import { givesRights, offersFirmware } from './freshProof.ts'

describe('an account', () => {
  const customer = { role: 'ROLE_CUSTOMER' }
  it.each([
    ['a new customer', { body: { role: 'ROLE_CUSTOMER', password: 'given' } }, false],
    ['a new member of staff', { body: { role: 'ROLE_BE', password: 'given' } }, true],
    ['another name', { body: { role: 'ROLE_CUSTOMER', firstname: 'Ada' }, stored: customer }, false],
    ['a form without the role', { body: { firstname: 'Ada' }, stored: { role: 'ROLE_BE' } }, false],
    ['an empty password', { body: { password: '' }, stored: customer }, false],
    ['another password', { body: { password: 'given' }, stored: customer }, true],
    ['more rights', { body: { role: 'ROLE_ADMIN' }, stored: customer }, true],
    ['fewer rights', { body: { role: 'ROLE_CUSTOMER' }, stored: { role: 'ROLE_ADMIN' } }, true],
  ])('with %s', (_, asked, isWanted) => {
    expect(givesRights(asked)).toBe(isWanted)
  })
})

describe('a firmware', () => {
  const stored = { isActive: true, isBetaTest: false, selectedProductIds: [1, 2], selectedBetaGroupIds: [] }
  const body = { ...stored }
  const beta = { isActive: true, isBetaTest: true, selectedProductIds: [1], selectedBetaGroupIds: [7] }
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
    ['for one beta group less', { body: { ...beta, betaGroupChanges: { addedIds: [], removedIds: [7] } }, stored: beta }, false],
    [
      'that stays inactive, with another file',
      { body: { ...body, isActive: false, file: 'new' }, stored: { ...stored, isActive: false } },
      false,
    ],
  ])('%s', (_, asked, isWanted) => {
    expect(offersFirmware(asked)).toBe(isWanted)
  })
})
