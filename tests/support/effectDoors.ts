/**
 * The doors to each effect (contract/effects.ts), for tests: calls that give a person a way in or a right, or that offer a release, each with what
 * it needs before.
 */
import { eq } from 'drizzle-orm'
import type { Endpoint, Parts } from '../../src/contract/endpoint.ts'
import type { ReleaseState, ReleaseStep } from '../../src/contract/releaseStates.ts'
import type { Database } from '../../src/server/db/connect.ts'
import { single } from '../../src/server/db/single.ts'
import { firmwareBetaGroups, firmwareProducts, firmwares, products, releases, secondFactors, users } from '../../src/server/db/tables.ts'
import { noteRestored } from '../../src/server/installation/restored.ts'
import { type ApiServer, type Client, newAddress, onceOnly } from './apiServer.ts'
import { addBetaGroup, keptFileBody } from './catalogue.ts'
import { staffForm } from './ownContact.ts'

export type World = {
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

export type Door = {
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

export const accessDoors: readonly Door[] = [
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

export const offerDoors: readonly Door[] = [
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
      const { id: _, ...stored } = single(await db.select().from(firmwares).where(eq(firmwares.id, firmwareId)))
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
