/** Products, firmwares and beta groups for tests, created by the calls of an administrator. */
import type { Obstacle, ObstacleKind } from '../../src/contract/release.ts'
import type { ReleaseStep } from '../../src/contract/releaseStates.ts'
import { betaGroups, betaGroupUsers } from '../../src/server/db/tables.ts'
import type { ApiServer, Client } from './apiServer.ts'

export type NewFirmware = {
  readonly versionName?: string
  readonly productIds?: number[]
  readonly betaGroupIds?: number[]
  readonly isActive?: boolean
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly filename?: string
}

let made = 0
let files = 0

const typeIds = new Map<string, number>()

/** A type number for tests that do not need a certain one: unique for each name, and always the same for it. */
export function typeIdOf(name: string): number {
  const typeId = typeIds.get(name) ?? 1000 + typeIds.size
  typeIds.set(name, typeId)
  return typeId
}

export async function addProduct(admin: Client, { name = `Product ${(made += 1)}`, typeId = typeIdOf(name) } = {}): Promise<number> {
  const { id } = await admin.product.create({ body: { name, typeName: 'WS6', typeId } })
  return id
}

/** By default active, for everybody and 1000 bytes long. With groups it is a beta. */
export async function addFirmware(admin: Client, firmware: NewFirmware = {}): Promise<number> {
  const { id } = await admin.firmware.create({ body: firmwareBody(firmware) })
  return id
}

/** The release that a firmware belongs to. */
export async function releaseIdOf(client: Client, firmwareId: number): Promise<number> {
  return (await client.firmware.get({ params: { id: firmwareId } })).releaseId
}

type StepBody = Partial<Omit<Parameters<Client['release']['takeStep']>[0]['body'], 'step'>>

/**
 * Takes a step of a firmware's release from the state that it has now. That nobody has installed it on a real detector is confirmed, here and
 * nowhere else: tests/api/releaseProof.test.ts is about that.
 */
export async function takeStep(client: Client, firmwareId: number, step: ReleaseStep, more: StepBody = {}): Promise<void> {
  const params = { id: await releaseIdOf(client, firmwareId) }
  const { state: from } = await client.release.get({ params })
  const confirmed: ObstacleKind[] = ['proof', ...(more.confirmed ?? [])]
  await client.release.takeStep({ params, body: { step, from, betaGroupIds: [], ...more, confirmed } })
}

/** What speaks against a step besides missing proof from real hardware. */
export function besidesProof(obstacles: readonly Obstacle[]): Obstacle[] {
  return obstacles.filter(({ kind }) => kind !== 'proof')
}

/** No two firmwares have the same bytes, which would look like a mistake. */
function otherBytes() {
  files += 1
  const bytes = Uint8Array.from({ length: 1000 }, (_, index) => (index * 7) % 256)
  new DataView(bytes.buffer).setUint32(500, files)
  return bytes
}

export function firmwareBody({
  versionName = `0.${(made += 1)}`,
  productIds = [],
  betaGroupIds,
  isActive = true,
  bytes = otherBytes(),
  filename = 'ws6.bin',
}: NewFirmware = {}) {
  return {
    versionName,
    language: 'en',
    isBetaTest: betaGroupIds !== undefined,
    isActive,
    changeLog: '- Quieter on wet sand',
    selectedProductIds: productIds,
    selectedBetaGroupIds: betaGroupIds ?? [],
    file: new File([bytes], filename),
  }
}

/** The form of a firmware whose file is kept. */
export function keptFileBody(firmware: NewFirmware = {}) {
  const { file: _, ...body } = firmwareBody(firmware)
  return body
}

/** A beta group with these users. */
export async function addBetaGroup({ context: { db } }: ApiServer, userIds: number[]): Promise<number> {
  const [group] = await db
    .insert(betaGroups)
    .values({ name: `Group ${(made += 1)}` })
    .returning({ id: betaGroups.id })
  if (group === undefined) throw new Error('no group')
  if (userIds.length > 0) await db.insert(betaGroupUsers).values(userIds.map((userId) => ({ userId, betaGroupId: group.id })))
  return group.id
}
