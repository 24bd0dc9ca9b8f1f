/** A release that all owners are offered, and people whose updates end in one way or another, by the calls of their pages. People and detectors are rows. */
import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { productUpdates, releaseOutcomes, releaseTests } from '../../src/server/db/tables.ts'
import type { ApiServer, Client } from './apiServer.ts'
import { openReleaseDesk } from './releaseDesk.ts'

export type Ending = 'succeeds' | 'fails' | 'isUnknown' | 'keepsOld' | 'isCut'
type Update = { readonly client?: Client; readonly hardware?: number; readonly build?: number; readonly detector?: number }

export async function openOutcomeDesk(server: ApiServer) {
  const desk = await openReleaseDesk(server)
  const { db } = server.context
  const firmwareId = await desk.draft()
  const { id: releaseId } = await desk.releaseOf(firmwareId)

  /** One attempt, on a new detector of a new customer unless given. Returns the detector, or the code of the refusal. */
  async function update(ending: Ending, { client, hardware = 3, build = 7, detector }: Update = {}): Promise<number | string> {
    const by = client ?? (await server.signInAs('ROLE_CUSTOMER'))
    const userProductId = detector ?? (await desk.connect({ client: by, hardware }))
    server.pass(1000)
    const begun = await desk.start(userProductId, firmwareId, { client: by, build })
    if (typeof begun === 'string') return begun
    await finish(by, begun, ending)
    return userProductId
  }

  /** The first updates of a release, by so many customers: one by calls, and what others like it add to the counts, but for its build's. */
  async function succeed(count: number): Promise<void> {
    await update('succeeds')
    const isOfFirmware = and(eq(releaseTests.releaseId, releaseId), notInArray(releaseTests.kind, ['build', 'browser']))
    // The one by calls is counted with the next failure.
    await db
      .update(releaseTests)
      .set({ outcomes: count - 1 })
      .where(and(isOfFirmware, inArray(releaseTests.name, ['', '3'])))
  }

  async function counts(kind: 'all' | 'hardware' | 'empty' | 'silent' | 'build' = 'all', name = '') {
    const { tests } = await desk.backOffice.release.getOutcomes({ params: { id: releaseId } })
    const test = tests.find((one) => one.kind === kind && one.name === name)
    return test && { outcomes: test.outcomes, failures: test.failures }
  }
  /** The last update of a detector. */
  async function recordOf(userProductId: number): Promise<number> {
    const ofIt = db.select().from(productUpdates).where(eq(productUpdates.userProductId, userProductId))
    return (await ofIt.orderBy(desc(productUpdates.id)))[0]?.id ?? 0
  }
  const outcomes = async () => db.select().from(releaseOutcomes).where(eq(releaseOutcomes.releaseId, releaseId))
  const shown = async () => desk.releaseOf(firmwareId)

  /** As if its updates had last been heard of that long ago. */
  async function unheardFor(minutes: number): Promise<void> {
    const beganAt = sql`now() - ${minutes} * interval '1 minute'`
    await db.update(releaseOutcomes).set({ beganAt }).where(eq(releaseOutcomes.releaseId, releaseId))
  }

  return { ...desk, firmwareId, releaseId, update, succeed, counts, outcomes, recordOf, shown, unheardFor }
}

/** The same, once all owners are offered it. */
export async function openReleasedDesk(server: ApiServer) {
  const desk = await openOutcomeDesk(server)
  await desk.take(desk.firmwareId, 'released')
  return desk
}

/** Reports an update that was begun; `isCut`: its page is heard of no more. */
async function finish(client: Client, id: number, ending: Ending): Promise<void> {
  const report = (body: object) => client.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...body } })
  const failed = { success: false, errorType: 'REPROGRAMMATION_ERROR' as const }
  if (ending === 'keepsOld') return void (await report({ ...failed, firmwareAfter: 'unchanged' }))
  await report({ firmwareAfter: 'none' })
  if (ending === 'isUnknown') await report({ success: false, errorType: 'REBOOT_ERROR' })
  if (ending === 'succeeds') await report({ success: true })
  if (ending === 'fails') await report({ ...failed, firmwareAfter: 'none' })
}
