/** Answers for all screens together, so that any of them can be drawn. */
import { roles } from '../../src/contract/rules.ts'
import type { WarrantyCodeRow } from '../../src/contract/warrantyCode.ts'
import { AppError } from '../../src/errors.ts'
import { phonePrefixes } from './accountForms.ts'
import { createCustomer } from './customer.ts'
import type { FakeCalls } from './fakeApi.ts'
import { fakeTable } from './fakeTable.ts'
import { shownOutcomes } from './outcomes.ts'
import { waitingProof } from './proofs.ts'
import { shownRallyZone, zoneShape } from './rallyZones.ts'
import {
  newsRow,
  publishedArticle,
  publishedRow,
  shownBetaGroup,
  shownCoil,
  shownDetector,
  shownFirmware,
  shownNews,
  shownProduct,
  shownRelease,
  shownUser,
  userRow,
} from './records.ts'

export function callsOfAllScreens(): FakeCalls {
  const { calls } = createCustomer()
  return {
    ...calls,
    product: { ...fakeTable(() => []), get: () => shownProduct(), getAllNotDeleted: () => [] },
    firmware: {
      ...calls.firmware,
      ...fakeTable(() => []),
      get: () => shownFirmware(),
      getAllBetaTest: () => [],
      getLanguages: () => [],
      getVersions: () => [],
    },
    release: { get: () => shownRelease(), getOutcomes: () => shownOutcomes() },
    user: { ...fakeTable(() => []), get: () => shownUser(), getPhonePrefixes: () => [...phonePrefixes], getBetaTesters: () => [] },
    warrantyCode: fakeTable(() => []),
    news: { ...fakeTable(() => []), get: () => shownNews() },
    publishedNews: { getPage: () => ({ articles: [], next: null }), get: () => publishedArticle(), markRead: () => ({}) },
    activity: fakeTable(() => []),
    securityEvent: fakeTable(() => []),
    rallyZone: {
      ...fakeTable(() => []),
      get: () => shownRallyZone(),
      getShapes: () => ({ type: 'FeatureCollection', features: [zoneShape(0, 'Meadow')] }),
    },
    role: { getAll: () => roles.map((id) => ({ id, tostring: id })) },
    betaGroup: { ...fakeTable(() => []), getAll: () => [], get: () => shownBetaGroup(), getUsers: () => [] },
    session: { getOwn: () => [] },
    proofCheck: { getSummary: () => ({ waiting: 0, late: 0, oldest: null }), take: () => ({ waiting: 0, proofs: [] }) },
  }
}

export function unavailable(): never {
  throw new AppError('service.unavailable.error', { requestId: 'abc-123' })
}

/** Stays pending until the test ends. */
export function neverAnswers(): Promise<never> {
  return new Promise(() => {})
}

/** Too long for any line, and without a place to break it. */
const word = 'Dendrochronologie'.repeat(8)
const address = `${word}@example.com`
const who = { id: 4, tostring: `${word} (${address})` }
const erased = { id: 1, serialNumberFormatted: '0A 1B 2C 3D 4E', product: who, user: who, since: '2026-03-05T09:00:00.000Z' }
const longNamed = [who, { ...who, id: 5 }, { ...who, id: 6 }]

function fifty<Row>(row: (id: number) => Row): Row[] {
  return Array.from({ length: 50 }, (_, index) => row(index + 1))
}

/** Records with the longest names, and fifty rows in each list. */
export function callsWithLongNames(): FakeCalls {
  const base = callsOfAllScreens()
  return {
    ...base,
    dashboard: {
      getProducts: () => longNamed,
      getUpdateFigures: () => ({
        versions: [{ product: who, versionName: word, successes: 9, errors: 1 }],
        errors: [{ type: 'REBOOT_ERROR', number: 1 }],
        products: [{ product: who, number: 10 }],
      }),
      getDetectorsWithoutFirmware: () => ({
        total: 12,
        detectors: [erased],
        silent: { total: 12, detectors: [erased] },
      }),
    },
    betaGroup: {
      ...fakeTable(() => fifty((id) => ({ id, name: word, nbUsers: 10_000, nbFirmwares: 99, isDeleted: false }))),
      get: () => shownBetaGroup({ name: word, tostring: word, firmwares: longNamed, nbUsers: 10_000 }),
      getUsers: () => longNamed,
    },
    warrantyCode: fakeTable(() => fifty((id) => ({ ...warrantyCodeRow, id }))),
    proofCheck: {
      getSummary: () => ({ waiting: 12_000, late: 12_000, oldest: erased.since }),
      take: () => ({
        waiting: 12_000,
        proofs: [
          waitingProof(31, { name: word, code: word, owner: who, purchaseProof: { ...waitingProof(31).purchaseProof, fileName: word } }),
        ],
      }),
    },
    file: { showFileFromWeb: () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }) },
    rallyZone: {
      ...base.rallyZone,
      ...fakeTable(() => fifty((id) => ({ id, title: word, creationDate: '2026-10-10T10:00:00.000Z', status: true, isDeleted: false }))),
      get: () => shownRallyZone({ title: word, tostring: word, files: [{ id: 21, filename: `${word}.kml`, sizeBytes: 812 }] }),
      getShapes: () => ({ type: 'FeatureCollection', features: [zoneShape(0, word)] }),
    },
    publishedNews: {
      getPage: () => ({ articles: fifty((id) => publishedRow(id, { title: word })), next: null }),
      get: () => publishedArticle({ title: word, content: `<h2>${word}</h2><p>${word}</p>` }),
      markRead: () => ({}),
    },
    news: {
      ...fakeTable(() => fifty((id) => newsRow(id, word))),
      get: () => shownNews({ title: word, tostring: word, content: `<h2>${word}</h2><p>${word}</p><ul><li><p>${word}</p></li></ul>` }),
    },
    user: {
      ...base.user,
      ...fakeTable(() => fifty((id) => userRow(id, { firstname: word, lastname: word, username: address, subscriptionName: word }))),
      get: () =>
        shownUser({
          tostring: `${word} ${word}`,
          firstname: word,
          lastname: word,
          username: address,
          distributor: word,
          userProducts: [shownDetector({ productName: word, electronicBoardSerial: word, versionName: word })],
          accessories: [shownCoil({ name: word, coilSerial: word, code: word })],
        }),
    },
  }
}

const warrantyCodeRow: Omit<WarrantyCodeRow, 'id'> = {
  code: 'ABCDEFGHJKLMNPQRSTUV',
  used: true,
  isVoid: false,
  gifted: true,
  product: word,
  serial: word,
  startDateStr: '21/11/2026',
  endDateStr: '21/11/2031',
  startDate: '2026-11-21T00:00:00.000Z',
  endDate: '2031-11-21T00:00:00.000Z',
  user: who,
  accessory: who,
}
