/**
 * What each call gives to people, by the database before it and after it, is what the contract says of it (contract/effects.ts). Every call that
 * changes something is made once, by the stories of everyCall.test.ts; those with effects also in each state of a release, by somebody in a group of
 * it or not, with fresh proof or an old one.
 */
// @module-tag rest
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint, Parts } from '../../src/contract/endpoint.ts'
import { releaseStates, type ReleaseState, type ReleaseStep } from '../../src/contract/releaseStates.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { single } from '../../src/server/db/single.ts'
import {
  betaGroups,
  firmwareBetaGroups,
  firmwareProducts,
  firmwares,
  products,
  releases,
  secondFactors,
  users,
} from '../../src/server/db/tables.ts'
import { noteRestored } from '../../src/server/installation/restored.ts'
import { type ApiServer, type Client, newAddress, onceOnly, startApiServer } from '../support/apiServer.ts'
import { accountStories } from '../support/callStories/accounts.ts'
import { catalogueStories } from '../support/callStories/catalogue.ts'
import { detectorStories } from '../support/callStories/detectors.ts'
import { addBetaGroup, addFirmware, addProduct, keptFileBody, releaseIdOf, takeStep } from '../support/catalogue.ts'
import { contractCalls } from '../support/contractCalls.ts'
import { onEmbedded } from '../support/databases.ts'
import { checkAnswer, findCall } from '../support/documentedAnswers.ts'
import { type Gains, gainsBetween, readHad } from '../support/gains.ts'
import { staffForm } from '../support/ownContact.ts'
import { sendUnproved, setProofOf } from '../support/proofs.ts'
import { serverOnEmbedded } from '../support/servers.ts'

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

type Door = {
  readonly call: string
  readonly says: string
  /** What the door needs besides, made with fresh proof. */
  readonly prepare?: (world: World) => Promise<unknown>
  readonly request: (world: World, prepared: number) => Partial<Parts<Endpoint>>
}

const personForm = ({ username }: World) => ({ ...staffForm, username, isBetaTester: false, role: 'ROLE_CUSTOMER' })
const groupForm = ({ groupName: name, firmwareId, state }: World) => ({
  name,
  selectedFirmwareIds: state === 'draft' || state === 'beta' ? [firmwareId] : [],
  selectedUserIds: [],
})
const step = (world: World, to: ReleaseStep) => ({
  params: { id: world.releaseId },
  body: { step: to, from: world.state, confirmed: ['proof', 'languageMissing', 'noSafeRelease'], betaGroupIds: [world.groupId] },
})

const accessDoors: readonly Door[] = [
  {
    call: 'user.update',
    says: 'another address',
    request: (world) => ({ params: { id: world.customerId }, body: { ...personForm(world), username: newAddress() } }),
  },
  {
    call: 'user.update',
    says: 'another phone',
    request: (world) => ({ params: { id: world.customerId }, body: { ...personForm(world), phoneNumber: '0639981234' } }),
  },
  {
    call: 'user.update',
    says: 'a password',
    request: (world) => ({ params: { id: world.customerId }, body: { ...personForm(world), password: 'kf82mwqz9-long' } }),
  },
  {
    call: 'user.update',
    says: 'a role',
    request: (world) => ({ params: { id: world.customerId }, body: { ...personForm(world), role: 'ROLE_BE' } }),
  },
  {
    call: 'user.verifyAccount',
    says: 'a validation',
    prepare: ({ db, customerId }) => db.update(users).set({ accountValidated: false }).where(eq(users.id, customerId)),
    request: ({ customerId }) => ({ body: { userId: customerId } }),
  },
  {
    call: 'user.restore',
    says: 'a deleted account',
    prepare: ({ admin, customerId }) => admin.user.remove({ params: { id: customerId } }),
    request: ({ customerId }) => ({ params: { id: customerId } }),
  },
  {
    call: 'userBatch.undo',
    says: 'deleted accounts',
    prepare: async ({ admin, customerId }) =>
      (await admin.userBatch.create({ body: { kind: 'delete', userIds: [customerId] }, ...onceOnly() })).id,
    request: (_, id) => ({ params: { id }, body: { undoes: 'delete' } }),
  },
  {
    call: 'audit.revert',
    says: 'an undo of what took a role away',
    prepare: async (world) => {
      const { admin, customerId } = world
      for (const role of ['ROLE_BE', 'ROLE_CUSTOMER'] as const)
        await admin.user.update({ params: { id: customerId }, body: { ...personForm(world), role } })
      return (await admin.audit.getForRecord({ params: { entity: 'user', id: customerId } }))[0]?.id
    },
    request: (_, id) => ({ params: { id }, body: { keptFields: [] } }),
  },
  {
    call: 'secondFactor.reset',
    says: 'an account without its factor',
    prepare: async ({ db, customerId }) =>
      db.insert(secondFactors).values({ userId: customerId, kind: 'totp', name: 'App', createdAt: new Date(), wrappedSecret: 'secret' }),
    request: ({ customerId }) => ({ body: { userId: customerId, reason: 'Lost' } }),
  },
]

const offerDoors: readonly Door[] = [
  {
    call: 'user.update',
    says: 'a tester of the group',
    request: (world) => ({
      params: { id: world.customerId },
      body: { ...personForm(world), isBetaTester: true, betaGroupChanges: { addedIds: [world.groupId], removedIds: [] } },
    }),
  },
  {
    call: 'betaGroup.addTesters',
    says: 'pasted addresses',
    request: ({ groupId, username }) => ({ params: { id: groupId }, body: { addresses: [username] } }),
  },
  {
    call: 'userBatch.create',
    says: 'a batch',
    request: ({ groupId, customerId }) => ({ body: { kind: 'addToGroup', groupId, userIds: [customerId] } }),
  },
  {
    call: 'betaGroup.update',
    says: 'members by the form of the group',
    prepare: ({ db, customerId }) => db.update(users).set({ isBetaTester: true }).where(eq(users.id, customerId)),
    request: (world) => ({
      params: { id: world.groupId },
      body: { ...groupForm(world), userChanges: { addedIds: [world.customerId], removedIds: [] } },
    }),
  },
  {
    call: 'betaGroup.update',
    says: 'a firmware by the form of another group',
    prepare: async ({ server, db, customerId }) => {
      await db.update(users).set({ isBetaTester: true }).where(eq(users.id, customerId))
      return addBetaGroup(server, [customerId])
    },
    request: ({ firmwareId, customerId }, id) => ({
      params: { id },
      body: {
        name: `Other ${id}`,
        selectedFirmwareIds: [],
        selectedUserIds: [customerId],
        firmwareChanges: { addedIds: [firmwareId], removedIds: [] },
      },
    }),
  },
  {
    call: 'betaGroup.restore',
    says: 'a deleted group',
    prepare: ({ admin, groupId }) => admin.betaGroup.remove({ params: { id: groupId } }),
    request: ({ groupId }) => ({ params: { id: groupId } }),
  },
  {
    call: 'user.restore',
    says: 'a deleted tester',
    prepare: ({ admin, customerId }) => admin.user.remove({ params: { id: customerId } }),
    request: ({ customerId }) => ({ params: { id: customerId } }),
  },
  ...(['beta', 'staged', 'released', 'resume', 'halt', 'withdraw'] as const).map((to) => ({
    call: 'release.takeStep',
    says: to,
    request: (world: World) => step(world, to),
  })),
  {
    call: 'release.raiseShare',
    says: 'a larger share',
    prepare: ({ db, releaseId }) => db.update(releases).set({ share: 0.1 }).where(eq(releases.id, releaseId)),
    request: ({ releaseId }) => ({ params: { id: releaseId }, body: { share: 0.9, from: 0.1, reason: 'Calm' } }),
  },
  {
    call: 'release.lift',
    says: 'the end of a hold',
    prepare: async ({ admin, releaseId }) => {
      const body = { hardwareVersions: [3], reasonEn: 'It beeps', reasonFr: 'Il bipe' }
      await admin.release.hold({ params: { id: releaseId }, body }).catch(() => {})
      return (await admin.release.get({ params: { id: releaseId } })).holds[0]?.id ?? 0
    },
    request: ({ releaseId }, holdId) => ({ params: { id: releaseId }, body: { holdId } }),
  },
  {
    call: 'firmware.update',
    says: 'active, by the specification\u2019s flags',
    request: ({ firmwareId, versionName, productId }) => ({
      params: { id: firmwareId },
      body: keptFileBody({ versionName, productIds: [productId] }),
    }),
  },
  {
    call: 'firmware.restore',
    says: 'a deleted language of several',
    prepare: async ({ admin, db, firmwareId }) => {
      const { id: _, versionKey: __, ...stored } = single(await db.select().from(firmwares).where(eq(firmwares.id, firmwareId)))
      const other = single(
        await db
          .insert(firmwares)
          .values({ ...stored, language: 'fr' })
          .returning({ id: firmwares.id }),
      )
      for (const { productId } of await db.select().from(firmwareProducts).where(eq(firmwareProducts.firmwareId, firmwareId)))
        await db.insert(firmwareProducts).values({ firmwareId: other.id, productId })
      for (const { betaGroupId } of await db.select().from(firmwareBetaGroups).where(eq(firmwareBetaGroups.firmwareId, firmwareId)))
        await db.insert(firmwareBetaGroups).values({ firmwareId: other.id, betaGroupId })
      await admin.firmware.remove({ params: { id: firmwareId } })
    },
    request: ({ firmwareId }) => ({ params: { id: firmwareId } }),
  },
  {
    call: 'product.restore',
    says: 'a deleted product',
    prepare: ({ admin, productId }) => admin.product.remove({ params: { id: productId } }),
    request: ({ productId }) => ({ params: { id: productId } }),
  },
  {
    call: 'product.remove',
    says: 'the other product of a type number',
    prepare: async ({ db, typeId }) => {
      const other = { name: `Twin ${typeId}`, typeName: 'WS6', typeId }
      return single(await db.insert(products).values(other).returning({ id: products.id })).id
    },
    request: (_, id) => ({ params: { id } }),
  },
  {
    call: 'installation.resume',
    says: 'a restored installation',
    prepare: ({ db }) => noteRestored(db, new Date()),
    request: () => ({}),
  },
]

type World = {
  readonly server: ApiServer
  readonly db: Database
  readonly admin: Client
  readonly customerId: number
  readonly username: string
  readonly groupId: number
  readonly groupName: string
  readonly productId: number
  readonly typeId: number
  readonly firmwareId: number
  readonly releaseId: number
  readonly versionName: string
  readonly state: ReleaseState
}

const waysTo: Readonly<Record<ReleaseState, readonly ReleaseStep[]>> = {
  draft: [],
  beta: ['beta'],
  staged: ['beta', 'staged'],
  released: ['beta', 'released'],
  halted: ['beta', 'released', 'halt'],
  withdrawn: ['beta', 'released', 'halt', 'withdraw'],
}

serverOnEmbedded('transactions', (server) => {
  let typeId = 40_000

  async function makeWorld({ state, isMember }: { state: ReleaseState; isMember: boolean }): Promise<World> {
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
    const send = async (provedMsAgo: number) => {
      await setProofOf(server, world.admin, new Date(server.context.clock().getTime() - provedMsAgo))
      const { db } = world
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

  it.each(accessDoors)('$call gives $says to nobody without fresh proof', async (door) => {
    expect(await unguardedGains(door, await makeWorld({ state: 'draft', isMember: false }))).toEqual(nothing)
  })

  describe.each(releaseStates)('where a release is %s', (state) => {
    describe.each([true, false])('and somebody in its group: %s', (isMember) => {
      it.each(offerDoors)('$call offers nothing by $says without fresh proof', async (door) => {
        expect(await unguardedGains(door, await makeWorld({ state, isMember }))).toEqual(nothing)
      })
    })
  })

  it('each of these has given something with fresh proof', () => {
    const narrowing = new Set(['halt', 'withdraw'])
    const all = [...accessDoors, ...offerDoors].filter(({ says }) => !narrowing.has(says)).map(({ call, says }) => `${call}: ${says}`)
    expect(all.filter((one) => !gaining.has(one))).toEqual([])
  })
})
