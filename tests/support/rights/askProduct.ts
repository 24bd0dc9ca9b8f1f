/** Asks a server what the model says, by its calls: each answer is the one that a page or a program gets. */
import { eq, inArray } from 'drizzle-orm'
import { conditionsOf, factsOf, type OfferedDetector, stateOf } from '../../../src/app/update/offers/detectorFacts.ts'
import { settledHere } from '../../../src/app/update/offers/knownFirmware.ts'
import { offersFor } from '../../../src/app/update/offers/offersFor.ts'
import type { OfferedFirmware } from '../../../src/contract/firmware.ts'
import { mayStart } from '../../../src/contract/releaseRights.ts'
import type { UserProduct } from '../../../src/contract/userProduct.ts'
import { outgoingMessages, productUpdates, releaseMails, releases } from '../../../src/server/db/tables.ts'
import { announceReleases } from '../../../src/server/entities/release/announce.ts'
import { type ApiServer, bearer, type Client } from '../apiServer.ts'
import { mailTemplates } from '../mailedReleases.ts'
import type { Connected } from './model.ts'
import type { Detector, Image, Person, Product, Release } from './world.ts'
import { usernameOf } from './storeWorld.ts'

export function askProduct(server: ApiServer, admin: Client) {
  const { db, clock } = server.context
  const clients = new Map<Person, Client>()
  /** Each late record is another one. */
  let late = Date.parse('2026-10-01T00:00:00Z')

  async function headersOf(person: Person, build: number | null) {
    const client = clients.get(person) ?? (await server.enter(usernameOf(person)))
    clients.set(person, client)
    return { ...bearer(client), ...(build !== null && { 'fieldport-build': String(build) }) }
  }

  async function get<T>(person: Person, build: number | null, path: string): Promise<T> {
    const response = await server.request(path, { headers: await headersOf(person, build) })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return (await response.json()) as T
  }

  /** Whether the record is opened; then it is taken back. */
  async function opens(
    detector: Detector,
    image: Image,
    build: number | null,
    { refusal, ...form }: { readonly refusal: string } & Readonly<Record<string, string>>,
  ): Promise<boolean> {
    const body = new URLSearchParams({ userProductId: String(detector.id), firmwareId: String(image.id), ...form })
    const response = await server.request('/productUpdate', { method: 'POST', headers: await headersOf(detector.owner, build), body })
    const answer = (await response.json()) as { id: number; message?: string }
    if (answer.message === refusal) return false
    if (answer.message !== undefined) throw new Error(answer.message)
    await db.delete(productUpdates).where(eq(productUpdates.id, answer.id))
    return true
  }

  return {
    listed: (person: Person, product: Product, build: number | null) =>
      get<OfferedFirmware[]>(person, build, `/firmware/getAllForProductAndUser/${product.id}`),

    own: (person: Person, build: number | null) => get<UserProduct[]>(person, build, '/userProduct/getUserProductsForUser'),

    async mayRead(person: Person, image: Image): Promise<boolean> {
      const response = await server.request(`/file/showFileFromWeb?id=${image.id}`, { headers: await headersOf(person, null) })
      await response.arrayBuffer()
      return response.status === 200
    },

    mayStart: (detector: Detector, image: Image, { build, isErased }: Connected) =>
      opens(detector, image, build, {
        refusal: 'release.not.offered.error',
        date: clock().toISOString(),
        isStart: 'true',
        isErased: String(isErased),
      }),

    mayBeRecorded: (detector: Detector, image: Image) =>
      opens(detector, image, null, { refusal: 'resource.not.found', date: new Date((late += 1000)).toISOString() }),

    /** Detectors and customers, as its page shows them; of a draft, as the question before its release does. */
    async counted({ id, state }: Release) {
      const { audience } =
        state === 'draft'
          ? await admin.release.getStep({ params: { id, step: 'released' }, query: { betaGroupIds: [] } })
          : await admin.release.get({ params: { id } })
      return audience
    },

    /** As "person release": who is kept, and for whom a mail waits. */
    async mailed(ofWorld: readonly Release[]) {
      const ids = ofWorld.map(({ id }) => id)
      await announceReleases(server.context, new AbortController().signal)
      const kept = await db.select().from(releaseMails).where(inArray(releaseMails.releaseId, ids))
      const queued = await db
        .select()
        .from(outgoingMessages)
        .where(inArray(outgoingMessages.template, [...mailTemplates]))
      // Quiet for the worlds that follow.
      await db.update(releases).set({ mailsOwners: false }).where(inArray(releases.id, ids))
      await db.delete(outgoingMessages)
      return { kept: namesOf(kept), queued: namesOf(queued) }
    },
  }
}

function namesOf(rows: readonly { readonly userId: number | null; readonly releaseId: number | null }[]): string[] {
  return rows.map(({ userId, releaseId }) => `${userId} ${releaseId}`).toSorted()
}

const nothingHere = { outcomes: [], cutHere: [], own: null, elsewhere: null, idleSerial: null, agoMs: 0 }

/** A page of this build that has been sent a row of one's own detectors and a list of firmwares, and decides for itself. */
export function openPage(listed: readonly OfferedFirmware[], row: UserProduct, build: number) {
  const { id: userProductId, serialNumber, materialVersion: hardwareVersion } = row
  const known = settledHere(row, nothingHere)
  const detector: OfferedDetector = { userProductId, serialNumber, hardwareVersion, known, appBuild: build }
  const offered = new Set(offersFor(listed, detector).map(({ id }) => id))
  return {
    offers: ({ id }: Image) => offered.has(id),

    /** By the rule that page and server share. */
    mayStart({ id }: Image, { isErased, batteryPercent, hasCoil }: Connected): boolean {
      const firmware = listed.find((one) => one.id === id)
      if (firmware?.release === undefined) return false
      const { release } = firmware
      const hasBegun = release.begunOn.includes(userProductId)
      const state = { ...stateOf(detector), serialNumber, hasBegun, isErased, batteryPercent, hasCoil }
      return mayStart({ ...factsOf(release, detector), ...conditionsOf(firmware) }, state)
    },
  }
}
