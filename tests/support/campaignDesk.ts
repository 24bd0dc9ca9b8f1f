/** A campaign (releaseCampaign.ts) by the calls of its owners' pages. Its accounts and detectors are rows. */
import { and, eq, sql } from 'drizzle-orm'
import { productUpdates, releaseOutcomes, releases, userProducts, users } from '../../src/server/db/tables.ts'
import { countSilence } from '../../src/server/entities/outcome/countSilence.ts'
import type { ApiServer, Client } from './apiServer.ts'
import { openOutcomeDesk } from './outcomeDesk.ts'
import type { Detector, Fate, Heard } from './releaseCampaign.ts'

type Owned = {
  readonly client: Client
  readonly userProductId: number
  readonly serialNumber: string
  /** The record of its last attempt. */ last: number
}

const failure = { success: false, errorType: 'REPROGRAMMATION_ERROR', firmwareAfter: 'none' }

export async function openCampaignDesk(server: ApiServer) {
  const desk = await openOutcomeDesk(server)
  const { firmwareId, releaseId, productId, productTypeId } = desk
  const { context } = server
  const { db } = context
  const accounts = new Map<number, Client>()
  const detectors = new Map<Detector, Owned>()

  /** A version before that has never failed, on as many detectors of as many accounts, one in ten with hardware version 4. */
  async function addVersionBefore(count: number): Promise<void> {
    const before = await desk.draft({ versionName: '0.0.1' })
    await desk.take(before, 'released')
    const [like] = await db
      .select()
      .from(users)
      .where(eq(users.id, (await server.join()).userId))
    if (like === undefined) throw new Error('no account')
    const { id: _, ...person } = like
    const people = Array.from({ length: count }, (_row, n) =>
      Object.assign({ ...person }, { username: `before${releaseId}.${n}@example.com` }),
    )
    const owners = await db.insert(users).values(people).returning({ userId: users.id })
    const made = owners.map(({ userId }, n) => {
      const serialNumber = `B${releaseId}${n}`.padStart(10, '0')
      return { userId, productId, productTypeId, serialNumber, materialVersion: n % 10 === 0 ? 4 : 3, protocolVersion: 2 }
    })
    const rows = await db.insert(userProducts).values(made).returning({ userProductId: userProducts.id })
    await db.insert(productUpdates).values(rows.map(({ userProductId }) => ({ userProductId, firmwareId: before, success: true })))
  }

  async function own(detector: Detector): Promise<Owned> {
    const known = detectors.get(detector)
    if (known !== undefined) return known
    const client = accounts.get(detector.account) ?? (await server.signInAs('ROLE_CUSTOMER'))
    accounts.set(detector.account, client)
    const serialNumber = `${releaseId}${detectors.size}`.padStart(10, '0')
    const about = { productId, productTypeId, serialNumber, materialVersion: detector.hardware, protocolVersion: 2 }
    const [row] = await db
      .insert(userProducts)
      .values({ userId: client.held.current?.id ?? 0, ...about })
      .returning()
    const owned = { client, userProductId: row?.id ?? 0, serialNumber, last: 0 }
    detectors.set(detector, owned)
    return owned
  }

  async function report({ client, last: id }: Owned, body: object): Promise<void> {
    await client.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...body } })
  }

  /** One attempt, as far as its erase. */
  async function begin(owned: Owned, { build = 7 }: Detector, lateHours = 0): Promise<void> {
    server.pass(1)
    const id = await desk.start(owned.userProductId, firmwareId, { client: owned.client, build, lateHours })
    if (typeof id === 'string') throw new Error(id)
    owned.last = id
    await report(owned, { firmwareAfter: 'none' })
  }

  async function fallSilent({ serialNumber }: Owned, minutes: number): Promise<void> {
    await db
      .update(releaseOutcomes)
      .set({ beganAt: sql`now() - ${minutes} * interval '1 minute'` })
      .where(and(eq(releaseOutcomes.releaseId, releaseId), eq(releaseOutcomes.serialNumber, serialNumber)))
    await countSilence(context)
  }

  /** Lets the server hear it. */
  async function hear(what: Heard, detector: Detector, { first, lateHours }: Fate): Promise<void> {
    const owned = await own(detector)
    switch (what) {
      case 'began':
        await begin(owned, detector, lateHours)
        if (first === 'succeeds') await report(owned, { success: true })
        return
      case 'failed':
        return first === 'isSilent' ? fallSilent(owned, 16) : report(owned, failure)
      case 'emptied':
        await begin(owned, detector)
        return report(owned, failure)
      case 'repaired':
        await begin(owned, detector)
        return report(owned, { success: true })
      case 'lost':
        return fallSilent(owned, 25 * 60)
    }
  }

  async function haltedFor() {
    const [release] = await db.select().from(releases).where(eq(releases.id, releaseId))
    return release?.haltedFor ?? null
  }
  const tests = async () => (await desk.backOffice.release.getOutcomes({ params: { id: releaseId } })).tests

  return { ...desk, addVersionBefore, hear, haltedFor, tests }
}
