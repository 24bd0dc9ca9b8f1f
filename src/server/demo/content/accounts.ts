/** The people behind the demo accounts. Their user names and the password are in demoAccounts.ts. */
import { freeTrialDays } from '../../../contract/rules.ts'
import type { users } from '../../db/tables.ts'
import { addDays } from './days.ts'
import type { demoAccounts } from './demoAccounts.ts'

export type DemoUsername = (typeof demoAccounts)[number]['username']
type NewUser = typeof users.$inferInsert

/** How many days ago the oldest accounts were created. */
const demoMembershipDays = 760

/** An account added to demoAccounts.ts does not compile without an entry here. */
export function demoPeople(passwordHash: string, now: Date): Record<DemoUsername, NewUser> {
  const shared = {
    passwordHash,
    accountValidated: true,
    country: 'FR',
    phonePrefix: '+33',
    since: addDays(now, -demoMembershipDays),
    lastLaunch: addDays(now, -2),
  }
  return {
    'admin@example.com': {
      ...shared, username: 'admin@example.com', role: 'ROLE_ADMIN', firstname: 'Inès', lastname: 'Castagné', phoneNumber: '6 39 98 00 01',
    },
    'marketing@example.com': {
      ...shared, username: 'marketing@example.com', role: 'ROLE_MARKETTING', firstname: 'Hugo', lastname: 'Lavergne', phoneNumber: '6 39 98 00 02',
    },
    'backoffice@example.com': {
      ...shared, username: 'backoffice@example.com', role: 'ROLE_BE', firstname: 'Nadia', lastname: 'Ferrand', phoneNumber: '6 39 98 00 03',
    },
    'customer@example.com': {
      ...shared, username: 'customer@example.com', firstname: 'Marc', lastname: 'Delaunay', phoneNumber: '6 39 98 00 04',
      distributor: 'Terre & Trésors', isNewsletter: true, firstLaunch: addDays(now, -440), lastSync: addDays(now, -3), diskUsage: 48_234_496,
    },
    'newcustomer@example.com': {
      ...shared, username: 'newcustomer@example.com', firstname: 'Ruth', lastname: 'Palmer', country: 'GB', phonePrefix: '+44', phoneNumber: '20 7946 0105',
      since: addDays(now, -1), subscriptionName: 'TRIAL', freeTrialEndDate: addDays(now, freeTrialDays - 1),
    },
    'beta@example.com': {
      ...shared, username: 'beta@example.com', firstname: 'Jörg', lastname: 'Köhler', country: 'DE', phonePrefix: '+49', phoneNumber: '1512 9900106',
      isBetaTester: true, subscriptionName: 'PREMIUM', subscriptionStart: addDays(now, -120), subscriptionEnd: addDays(now, 245),
    },
    'sms@example.com': {
      ...shared, username: 'sms@example.com', firstname: 'Léa', lastname: 'Bonnet', phoneNumber: '6 39 98 00 07', needsSmsCode: true,
    },
  } // prettier-ignore
}
