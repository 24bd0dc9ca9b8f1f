// @module-tag rest
/** Outcomes that arrive at the same moment: each is counted, and the release is halted once. On PostgreSQL: the embedded database has one connection. */
import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { releaseOutcomes, releases, releaseTests, userProducts } from '../../src/server/db/tables.ts'
import { countingLock } from '../../src/server/entities/outcome/reportedUpdate.ts'
import { sumAll } from '../../src/server/entities/outcome/sumOutcomes.ts'
import type { Client } from '../support/apiServer.ts'
import { openReleasedDesk } from '../support/outcomeDesk.ts'
import { overlap } from '../support/overlap.ts'
import { postgresServer } from '../support/servers.ts'

const server = postgresServer()

type Desk = Awaited<ReturnType<typeof openReleasedDesk>>
type Begun = { readonly client: Client; readonly id: number }

/** An update of a customer; its erase is not heard of yet. */
async function beginOne(desk: Desk): Promise<Begun> {
  const client = await server.signInAs('ROLE_CUSTOMER')
  return { client, id: await startOn(desk, client) }
}

/** Of as many customers. */
async function begin(desk: Desk, count: number): Promise<Begun[]> {
  const begun: Begun[] = []
  while (begun.length < count) begun.push(await beginOne(desk))
  return begun
}

async function startOn(desk: Desk, client: Client): Promise<number> {
  const id = await desk.start(await desk.connect({ client }), desk.firmwareId, { client })
  if (typeof id === 'string') throw new Error(id)
  return id
}

const report = ({ client, id }: Begun, body: object) =>
  client.productUpdate.report({ params: { id }, body: { productUpdateId: id, ...body } })
const erase = (begun: Begun) => report(begun, { firmwareAfter: 'none' })
const fail = (begun: Begun) => report(begun, { success: false, errorType: 'REPROGRAMMATION_ERROR', firmwareAfter: 'none' })

/** How often its history says that it was halted. */
async function halts({ admin, firmwareId }: Desk): Promise<number> {
  const entries = await admin.audit.getForRecord({ params: { entity: 'firmware', id: firmwareId } })
  return entries.filter(({ after }) => after?.['state'] === 'halted').length
}

it('counts 40 failures that are reported at once, each once, and halts at the third', async () => {
  const desk = await openReleasedDesk(server)
  const begun = await begin(desk, 40)
  await Promise.all(begun.map(fail))
  expect(await desk.counts()).toEqual({ outcomes: 40, failures: 40 })
  expect((await desk.outcomes()).filter(({ isFailureCounted }) => isFailureCounted)).toHaveLength(40)
  expect([(await desk.shown()).haltedFor, await halts(desk)]).toMatchObject([{ kind: 'all', outcomes: 3, failures: 3 }, 1])
})

it('counts a report once that a page sends twice at the same moment', async () => {
  const desk = await openReleasedDesk(server)
  const begun = await begin(desk, 2)
  await Promise.all([...begun, ...begun, ...begun].map(fail))
  expect(await desk.counts()).toEqual({ outcomes: 2, failures: 2 })
})

it('halts once where other updates begin and a person halts it at the same moment', async () => {
  const desk = await openReleasedDesk(server)
  const begun = await begin(desk, 40)
  const others = await Promise.all(Array.from({ length: 10 }, () => server.signInAs('ROLE_CUSTOMER')))
  const starting = others.map(async (client) => desk.start(await desk.connect({ client }), desk.firmwareId, { client }))
  const [[halted], started] = await Promise.all([
    Promise.allSettled([desk.take(desk.firmwareId, 'halt')]),
    Promise.all(starting),
    Promise.all(begun.map(fail)),
  ])
  expect(await desk.counts()).toEqual({ outcomes: 40, failures: 40 })
  expect([(await desk.shown()).state, await halts(desk)]).toEqual(['halted', 1])
  // The outcomes may have halted it a moment before the person.
  const refused = halted.status === 'rejected' ? [halted.reason.code] : []
  expect(['changed.meanwhile.error', 'release.step.error']).toEqual(expect.arrayContaining(refused))
  const refusals = started.filter((start) => typeof start === 'string')
  expect(refusals).toEqual(refusals.map(() => 'release.not.offered.error'))
})

/** In which order a report is answered and the release, which is locked before, let go; and the answer. */
async function orderOf({ releaseId }: Desk, send: () => Promise<unknown>) {
  const order: string[] = []
  const [answer] = await Promise.allSettled([
    overlap(
      server.context.db,
      (transaction) => transaction.select().from(releases).where(eq(releases.id, releaseId)).for(countingLock),
      () => send().finally(() => order.push('answered')),
      async () => void order.push('let go'),
    ),
  ])
  return { order, answer }
}

it('does not wait for the release where the update is somebody else’s', async () => {
  const desk = await openReleasedDesk(server)
  const { id } = await beginOne(desk)
  const stranger = await server.signInAs('ROLE_CUSTOMER')
  const { order, answer } = await orderOf(desk, () => fail({ client: stranger, id }))
  expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'resource.not.found' } })
  expect(order).toEqual(['answered', 'let go'])
})

it('begins without waiting for the release, once its first outcome is counted', async () => {
  const desk = await openReleasedDesk(server)
  const [first, second] = [await beginOne(desk), await beginOne(desk)]
  await erase(first)
  const { order } = await orderOf(desk, () => erase(second))
  expect(order).toEqual(['answered', 'let go'])
  expect(await desk.counts()).toEqual({ outcomes: 2, failures: 0 })
})

it('counts five detectors of an account, however many begin at the same moment', async () => {
  const desk = await openReleasedDesk(server)
  await erase(await beginOne(desk))
  const client = await server.signInAs('ROLE_CUSTOMER')
  const ids: number[] = []
  while (ids.length < 30) ids.push(await startOn(desk, client))
  // Each twice, as a page does that had no answer.
  await Promise.all([...ids, ...ids].map((id) => erase({ client, id })))
  expect(await desk.counts()).toEqual({ outcomes: 6, failures: 0 })
  expect(await desk.outcomes()).toHaveLength(31)
})

it('adds up each outcome once, whichever servers do it and whatever fails meanwhile', async () => {
  const desk = await openReleasedDesk(server)
  const begun = await begin(desk, 30)
  const counted = async () => server.context.db.select().from(releaseTests).where(eq(releaseTests.releaseId, desk.releaseId))
  await Promise.all([...begun.map(erase), sumAll(server.context.db), sumAll(server.context.db)])
  expect(await desk.counts()).toEqual({ outcomes: 30, failures: 0 })
  await Promise.all([sumAll(server.context.db), sumAll(server.context.db), ...begun.slice(0, 1).map(fail)])
  expect(await desk.counts()).toEqual({ outcomes: 30, failures: 1 })
  expect((await counted()).filter(({ kind }) => kind === 'all')).toMatchObject([{ outcomes: 30, failures: 1 }])
})

it('does not wait for the release with a success, nor holds others up, once its erase is counted', async () => {
  const desk = await openReleasedDesk(server)
  const begun = await beginOne(desk)
  await erase(begun)
  const { order } = await orderOf(desk, async () => {
    await report(begun, { firmwareAfter: 'unknown' })
    await report(begun, { success: true })
  })
  expect(order).toEqual(['answered', 'let go'])
  expect(await desk.outcomes()).toMatchObject([{ failure: null, endedAt: server.context.clock(), repairedAt: null }])
})

it('takes its detector before its outcome with a success, as every report does', async () => {
  const desk = await openReleasedDesk(server)
  const begun = await beginOne(desk)
  await erase(begun)
  const [outcome] = await desk.outcomes()
  const detector = and(eq(userProducts.userId, outcome?.userId ?? 0), eq(userProducts.serialNumber, outcome?.serialNumber ?? ''))
  await overlap(
    server.context.db,
    (transaction) => transaction.select().from(userProducts).where(detector).for('no key update'),
    () => report(begun, { success: true }),
    // Would wait for the success, which waits for the detector.
    (transaction) =>
      transaction.select().from(releaseOutcomes).where(eq(releaseOutcomes.releaseId, desk.releaseId)).for('update', { noWait: true }),
  )
  expect(await desk.outcomes()).toMatchObject([{ failure: null, endedAt: server.context.clock() }])
})
