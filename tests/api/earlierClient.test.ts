// @module-tag rest
/**
 * Browsers hold the app of before releases for weeks. Its recorded calls get, in every state of a release, what docs/releases.md says, and
 * answers that it can read. The tables below are that page's, written down once more; what the server does is held against them.
 */
import { describe, expect, it } from 'vitest'
import { obstacleKinds } from '../../src/contract/release.ts'
import type { ReleaseState } from '../../src/contract/releaseStates.ts'
import { type ApiServer, password } from '../support/apiServer.ts'
import { addBetaGroup } from '../support/catalogue.ts'
import {
  type EarlierPage,
  earlierPageOf,
  type Id,
  onForm,
  openPage,
  type Refusal,
  type Shown,
  type Values,
} from '../support/earlierPage.ts'
import type { EarlierCall } from '../support/earlierRequests.ts'
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
  readonly isActive: boolean
  readonly isBetaTest?: true
}

/** `begun`: an owner whose update was cut off while all owners were offered it. The earlier page cannot tell drafts, so staff get none. */
const rights: Readonly<Record<State, Rights>> = {
  draft: { offeredTo: [], downloadedBy: ['staff'], recordedBy: ['staff'], isActive: false },
  beta: { offeredTo: ['tester'], downloadedBy: ['begun', 'tester', 'staff'], recordedBy: people, isActive: true, isBetaTest: true },
  staged: { offeredTo: people, downloadedBy: people, recordedBy: people, isActive: true },
  released: { offeredTo: people, downloadedBy: people, recordedBy: people, isActive: true },
  halted: { offeredTo: [], downloadedBy: ['begun', 'staff'], recordedBy: people, isActive: false },
  withdrawn: { offeredTo: [], downloadedBy: ['staff'], recordedBy: people, isActive: false },
  deleted: { offeredTo: [], downloadedBy: ['begun', 'staff'], recordedBy: people, isActive: false },
}
const states = Object.keys(rights) as State[]

const deleted: Refusal = { code: 'record.deleted.error', shownAs: 'record.deleted.error' }
const unknown: Refusal = { code: 'resource.not.found', shownAs: 'resource.not.found' }
const unproved: Refusal = { code: 'proof.required.error', shownAs: 'proof.required.error' }
const fixed: Refusal = { code: 'release.fixed.error', shownAs: 'not.authorized', on: 'file' }
const ended = onForm('release.step.error')

const forms = ['saveActive', 'saveInactive', 'saveBeta', 'saveForEveryone', 'saveFile', 'addToBetaGroup', 'removeFirmware', 'restoreFirmware'] as const // prettier-ignore
type Outcome = State | `deleted ${ReleaseState}` | Refusal

/** Where the staff's calls lead, in the order of `forms`. */
const leads: Readonly<Record<State, readonly Outcome[]>> = {
  draft: ['released', 'draft', 'beta', 'released', 'draft', unknown, 'deleted draft', deleted],
  beta: ['released', 'halted', 'beta', 'released', fixed, 'beta', 'deleted halted', deleted],
  staged: ['staged', 'halted', 'beta', 'staged', fixed, unknown, 'deleted halted', deleted],
  released: ['released', 'halted', 'beta', 'released', fixed, unknown, 'deleted halted', deleted],
  halted: ['released', 'halted', 'beta', 'released', fixed, unknown, 'deleted halted', deleted],
  withdrawn: [ended, 'withdrawn', ended, ended, fixed, unknown, 'deleted withdrawn', deleted],
  deleted: [deleted, deleted, deleted, deleted, deleted, unknown, deleted, 'halted'],
}

let made = 0
const newVersion = () => `7.${(made += 1)}`

/** Staff and a product with an older version that all owners are offered, by the earlier client's calls where it had them. */
async function openEarlierDesk(server: ApiServer) {
  const desk = await openReleaseDesk(server)
  const { username, userId } = await server.join({ isBetaTester: true })
  const product = { productId: desk.productId, productTypeId: desk.productTypeId }
  const values = { ...product, betaGroupId: await addBetaGroup(server, [userId]) }
  const staff = earlierPageOf(server, desk.backOffice, values)
  const { id: olderId } = await staff.get<Id>('createOffered', { versionName: '1.0' })
  server.pass(1000)

  /** With what the form has loaded. */
  async function formOf(firmwareId: number): Promise<Values> {
    const { version, versionName } = await staff.get<{ version: number; versionName: string }>('firmwareShown', { firmwareId })
    return { firmwareId, version, versionName }
  }
  const save = async (call: EarlierCall, firmwareId: number) => staff.get(call, await formOf(firmwareId))
  const take = (firmwareId: number, step: 'staged' | 'withdraw') => desk.take(firmwareId, step, { confirmed: [...obstacleKinds] })

  /** A firmware in this state; `meanwhile` runs while all owners are offered it, if they ever were. */
  async function enter(state: State, meanwhile: (firmwareId: number) => Promise<void> = async () => {}): Promise<number> {
    const { id } = await staff.get<Id>('createDraft', { versionName: newVersion() })
    if (state === 'draft') return id
    if (state === 'staged') await take(id, 'staged')
    else await save('saveActive', id)
    await meanwhile(id)
    server.pass(1000)
    if (state === 'beta') await save('saveBeta', id)
    if (state === 'halted') await save('saveInactive', id)
    if (state === 'withdrawn') await take(id, 'withdraw')
    if (state === 'deleted') await staff.get('removeFirmware', { firmwareId: id })
    return id
  }

  async function outcomeOf(firmwareId: number): Promise<Outcome> {
    const { state } = await desk.releaseOf(firmwareId)
    const { isDeleted } = await desk.admin.firmware.get({ params: { id: firmwareId } })
    return isDeleted ? `deleted ${state}` : state
  }

  return { ...desk, tester: await server.signIn(username), values, olderId, staff, formOf, enter, outcomeOf }
}
type Desk = Awaited<ReturnType<typeof openEarlierDesk>>

/** The fields that the earlier list had, all of them and no other. */
async function listedOf({ staff }: Desk, firmwareId: number) {
  const shown = await staff.get<Shown & Record<string, unknown>>('firmwareShown', { firmwareId })
  const { id, versionName, language, releaseDate, changeLog, isBetaTest, firmwareFile } = shown
  return { id, versionName, language, releaseDate, changeLog, isBetaTest, firmwareFile }
}

const minuteMs = 60_000

async function detectorOf(page: EarlierPage): Promise<unknown> {
  return (await page.get<unknown[]>('ownDetectors'))[0]
}

serverOnPostgres((server) => {
  const at = (agoMs: number) => new Date(server.context.clock().getTime() - agoMs).toISOString()
  /** Of an update that begins now, or began that long ago on a computer without a network. */
  const record = (userProductId: number, firmwareId: number, agoMs = 0) => ({ userProductId, firmwareId, began: at(agoMs), now: at(0) })

  describe.each(states)('a release that is %s', (state) => {
    const { offeredTo, downloadedBy, recordedBy, isActive, isBetaTest = false } = rights[state]

    it('is offered, downloaded and recorded by the earlier update page as the table says', async () => {
      const desk = await openEarlierDesk(server)
      const clients = { customer: desk.owner, begun: await server.signInAs('ROLE_CUSTOMER'), tester: desk.tester, staff: desk.backOffice }
      const pageOf = (person: Person) => earlierPageOf(server, clients[person], desk.values)
      const begunOn = await openPage(pageOf('begun'))
      const firmwareId = await desk.enter(state, async (id) => void (await pageOf('begun').get('record', record(begunOn, id))))
      const [tested, older] = [await listedOf(desk, firmwareId), await listedOf(desk, desk.olderId)]
      for (const person of people) {
        const page = pageOf(person)
        const userProductId = person === 'begun' ? begunOn : await openPage(page)
        expect([person, await page.get('offered')]).toEqual([person, offeredTo.includes(person) ? [tested, older] : [older]])
        const file = { fileId: tested.firmwareFile.id, username: clients[person].held.current?.username ?? '' }
        expect([
          person,
          await page.attempt('download', file),
          await page.attempt('record', record(userProductId, firmwareId, 60 * minuteMs)),
        ]).toEqual([person, downloadedBy.includes(person) ? 'done' : unknown, recordedBy.includes(person) ? 'done' : unknown])
      }
    })

    it('stands in the earlier lists and forms of staff as what it was there before', async () => {
      const desk = await openEarlierDesk(server)
      const firmwareId = await desk.enter(state)
      const { staff } = desk
      for (const call of ['firmwareColumns', 'productChoices', 'betaGroupChoices', 'betaFirmwareChoices', 'catalogueClashes'] as const)
        await staff.get(call)
      const flags = { id: firmwareId, isActive, isBetaTest, isDeleted: state === 'deleted' }
      const shown = await staff.get<Shown & { versionName: string }>('firmwareShown', { firmwareId })
      expect(shown).toMatchObject({ ...flags, language: 'English', betaGroups: isBetaTest ? [{ id: desk.values.betaGroupId }] : [] })
      const { items } = await staff.get<{ items: Id[] }>('firmwareSearch', { versionName: shown.versionName })
      expect(items.filter(({ id }) => id === firmwareId)).toMatchObject(state === 'deleted' ? [] : [flags])
      const history = await earlierPageOf(server, desk.admin).get<unknown[]>('firmwareHistory', { firmwareId })
      expect(history.length).toBeGreaterThan(0)
      const products = await staff.get<{ items: (Id & { lastFirmwareVersion: string | null })[] }>('productRows')
      const { lastFirmwareVersion } = products.items.find(({ id }) => id === desk.productId) ?? {}
      expect(lastFirmwareVersion).toBe(state === 'released' ? shown.versionName : '1.0')
    })

    it('goes where the table says by the earlier forms of staff, and a refusal is one that they show', async () => {
      const desk = await openEarlierDesk(server)
      const found: unknown[] = []
      for (const call of forms) {
        const firmwareId = await desk.enter(state)
        const group = await desk.staff.get<Id>('createBetaGroup', { name: `Group ${newVersion()}` })
        const { version } = await desk.staff.get<Shown>('betaGroupShown', { betaGroupId: group.id })
        const ofGroup = { betaGroupId: group.id, version, name: `Group ${newVersion()}` }
        const answer = await desk.staff.attempt(call, { ...(await desk.formOf(firmwareId)), ...(call === 'addToBetaGroup' && ofGroup) })
        const after = await desk.outcomeOf(firmwareId)
        found.push([call, answer, after])
      }
      // What is refused leaves it as it was.
      const before = state === 'deleted' ? 'deleted halted' : state
      expect(found).toEqual(
        forms.map((call, index) => {
          const outcome = leads[state][index]
          return typeof outcome === 'object' ? [call, outcome, before] : [call, 'done', outcome]
        }),
      )
    })
  })

  it.each(states.filter((state) => state !== 'draft'))(
    'records to their end an update that began before it was %s, and a late one',
    async (state) => {
      const desk = await openEarlierDesk(server)
      const page = earlierPageOf(server, desk.owner, desk.values)
      const userProductId = await openPage(page)
      let cut: Id | undefined
      const firmwareId = await desk.enter(state, async (id) => {
        cut = await page.get<Id>('record', record(userProductId, id))
        await page.get('noteErased', { productUpdateId: cut.id })
      })
      for (const call of ['renew', 'reportCut'] as const)
        expect([call, await page.get(call, { productUpdateId: cut?.id ?? 0 })]).toEqual([call, cut])
      await expect(detectorOf(page)).resolves.toMatchObject({ firmwareState: 'none', currentFirmware: null, openUpdate: null })

      // Finished without a network: it is reported minutes later.
      server.pass(10 * minuteMs)
      const late = record(userProductId, firmwareId, 5 * minuteMs)
      const recorded = await page.get<Id>('record', late)
      // The answer was lost, so it is sent again.
      await expect(page.get('record', late)).resolves.toEqual(recorded)
      for (const call of ['noteErased', 'renew', 'noteWritten', 'reportSuccess'] as const)
        expect([call, await page.get(call, { productUpdateId: recorded.id })]).toEqual([call, recorded])
      const { versionName } = await desk.staff.get<{ versionName: string }>('firmwareShown', { firmwareId })
      const [newest] = await page.get<unknown[]>('ownUpdates')
      expect(newest).toMatchObject({ ...recorded, firmwareId, versionName, date: late.began, success: true, errorType: null })
      const currentFirmware = { id: firmwareId, versionName, language: 'English' }
      await expect(detectorOf(page)).resolves.toMatchObject({
        id: userProductId,
        firmwareState: 'installed',
        currentFirmware,
        openUpdate: null,
      })
    },
  )

  it('asks staff of the earlier client for fresh proof as before, and takes the call once it is given', async () => {
    const desk = await openEarlierDesk(server)
    const [draft, released, removed] = [await desk.enter('draft'), await desk.enter('released'), await desk.enter('deleted')]
    const wanting = [
      ['createOffered', { versionName: newVersion() }],
      ['createBeta', { versionName: newVersion() }],
      ['saveFile', await desk.formOf(draft)],
      ['restoreFirmware', { firmwareId: removed }],
    ] as const
    server.pass(6 * minuteMs)
    for (const [call, values] of wanting) expect([call, await desk.staff.attempt(call, values)]).toEqual([call, unproved])
    // The brake does not wait.
    expect(await desk.staff.attempt('saveInactive', await desk.formOf(released))).toBe('done')
    expect(await desk.staff.attempt('saveActive', await desk.formOf(released))).toEqual(unproved)
    await expect(desk.staff.get('beginProof')).resolves.toEqual({ kinds: ['password'], passkey: null })
    await desk.staff.get('prove', { password })
    for (const [call, values] of wanting) expect([call, await desk.staff.attempt(call, values)]).toEqual([call, 'done'])
    expect(await desk.staff.attempt('saveActive', await desk.formOf(released))).toBe('done')
  })
})
