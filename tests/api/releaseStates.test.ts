/** Every state of a release by every call of the specification and every step, against the table of docs/releases.md. */
import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { obstacleKinds } from '../../src/contract/release.ts'
import { mayStart, type ReleaseFacts } from '../../src/contract/releaseRights.ts'
import { releaseSteps } from '../../src/contract/releaseStates.ts'
import type { Conditions } from '../../src/contract/requirements.ts'
import { AppError } from '../../src/errors.ts'
import { bearer, type Client } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, addProduct, releaseIdOf } from '../support/catalogue.ts'
import { addDetector } from '../support/coils.ts'
import { type Call, isOffered, isOfferedTo, newDraft, outcomeOf, type Person, type ReleaseModel } from '../support/releaseModel.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const flags = fc.record({ name: fc.constant('flags' as const), isActive: fc.boolean(), isBetaTest: fc.boolean() })
const step = fc.record({ name: fc.constant('step' as const), step: fc.constantFrom(...releaseSteps) })
const others = fc.constantFrom<Call>({ name: 'remove' }, { name: 'restore' }, { name: 'addGroup' }, { name: 'removeGroup' })
/** One save halts a beta and makes it none, and it is withdrawn while it is deleted. */
const haltedAsNoBeta: Call[] = [
  { name: 'flags', isActive: true, isBetaTest: true },
  { name: 'flags', isActive: false, isBetaTest: false },
  { name: 'remove' },
  { name: 'step', step: 'withdraw' },
  { name: 'restore' },
]
const calls = fc.array(fc.oneof(flags, step, others), { minLength: 1, maxLength: 12 })

const codeOf = (thrown: unknown) => (thrown instanceof AppError ? thrown.code : String(thrown))
const asked = { batteryPercent: null, hasCoil: null, appBuild: 1, installedVersion: null }
const unknownDetector = { hasBegun: false, isErased: false, hardwareVersion: 3, serialNumber: '0A1B2C3D4E', ...asked }

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')
  let groupId: number
  const people = new Map<Person, Client>()
  let serial = 0

  beforeAll(async () => {
    people.set('staff', await server.signInAs('ROLE_BE'))
    people.set('customer', await server.signInAs('ROLE_CUSTOMER'))
    const { username, userId } = await server.join({ isBetaTester: true })
    people.set('tester', await server.enter(username))
    groupId = await addBetaGroup(server, [userId])
  })

  const personOf = (person: Person) => people.get(person) ?? admin

  /** Ids of what somebody is offered for a detector that is new to the portal: a page decides that by the facts that it gets. */
  async function offers(person: Person, productId: number, isPage: boolean): Promise<number[]> {
    const headers = { ...bearer(personOf(person)), ...(isPage && { 'fieldport-build': '1' }) }
    const response = await server.request(`/firmware/getAllForProductAndUser/${productId}`, { headers })
    const list = (await response.json()) as { id: number; versionName: string; release?: ReleaseFacts & Conditions }[]
    const isOpen = ({ versionName, release }: (typeof list)[number]) =>
      release === undefined || mayStart({ ...release, versionName }, unknownDetector)
    return list.filter(isOpen).map(({ id }) => id)
  }

  type Tried = { readonly id: number; readonly releaseId: number; readonly productId: number }

  async function make({ id, releaseId, productId }: Tried, call: Call, model: ReleaseModel): Promise<unknown> {
    const params = { id }
    switch (call.name) {
      case 'flags': {
        const { versionName, language } = await admin.firmware.get({ params })
        const { isActive, isBetaTest } = call
        const members = { selectedProductIds: [productId], selectedBetaGroupIds: isBetaTest ? [groupId] : [] }
        return admin.firmware.update({ params, body: { versionName, language, isActive, isBetaTest, ...members } })
      }
      case 'step': {
        const body = { step: call.step, from: model.state, confirmed: [...obstacleKinds], betaGroupIds: [] }
        return admin.release.takeStep({ params: { id: releaseId }, body })
      }
      case 'remove':
        return admin.firmware.remove({ params })
      case 'restore':
        return admin.firmware.restore({ params })
      case 'addGroup':
      case 'removeGroup': {
        const ids = { addedIds: call.name === 'addGroup' ? [id] : [], removedIds: call.name === 'removeGroup' ? [id] : [] }
        const body = {
          name: 'Group',
          selectedFirmwareIds: [],
          selectedUserIds: [],
          firmwareChanges: ids,
          userChanges: { addedIds: [], removedIds: [] },
        }
        return admin.betaGroup.update({ params: { id: groupId }, body })
      }
    }
  }

  async function expectAsModelled({ id, releaseId, productId }: Tried, model: ReleaseModel, typeId: number): Promise<void> {
    const shown = await admin.firmware.get({ params: { id } })
    const { state, reach } = await admin.release.get({ params: { id: releaseId } })
    const { state: expected, isDeleted } = model
    expect({ state, reach, isDeleted: shown.isDeleted }).toEqual({ state: expected, reach: model.reach, isDeleted })
    expect(shown).toMatchObject({ state: expected, isActive: isOffered(expected), isBetaTest: model.reach === 'beta' })
    const { items } = await admin.product.getB122TableResults({
      body: { perPage: 10, currentPage: 1, sortBy: 'id', sortDesc: true, filters: [] },
    })
    const product = items.find((one) => one.id === productId)
    expect(product?.lastFirmwareVersion).toBe(expected === 'released' && !isDeleted ? shown.versionName : null)
    for (const person of ['customer', 'tester', 'staff'] as const) {
      for (const isPage of [false, true])
        expect([person, isPage, await offers(person, productId, isPage)]).toEqual([
          person,
          isPage,
          isOfferedTo(model, person, isPage) ? [id] : [],
        ])
      const userProductId = await addDetector(server, personOf(person), { productId, productTypeId: typeId })
      const begin = (given: object) =>
        personOf(person)
          .productUpdate.create({ body: { userProductId, firmwareId: id, ...given } })
          .then(() => 'begun', codeOf)
      const mayBegin = isOfferedTo(model, person, true)
      expect(await begin({ isStart: true, date: server.context.clock().toISOString() })).toBe(
        mayBegin ? 'begun' : 'release.not.offered.error',
      )
      expect(await begin({})).toBe(mayBegin ? 'begun' : 'resource.not.found')
      // One that has begun is recorded whatever became of the release.
      const mayRecord = expected !== 'draft' || person === 'staff'
      server.pass(1000)
      expect(await begin({ date: '2026-11-20T08:30:00.000Z' })).toBe(mayRecord ? 'begun' : 'resource.not.found')
    }
  }

  it('goes where the table says, is offered to whom it says, and loses no record', { tags: 'rest' }, async () => {
    await fc.assert(
      fc.asyncProperty(calls, async (made) => {
        const typeId = 2_000 + (serial += 1)
        const productId = await addProduct(admin, { name: `Model ${typeId}`, typeId })
        const id = await addFirmware(admin, { productIds: [productId], isActive: false })
        const releaseId = await releaseIdOf(admin, id)
        const tried = { id, releaseId, productId }
        let model: ReleaseModel = newDraft
        await expectAsModelled(tried, model, typeId)
        for (const call of made) {
          const outcome = outcomeOf(model, call)
          const answer = await make(tried, call, model).then(() => 'done', codeOf)
          expect([model.state, call, answer]).toEqual([model.state, call, 'refused' in outcome ? outcome.refused : 'done'])
          if (!('refused' in outcome)) model = outcome
          await expectAsModelled(tried, model, typeId)
        }
      }),
      { numRuns: 6, endOnFailure: true, examples: [[haltedAsNoBeta]] },
    )
  })
})
