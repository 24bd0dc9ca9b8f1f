/** An administrator who views the portal as a customer: what the screens answer, and the steps of a test. */
import { afterEach, beforeEach, expect } from 'vitest'
import { page } from 'vitest/browser'
import { sessionStore } from '../../src/app/api/sessionStore.ts'
import type { Impersonation } from '../../src/contract/impersonation.ts'
import { phonePrefixes } from './accountForms.ts'
import { profile } from './answers.ts'
import { coilOf, daysAgo } from './coils.ts'
import { createCustomer, type CustomerWorld, detectorOf } from './customer.ts'
import type { FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'
import { shownUser, userRow } from './records.ts'
import { sessionAt } from './sessions.ts'

export const viewWords = {
  view: 'View as customer',
  question: 'View the portal as Marc Delaunay?',
  banner: 'View as a customer',
  text: 'You are viewing the portal as Marc Delaunay. You cannot change anything.',
  until: /This ends at \d\d:\d\d\./,
  left: /1[45] minutes left/,
  end: 'Stop viewing',
  ended: 'You are no longer viewing the portal as Marc Delaunay',
  detectors: 'My equipment',
  noDetector: 'No detector can be connected here',
  profileNote: 'Nothing can be changed here',
  firstname: 'First name',
  account: /^Your account/,
} as const

/** The customer of `shownUser`. */
const customer = { id: 4, username: 'customer@example.com', tostring: 'Marc Delaunay' }
export const started: Impersonation = {
  id: '6b1f5f0e-54a8-4f6e-9c3c-0b6a5a4f5d11',
  impersonateToken: 'view',
  customer,
  endsInSeconds: 15 * 60,
}

type ViewedCustomer = CustomerWorld & {
  /** All that the screens of these tests ask, with a test's own answers on top. */
  readonly answers: (own?: FakeCalls) => FakeCalls
}

/** For each test of the file that calls this. Ends the session after it. */
export function viewedCustomerForEach(): () => ViewedCustomer {
  let viewed = createViewedCustomer()
  beforeEach(() => {
    viewed = createViewedCustomer()
  })
  afterEach(() => sessionStore.end())
  return () => viewed
}

/** A customer with a detector, a coil and a session. */
function createViewedCustomer(): ViewedCustomer {
  const world = createCustomer()
  world.detectors.push(detectorOf(1))
  world.coils.push(coilOf(1, 'C011A00001', daysAgo(30)))
  return Object.assign(world, {
    answers: (own: FakeCalls = {}): FakeCalls => ({
      ...world.calls,
      impersonation: { start: () => started, end: () => ({}), ...own.impersonation },
      user: {
        ...fakeTable(() => [userRow(customer.id)]),
        get: () => shownUser(),
        getProfile: () => ({ ...profile, id: customer.id }),
        getPhonePrefixes: () => [...phonePrefixes],
        ...own.user,
      },
      userProduct: { ...world.calls.userProduct, ...own.userProduct },
      session: { getOwn: () => [sessionAt(1, { method: null, deviceId: null })] },
    }),
  })
}

export const viewBanner = () => page.getByRole('complementary', { name: viewWords.banner })
const main = page.getByRole('main')

/** From the customer’s record. */
export async function beginView(): Promise<void> {
  await main.getByRole('button', { name: viewWords.view, exact: true }).click()
  await page.getByRole('alertdialog', { name: viewWords.question }).getByRole('button', { name: viewWords.view }).click()
  await expect.element(viewBanner()).toBeVisible()
}
