/** Answers for all screens together, so that any of them can be drawn. */
import { roles } from '../../src/contract/rules.ts'
import { phonePrefixes } from './accountForms.ts'
import { createCustomer } from './customer.ts'
import type { FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'
import { shownFirmware, shownProduct, shownUser } from './records.ts'

export function callsOfAllScreens(): FakeCalls {
  const { calls } = createCustomer()
  return {
    ...calls,
    product: { ...fakeTable(() => []), get: () => shownProduct(), getAllNotDeleted: () => [] },
    firmware: { ...calls.firmware, ...fakeTable(() => []), get: () => shownFirmware() },
    user: { ...fakeTable(() => []), get: () => shownUser(), getPhonePrefixes: () => [...phonePrefixes] },
    securityEvent: fakeTable(() => []),
    role: { getAll: () => roles.map((id) => ({ id, tostring: id })) },
    betaGroup: { getAll: () => [] },
    session: { getOwn: () => [] },
  }
}
