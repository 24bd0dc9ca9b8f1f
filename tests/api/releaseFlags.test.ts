// @module-tag rest
/**
 * The specification's two flags, written and read by its calls, in every state of a release: what becomes of its languages, and of one that was
 * deleted in that state. The states are stored; no call says them here.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { type Flags, isOfferedState, type OfferedState, type ReleaseState, type Standing } from '../../src/contract/releaseStates.ts'
import { AppError } from '../../src/errors.ts'
import type { Client } from '../support/apiServer.ts'
import { addBetaGroup, addProduct, firmwareBody, keptFileBody } from '../support/catalogue.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'
import { setState } from '../support/storedReleases.ts'

type Stored = ReleaseState | `${'draft' | 'halted' | 'withdrawn'} ${OfferedState}`

/** What is saved: neither, `isBetaTest`, `isActive`, both. */
const saves: readonly Flags[] = [false, true].flatMap((isActive) => [false, true].map((isBetaTest) => ({ isActive, isBetaTest })))

const refusal = 'release.step.error'
/** By the state that the release had: what saving leads to, in the order of `saves`, for its languages and for the deleted one. */
const table: readonly (readonly [Stored, readonly string[], readonly string[]])[] = [
  [
    'draft released',
    ['draft released', 'draft beta', 'released', 'beta'],
    ['draft released', 'draft beta', 'draft released', 'draft beta'],
  ],
  ['draft beta', ['draft released', 'draft beta', 'released', 'beta'], ['draft beta', 'draft beta', 'draft beta', 'draft beta']],
  ['beta', ['halted released', 'halted beta', 'released', 'beta'], ['halted beta', 'halted beta', 'beta', 'beta']],
  ['staged', ['halted staged', 'halted beta', 'staged', 'beta'], ['halted staged', 'halted beta', 'staged', 'beta']],
  ['released', ['halted released', 'halted beta', 'released', 'beta'], ['halted released', 'halted beta', 'released', 'beta']],
  ['halted beta', ['halted released', 'halted beta', 'released', 'beta'], ['halted beta', 'halted beta', 'halted beta', 'halted beta']],
  ['halted staged', ['halted staged', 'halted beta', 'staged', 'beta'], ['halted staged', 'halted beta', 'halted staged', 'halted beta']],
  [
    'halted released',
    ['halted released', 'halted beta', 'released', 'beta'],
    ['halted released', 'halted beta', 'halted released', 'halted beta'],
  ],
  ['withdrawn beta', ['withdrawn released', 'withdrawn beta', refusal, refusal], ['withdrawn beta', 'withdrawn beta', refusal, refusal]],
  ['withdrawn staged', ['withdrawn staged', 'withdrawn beta', refusal, refusal], ['withdrawn staged', 'withdrawn beta', refusal, refusal]],
  [
    'withdrawn released',
    ['withdrawn released', 'withdrawn beta', refusal, refusal],
    ['withdrawn released', 'withdrawn beta', refusal, refusal],
  ],
]

function standing(text: string): Standing {
  const [state, reach = state] = text.split(' ')
  return { state, reach } as Standing
}

/** As the specification's fields say it. */
function shownAs(text: string) {
  const { state, reach } = standing(text)
  return { state, isActive: isOfferedState(state), isBetaTest: reach === 'beta' }
}

/** What the list finds with these flags, by the positions of its filters. */
async function listed(client: Client, versionName: string, flags: Flags, isDeleted: boolean) {
  const filters = [
    { position: 1, selectedValue: String(flags.isActive) },
    { position: 2, selectedValue: String(flags.isBetaTest) },
    ...(isDeleted ? [{ position: 4, selectedValue: 'true' }] : []),
  ]
  const body = { perPage: 10, currentPage: 1, sortBy: 'isActive' as const, sortDesc: false, search: versionName, filters }
  return (await client.firmware.getB122TableResults({ body })).items
}

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')
  let groupId: number
  beforeAll(async () => {
    groupId = await addBetaGroup(server, [])
  })

  const show = async (id: number) => {
    const { state, isActive, isBetaTest } = await admin.firmware.get({ params: { id } })
    return { state, isActive, isBetaTest }
  }

  let made = 0
  /** Two languages and a deleted one, of a release in this state. */
  async function enter(stored: Stored) {
    const productIds = [await addProduct(admin)]
    const versionName = `7.${(made += 1)}`
    const add = async (language: string) =>
      (await admin.firmware.create({ body: { ...firmwareBody({ versionName, productIds, isActive: false }), language } })).id
    const [saved, sister, deleted] = [await add('en'), await add('fr'), await add('de')]
    const { state, reach } = standing(stored)
    await setState(server.context.db, saved, state, reach)
    await admin.firmware.remove({ params: { id: deleted } })
    return { productIds, versionName, saved, sister, deleted }
  }

  describe.each(table)('a release that is %s', (stored, led, kept) => {
    it('goes where the flags lead, with all of its languages, and takes no deleted one further', async () => {
      for (const [index, flags] of saves.entries()) {
        const { productIds, versionName, saved, sister, deleted } = await enter(stored)
        for (const id of [saved, sister, deleted]) expect(await show(id)).toEqual(shownAs(stored))
        const body = { ...keptFileBody({ versionName, productIds, ...(flags.isBetaTest && { betaGroupIds: [groupId] }) }), ...flags }
        const answer = await admin.firmware.update({ params: { id: saved }, body }).then(
          () => 'saved',
          (thrown: unknown) => (thrown instanceof AppError ? thrown.code : String(thrown)),
        )
        const isRefused = led[index] === refusal
        expect([flags, answer]).toEqual([flags, isRefused ? refusal : 'saved'])
        const [living, gone] = isRefused ? [stored, stored] : [led[index] ?? '', kept[index] ?? '']
        for (const id of [saved, sister]) expect([flags, await show(id)]).toEqual([flags, shownAs(living)])
        expect([flags, await show(deleted)]).toEqual([flags, shownAs(gone)])
        for (const each of saves) {
          const is = (text: string) => shownAs(text).isActive === each.isActive && shownAs(text).isBetaTest === each.isBetaTest
          const found = await listed(admin, versionName, each, false)
          expect(found.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(is(living) ? [saved, sister] : [])
          for (const row of found) expect(row).toMatchObject(shownAs(living))
          const ended = await listed(admin, versionName, each, true)
          expect(ended.map(({ id }) => id)).toEqual(is(gone) ? [deleted] : [])
          for (const row of ended) expect(row).toMatchObject(shownAs(gone))
        }
      }
    })
  })
})
