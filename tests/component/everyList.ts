/** Every list of the back office with the filters that its server offers, and more rows than fit a screen, some of them with long texts. */
import type { ActivityRow } from '../../src/contract/activity.ts'
import type { OfferedFilter } from '../../src/contract/table.ts'
import type { WarrantyCodeRow } from '../../src/contract/warrantyCode.ts'
import type { SecurityEventRow } from '../../src/contract/securityLog.ts'
import type { FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'
import { shownRallyZone } from './rallyZones.ts'
import { newsRow, productRow, shownBetaGroup, shownFirmware, userRow } from './records.ts'
import { unusedCode } from './warrantyCodes.ts'

type List = {
  readonly path: string
  readonly calls: FakeCalls
  /** Its rows can be edited and deleted. */
  readonly hasActions: boolean
}

const rowCount = 60
const countries = ['BE', 'CA', 'CH', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'LU', 'NL', 'PT', 'US']
const readOnly = { create: true, edit: false, remove: false } as const

/** Every third row has long texts. */
function rowsOf<Row>(row: (id: number, isLong: boolean) => Row): readonly Row[] {
  return Array.from({ length: rowCount }, (_, index) => row(index + 1, index % 3 === 2))
}

/** Filters by name: their values, or null for a range of dates. */
function filtersOf(offered: Readonly<Record<string, readonly string[] | null>>): OfferedFilter[] {
  return Object.entries(offered).map(([name, values], position) => ({
    position,
    selectedValue: '',
    name,
    kind: values === null ? 'dateRange' : 'select',
    options: (values ?? []).map((id) => ({ id, tostring: id })),
  }))
}

const deleted = ['true']
const either = ['true', 'false']

const users = rowsOf((id, isLong) =>
  userRow(id, {
    subscriptionName: 'Fieldport Companion, 12 months',
    accountLocked: id % 4 === 0,
    accountValidated: id % 5 !== 0,
    isBetaTester: id % 2 === 0,
    ...(isLong && {
      firstname: 'Maximiliane-Charlotte Wilhelmine Friederike',
      lastname: 'von Hohenlohe-Waldenburg-Schillingsfürst',
      username: 'maximiliane.charlotte.wilhelmine.friederike@example.com',
    }),
  }),
)

const products = rowsOf((id, isLong) => productRow(id, isLong ? 'WS6 Master, the one for wet sand and mineral ground' : `WS${id}`))

const firmwares = rowsOf((id, isLong) => ({
  ...shownFirmware({ id, versionName: isLong ? '5.2-field-test-of-the-third-quarter-2026' : `5.${id}` }),
  products: ['WS6 Master', 'WSAII', 'WSAII-XL', 'Teleco', 'WS4'].map((tostring, index) => ({ id: index + 1, tostring })),
}))

const betaGroups = rowsOf((id, isLong) =>
  shownBetaGroup({ id, name: isLong ? 'Field testers of the WS6 Master on the beaches of Brittany' : `Group ${id}` }),
)

const warrantyCodes = rowsOf((id, isLong): WarrantyCodeRow => ({
  ...unusedCode,
  id,
  code: isLong ? 'DEMO2026COIL00000001' : '222222222222222227',
  used: isLong,
  gifted: !isLong,
  ...(isLong && {
    product: 'WS6 Master',
    serial: '11 A0 00 01',
    startDateStr: '21/11/2031',
    endDateStr: '21/11/2036',
    user: { id: 4, tostring: 'Marc Delaunay' },
  }),
}))

const news = rowsOf((id, isLong) =>
  newsRow(id, isLong ? 'Silver and copper are easier to tell apart with the firmware of this spring' : `Rally ${id}`, {
    ...(id % 2 === 0 && { thumbnail: null }),
  }),
)

const rallyZones = rowsOf((id, isLong) =>
  shownRallyZone({ id, title: isLong ? 'Rally of the Three Valleys and of the Seven Hills around them' : `Rally ${id}` }),
)

const events = rowsOf((id, isLong): SecurityEventRow => ({
  id,
  firstAt: '2026-11-20T10:00:00.000Z',
  lastAt: '2026-11-20T11:00:00.000Z',
  kind: isLong ? 'impersonationStarted' : 'accessRefused',
  account: { id: 4, tostring: 'Marc Delaunay' },
  actor: { id: 1, tostring: 'Ann Admin' },
  address: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  reason: 'not.authorized',
  count: 3,
  export: null,
}))

const changes = rowsOf((id, isLong): ActivityRow => ({
  id,
  date: '2026-11-20T10:00:00.000Z',
  action: 'update',
  by: id % 4 === 0 ? null : { id: 1, tostring: 'Ann Admin' },
  before: { role: 'ROLE_BE', isBetaTester: false },
  after: { role: 'ROLE_MARKETTING', isBetaTester: true },
  entity: 'user',
  recordId: 4,
  recordName: isLong ? 'Maximiliane-Charlotte Wilhelmine Friederike von Hohenlohe-Waldenburg-Schillingsfürst' : 'Marc Delaunay',
  isRecordDeleted: false,
}))

function tableOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  offered: Parameters<typeof filtersOf>[0],
  allowed?: typeof readOnly,
) {
  return fakeTable(() => rows, { filters: filtersOf(offered), ...(allowed && { allowed }) })
}

export const everyList: readonly List[] = [
  {
    path: '/user/index',
    hasActions: true,
    calls: {
      user: tableOf(users, {
        deleted,
        role: ['ROLE_ADMIN', 'ROLE_MARKETTING', 'ROLE_BE', 'ROLE_CUSTOMER'],
        country: countries,
        isBetaTester: either,
        accountValidated: either,
        accountLocked: either,
        since: null,
        subscription: ['active'],
        lastSync: null,
      }),
    },
  },
  { path: '/product/index', hasActions: true, calls: { product: tableOf(products, { deleted }) } },
  {
    path: '/firmware/index',
    hasActions: true,
    calls: { firmware: tableOf(firmwares, { deleted, product: ['1', '2'], isActive: either, isBetaTest: either, releaseDate: null }) },
  },
  { path: '/betaGroup/index', hasActions: true, calls: { betaGroup: tableOf(betaGroups, { deleted }) } },
  {
    path: '/warrantyCode/index',
    hasActions: false,
    calls: { warrantyCode: tableOf(warrantyCodes, { startDate: null, endDate: null, used: either, gifted: either }, readOnly) },
  },
  {
    path: '/rallyZone/index',
    hasActions: true,
    calls: { rallyZone: tableOf(rallyZones, { deleted, status: either, creationDate: null }) },
  },
  { path: '/news/index', hasActions: true, calls: { news: tableOf(news, { deleted, status: either, lastModifDate: null }) } },
  {
    path: '/activity/index',
    hasActions: false,
    calls: { activity: tableOf(changes, { by: ['1', '2'], entity: ['user', 'product'], date: null }, readOnly) },
  },
  {
    path: '/securityEvent/index',
    hasActions: false,
    calls: {
      securityEvent: tableOf(events, { kind: ['accessRefused', 'impersonationStarted'], reason: ['not.authorized'], date: null }, readOnly),
    },
  },
]
