/** Answers for all screens together, so that any of them can be drawn. */
import { roles } from '../../src/contract/rules.ts'
import { phonePrefixes } from './accountForms.ts'
import { createCustomer } from './customer.ts'
import type { FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'
import { shownRallyZone, zoneShape } from './rallyZones.ts'
import { shownBetaGroup, shownFirmware, shownNews, shownProduct, shownUser } from './records.ts'

export function callsOfAllScreens(): FakeCalls {
  const { calls } = createCustomer()
  return {
    ...calls,
    product: { ...fakeTable(() => []), get: () => shownProduct(), getAllNotDeleted: () => [] },
    firmware: { ...calls.firmware, ...fakeTable(() => []), get: () => shownFirmware(), getAllBetaTest: () => [] },
    user: { ...fakeTable(() => []), get: () => shownUser(), getPhonePrefixes: () => [...phonePrefixes], getBetaTesters: () => [] },
    warrantyCode: fakeTable(() => []),
    news: { ...fakeTable(() => []), get: () => shownNews() },
    securityEvent: fakeTable(() => []),
    rallyZone: {
      ...fakeTable(() => []),
      get: () => shownRallyZone(),
      getShapes: () => ({ type: 'FeatureCollection', features: [zoneShape(0, 'Meadow')] }),
    },
    role: { getAll: () => roles.map((id) => ({ id, tostring: id })) },
    betaGroup: { ...fakeTable(() => []), getAll: () => [], get: () => shownBetaGroup(), getUsers: () => [] },
    session: { getOwn: () => [] },
  }
}
