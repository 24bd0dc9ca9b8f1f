/**
 * What each call gives to people, by the database before it and after it, is what the contract says of it (contract/effects.ts). Every call that
 * changes something is made once, by the stories of everyCall.test.ts; those with effects also in each state of a release, by somebody in a group of
 * it or not, with fresh proof or an old one.
 */
// @module-tag rest
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { releaseStates, type ReleaseState, type ReleaseStep } from '../../src/contract/releaseStates.ts'
import { single } from '../../src/server/db/single.ts'
import { betaGroups } from '../../src/server/db/tables.ts'
import { type ApiServer, startApiServer } from '../support/apiServer.ts'
import { accountStories } from '../support/callStories/accounts.ts'
import { catalogueStories } from '../support/callStories/catalogue.ts'
import { detectorStories } from '../support/callStories/detectors.ts'
import { addBetaGroup, addFirmware, addProduct, releaseIdOf, takeStep } from '../support/catalogue.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { onEmbedded } from '../support/databases.ts'
import { checkAnswer, findCall } from '../support/documentedAnswers.ts'
import { accessDoors, type Door, offerDoors, type World } from '../support/effectDoors.ts'
import { type Gains, gainsBetween, readHad } from '../support/gains.ts'
import { sendUnproved, setProofOf } from '../support/proofs.ts'
import { serverOnPostgres } from '../support/servers.ts'

const stories = Object.entries({ ...accountStories, ...catalogueStories, ...detectorStories })

/** People prove changes of their own otherwise: by the current password, a code, or a mailed link, which anybody may send. */
function ofOthers(request: Request, { offer, access }: Gains): Gains {
  const token = request.headers.get('authorization')?.slice('Bearer '.length)
  const callerId = token === undefined ? undefined : decodeJwt(token).sub
  return { offer, access: callerId === undefined ? [] : access.filter((id) => id !== callerId) }
}

onEmbedded('transactions', ({ open }) => {
  let server: ApiServer
  const undeclared: string[] = []
  const seen = new Set<string>()

  beforeAll(async () => {
    const db = await open()
    server = await startApiServer(db, {}, async (request, send) => {
      const call = findCall(request)
      if (call === undefined || call.endpoint.isReadOnly === true) return checkAnswer(request, await send())
      const before = await readHad(db)
      const response = await send()
      const gains = ofOthers(request, gainsBetween(before, await readHad(db)))
      for (const kind of ['offer', 'access'] as const) {
        if (gains[kind].length === 0) continue
        seen.add(`${call.name} ${kind}`)
        if (call.endpoint.effects?.[kind] === undefined) undeclared.push(`${call.name}: ${kind} to ${gains[kind].join(', ')}`)
      }
      return checkAnswer(request, response)
    })
  })
  afterAll(() => server.dispose())

  it.each(stories)('%s', async (_, tell) => {
    await expect(tell(server)).resolves.toBeUndefined()
    expect(undeclared.splice(0)).toEqual([])
  })

  it('has seen gains, so that it would see others', () => {
    expect([...seen].toSorted()).toEqual(
      expect.arrayContaining(['release.takeStep offer', 'user.restore access', 'user.verifyAccount access']),
    )
  })
})

const waysTo: Readonly<Record<ReleaseState, readonly ReleaseStep[]>> = {
  draft: [],
  beta: ['beta'],
  staged: ['beta', 'staged'],
  released: ['beta', 'released'],
  halted: ['beta', 'released', 'halt'],
  withdrawn: ['beta', 'released', 'halt', 'withdraw'],
}

let typeId = 40_000

async function makeWorld(server: ApiServer, { state, isMember }: { state: ReleaseState; isMember: boolean }): Promise<World> {
  const { db } = server.context
  const admin = await server.signInAs('ROLE_ADMIN')
  const { userId: customerId, username } = await server.join({ isBetaTester: isMember })
  const groupId = await addBetaGroup(server, isMember ? [customerId] : [])
  const groupName = `Group of ${groupId}`
  await db.update(betaGroups).set({ name: groupName }).where(eq(betaGroups.id, groupId))
  typeId += 1
  const productId = await addProduct(admin, { name: `Model ${typeId}`, typeId })
  const versionName = `7.${typeId}`
  const firmwareId = await addFirmware(admin, { versionName, productIds: [productId], betaGroupIds: [groupId], isActive: false })
  for (const one of waysTo[state]) await takeStep(admin, firmwareId, one, { confirmed: ['languageMissing', 'noSafeRelease'] })
  const releaseId = await releaseIdOf(admin, firmwareId)
  return {
    server,
    db,
    admin,
    customerId,
    username,
    groupId,
    groupName,
    productId,
    typeId,
    firmwareId,
    releaseId,
    versionName,
    state,
  }
}

/** With an old proof, and if that is refused, with a fresh one. */
async function tryDoor({ call, prepare, request }: Door, world: World) {
  const { endpoint } = single(contractCalls.filter((one) => one.call === call))
  const prepared = Number(await prepare?.(world))
  const { server, db } = world
  const send = async (provedMsAgo: number) => {
    await setProofOf(server, world.admin, new Date(server.context.clock().getTime() - provedMsAgo))
    const before = await readHad(db)
    const response = await sendUnproved(server, world.admin, endpoint, request(world, prepared))
    const { message = 'done' } = (await response.json()) as { message?: string }
    return { outcome: message, gains: gainsBetween(before, await readHad(db)) }
  }
  const old = await send(6 * 60_000)
  const fresh = old.outcome === 'proof.required.error' ? await send(0) : null
  return { declared: endpoint.effects, old, fresh }
}

const gaining = new Set<string>()

/** What the door gives that its call does not declare or want proof of. */
async function unguardedGains(door: Door, world: World) {
  const { declared, old, fresh } = await tryDoor(door, world)
  const given = (['offer', 'access'] as const).filter((kind) => (fresh?.gains[kind] ?? []).length > 0)
  if (given.length > 0) gaining.add(`${door.call}: ${door.says}`)
  return { withoutProof: old.gains, undeclared: given.filter((kind) => declared?.[kind] === undefined) }
}

const nothing = { withoutProof: { offer: [], access: [] }, undeclared: [] }

serverOnPostgres((server) => {
  it.each(accessDoors)('$call gives $says to nobody without fresh proof', async (door) => {
    expect(await unguardedGains(door, await makeWorld(server, { state: 'draft', isMember: false }))).toEqual(nothing)
  })
})

// A database each: all that a portal has is read before and after each call.
const audiences = releaseStates.flatMap((state) => [true, false].map((isMember) => ({ state, isMember })))
describe.each(audiences)('where a release is $state, and somebody in its group: $isMember', (audience) => {
  serverOnPostgres((server) => {
    it.each(offerDoors)('$call offers nothing by $says without fresh proof', async (door) => {
      expect(await unguardedGains(door, await makeWorld(server, audience))).toEqual(nothing)
    })
  })
})

it('each of these has given something with fresh proof', () => {
  const narrowing = new Set(['halt', 'withdraw'])
  const all = [...accessDoors, ...offerDoors].filter(({ says }) => !narrowing.has(says)).map(({ call, says }) => `${call}: ${says}`)
  expect(all.filter((one) => !gaining.has(one))).toEqual([])
})
