// @module-tag rest
/**
 * The calls of the specification in every state of a release, made by programs that know nothing else: what each person is offered, may download
 * and has recorded, and where the forms of staff lead. The tables are those of docs/releases.md, written down once more.
 */
import { describe, expect, it } from 'vitest'
import { obstacleKinds } from '../../src/contract/release.ts'
import type { ReleaseState } from '../../src/contract/releaseStates.ts'
import { asAppError } from '../../src/errors.ts'
import type { ApiServer, Client } from '../support/apiServer.ts'
import { addBetaGroup, addFirmware, firmwareBody, keptFileBody } from '../support/catalogue.ts'
import { openReleaseDesk } from '../support/releaseDesk.ts'
import { serverOnPostgres } from '../support/servers.ts'

const people = ['customer', 'begun', 'tester', 'staff'] as const
type Person = (typeof people)[number]
type State = ReleaseState | 'deleted'

type Rights = {
  readonly offeredTo: readonly Person[]
  readonly downloadedBy: readonly Person[]
  /** An update that began, whenever that is heard of. */
  readonly recordedBy: readonly Person[]
}

/** `begun`: an owner whose update was cut off while all owners were offered it. Drafts are listed for pages alone, so staff get none. */
const rights: Readonly<Record<State, Rights>> = {
  draft: { offeredTo: [], downloadedBy: ['staff'], recordedBy: ['staff'] },
  beta: { offeredTo: ['tester'], downloadedBy: ['begun', 'tester', 'staff'], recordedBy: people },
  staged: { offeredTo: people, downloadedBy: people, recordedBy: people },
  released: { offeredTo: people, downloadedBy: people, recordedBy: people },
  halted: { offeredTo: [], downloadedBy: ['begun', 'staff'], recordedBy: people },
  withdrawn: { offeredTo: [], downloadedBy: ['staff'], recordedBy: people },
  deleted: { offeredTo: [], downloadedBy: ['begun', 'staff'], recordedBy: people },
}
const states = Object.keys(rights) as State[]

const forms = ['active', 'inactive', 'beta', 'file', 'remove', 'restore'] as const
type Form = (typeof forms)[number]

/** Where they lead, in the order of `forms`: a state, or the code of a refusal. */
const leads: Readonly<Record<State, readonly string[]>> = {
  draft: ['released', 'draft', 'beta', 'draft', 'deleted draft', 'record.deleted.error'],
  beta: ['released', 'halted', 'beta', 'release.fixed.error', 'deleted halted', 'record.deleted.error'],
  staged: ['staged', 'halted', 'beta', 'release.fixed.error', 'deleted halted', 'record.deleted.error'],
  released: ['released', 'halted', 'beta', 'release.fixed.error', 'deleted halted', 'record.deleted.error'],
  halted: ['released', 'halted', 'beta', 'release.fixed.error', 'deleted halted', 'record.deleted.error'],
  withdrawn: ['release.step.error', 'withdrawn', 'release.step.error', 'release.fixed.error', 'deleted withdrawn', 'record.deleted.error'],
  deleted: [...Array<string>(5).fill('record.deleted.error'), 'halted'],
}

async function openDesk(server: ApiServer) {
  const desk = await openReleaseDesk(server)
  const { username, userId } = await server.join({ isBetaTester: true })
  const groupId = await addBetaGroup(server, [userId])
  const productIds = [desk.productId]
  const olderId = await addFirmware(desk.backOffice, { productIds, versionName: '0.0.1' })
  const clients: Readonly<Record<Person, Client>> = {
    customer: desk.owner,
    begun: await server.signInAs('ROLE_CUSTOMER'),
    tester: await server.signIn(username),
    staff: desk.backOffice,
  }

  async function send(id: number, form: Form): Promise<unknown> {
    const params = { id }
    if (form === 'remove') return desk.backOffice.firmware.remove({ params })
    if (form === 'restore') return desk.backOffice.firmware.restore({ params })
    const { versionName, version } = await desk.backOffice.firmware.get({ params })
    const about = {
      versionName,
      productIds,
      isActive: form === 'active' || form === 'beta',
      ...(form === 'beta' && { betaGroupIds: [groupId] }),
    }
    const body = form === 'file' ? firmwareBody(about) : keptFileBody(about)
    return desk.backOffice.firmware.update({ params, body: { ...body, version } })
  }

  /** A firmware in this state; `meanwhile` runs while all owners are offered it, if they ever were. */
  async function enter(state: State, meanwhile: (id: number) => Promise<unknown> = async () => {}): Promise<number> {
    const id = await desk.draft()
    if (state === 'draft') return id
    if (state === 'staged') await desk.take(id, 'staged', { confirmed: [...obstacleKinds] })
    else await send(id, 'active')
    await meanwhile(id)
    server.pass(1000)
    if (state === 'beta') await send(id, 'beta')
    if (state === 'halted') await send(id, 'inactive')
    if (state === 'withdrawn') await desk.take(id, 'withdraw', { confirmed: [...obstacleKinds] })
    if (state === 'deleted') await send(id, 'remove')
    return id
  }

  async function stateOf(id: number): Promise<string> {
    const { isDeleted } = await desk.admin.firmware.get({ params: { id } })
    const { state } = await desk.releaseOf(id)
    return isDeleted ? `deleted ${state}` : state
  }

  return { ...desk, clients, olderId, send, enter, stateOf }
}

const codeOf = (error: unknown) => asAppError(error).code

serverOnPostgres((server) => {
  const at = (agoMs: number) => new Date(server.context.clock().getTime() - agoMs).toISOString()

  describe.each(states)('a release that is %s', (state) => {
    it('is offered, downloaded and recorded as the table says', async () => {
      const desk = await openDesk(server)
      const begunOn = await desk.connect({ client: desk.clients.begun })
      const id = await desk.enter(state, (firmwareId) =>
        desk.clients.begun.productUpdate.create({ body: { userProductId: begunOn, firmwareId } }),
      )
      const { firmwareFile } = await desk.admin.firmware.get({ params: { id } })
      const { offeredTo, downloadedBy, recordedBy } = rights[state]
      for (const person of people) {
        const client = desk.clients[person]
        const userProductId = person === 'begun' ? begunOn : await desk.connect({ client })
        const listed = await client.firmware.getAllForProductAndUser({ params: { productId: desk.productId } })
        // A program gets the fields of the specification, and no other.
        expect([person, listed.map((one) => [one.id, 'release' in one])]).toEqual([
          person,
          [...(offeredTo.includes(person) ? [id] : []), desk.olderId].map((one) => [one, false]),
        ])
        // Before the record, which gives a right to the file.
        const download = await client.file.showFileFromWeb({ query: { id: firmwareFile.id, username: '' } }).then(() => 'done', codeOf)
        const body = { userProductId, firmwareId: id, date: at(3_600_000) }
        const record = await client.productUpdate.create({ body }).then(() => 'done', codeOf)
        expect([person, download, record]).toEqual([
          person,
          downloadedBy.includes(person) ? 'done' : 'resource.not.found',
          recordedBy.includes(person) ? 'done' : 'resource.not.found',
        ])
      }
    })

    it('goes where the table says by the forms of staff, and stays where they are refused', async () => {
      const desk = await openDesk(server)
      const before = state === 'deleted' ? 'deleted halted' : state
      for (const [index, form] of forms.entries()) {
        const id = await desk.enter(state)
        const refusal = await desk.send(id, form).then(() => null, codeOf)
        const led = leads[state][index]
        expect([form, refusal ?? (await desk.stateOf(id))]).toEqual([form, led])
        expect([form, await desk.stateOf(id)]).toEqual([form, refusal === null ? led : before])
      }
    })
  })

  it.each(states.filter((state) => state !== 'draft'))(
    'records to their end an update that began before it was %s, and a late one',
    async (state) => {
      const desk = await openDesk(server)
      const userProductId = await desk.connect()
      const { create, report } = desk.owner.productUpdate
      const owned = async () => (await desk.owner.userProduct.getUserProductsForUser()).find(({ id }) => id === userProductId)
      let cutId = 0
      const firmwareId = await desk.enter(state, async (id) => {
        cutId = (await create({ body: { userProductId, firmwareId: id } })).id
      })
      const failure = { productUpdateId: cutId, success: false, errorType: 'DECONNECTION_ERROR' } as const
      await expect(report({ params: { id: cutId }, body: failure })).resolves.toEqual({ id: cutId })
      expect(await owned()).toMatchObject({ firmwareState: 'unknown', currentFirmware: null, openUpdate: null })

      // Finished without a network: it is reported days later, so that its clock cannot be what tells which was last.
      server.pass(3 * 24 * 3_600_000)
      const late = { userProductId, firmwareId, date: at(60_000) }
      const { id } = await create({ body: late })
      // The answer was lost, so it is sent again.
      await expect(create({ body: late })).resolves.toEqual({ id })
      await report({ params: { id }, body: { productUpdateId: id, success: true } })
      const [newest] = await desk.owner.productUpdate.getProductUpdatesForUser()
      expect(newest).toMatchObject({ id, firmwareId, date: late.date, success: true, errorType: null })
      expect(await owned()).toMatchObject({ firmwareState: 'installed', currentFirmware: { id: firmwareId }, openUpdate: null })
    },
  )
})
