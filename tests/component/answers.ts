/** The fake API's default answers: an installation with a brand, and a user without any data. */
import type { Configuration } from '../../src/contract/configuration.ts'
import type { Profile } from '../../src/contract/user.ts'
import { dashboardCalls } from './dashboard.ts'
import type { FakeCalls } from './fakeApi.ts'

export const configuration: Configuration = {
  brand: {
    name: 'Fieldport',
    logoUrl: null,
    backgroundUrl: null,
    siteUrl: 'https://site.example.com/',
    contactUrl: 'https://support.example.com/',
    appName: 'Fieldport Companion',
    dataPolicyUrl: 'https://site.example.com/data',
  },
  isSimulatedDeviceAllowed: true,
  isServiceWorkerAllowed: false,
  detectorLanguages: {},
  passkeyOrigin: location.origin,
  hasDemoMailbox: true,
  demoAccounts: [],
}

export const profile: Profile = {
  id: 1,
  firstname: 'Marc',
  lastname: 'Delaunay',
  username: 'customer@example.com',
  phonePrefix: '+33',
  phoneNumber: '6 39 98 00 04',
  country: 'FR',
  distributor: null,
  isNewsletter: false,
  isBetaTester: false,
  freeTrialEndDate: null,
  hasSubscription: false,
  pendingUsername: null,
  pendingPhone: null,
  deletionAt: null,
  deletionHasBegun: false,
}

/** The calls that every screen makes, or the layout around it, or the profile, or the dashboard, where staff begin; and what the list of users asks for. */
export const everyScreensCalls: FakeCalls = {
  configuration: { get: () => configuration },
  user: { getProfile: () => profile },
  updateMails: { getOwn: () => ({ isOn: true }) },
  leaving: { getOwn: () => ({ exports: [], deletion: null }) },
  secondFactor: { getOwn: () => ({ factors: [], recoveryCodesLeft: 0, isRequired: false }) },
  audit: { getForRecord: () => [] },
  catalogue: { getClashes: () => ({ typeIds: [], versions: [] }) },
  dashboard: dashboardCalls,
  release: { getStopped: () => [] },
  proofCheck: { getSummary: () => ({ waiting: 0, late: 0, oldest: null }) },
  userBatch: { getMine: () => [] },
  publishedNews: { countUnread: () => ({ total: 0 }) },
  userProduct: { getUserProductsForUser: () => [] },
  installation: { getState: () => ({ alerts: [], restoredFrom: null }) },
}
