import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../contract/rules.ts'
import { rightsOnUser } from './userRights.ts'

const themselves = 1
const somebodyElse = 2
const caller = (role: Role) => ({ id: themselves, role, isBetaTester: false, locale: 'en' as const, familyId: '' })
const nothing = { mayEdit: false, mayRemove: false }

/** What each role may do to an account of each role that is not their own. */
const rights: Readonly<Record<Role, Readonly<Record<Role, ReturnType<typeof rightsOnUser>>>>> = {
  ROLE_ADMIN: onEverybody({ mayEdit: true, mayRemove: true }),
  ROLE_BE: { ...onEverybody(nothing), ROLE_CUSTOMER: { mayEdit: true, mayRemove: false } },
  ROLE_MARKETTING: onEverybody(nothing),
  ROLE_CUSTOMER: onEverybody(nothing),
}

function onEverybody(same: ReturnType<typeof rightsOnUser>) {
  return { ROLE_ADMIN: same, ROLE_MARKETTING: same, ROLE_BE: same, ROLE_CUSTOMER: same }
}

describe.each(roles)('%s', (role) => {
  it.each(roles)('may edit and delete a %s as the table says', (of) => {
    expect(rightsOnUser(caller(role), { id: somebodyElse, role: of })).toEqual(rights[role][of])
  })
})

it('lets an administrator edit themselves, and never delete themselves', () => {
  expect(rightsOnUser(caller('ROLE_ADMIN'), { id: themselves, role: 'ROLE_ADMIN' })).toEqual({ mayEdit: true, mayRemove: false })
})
