// @module-tag rest
/**
 * Random states compared with a model of the rights that was written anew from docs/releases.md: the lists of pages and programs, what a page
 * decides by its list, the start, the late record, the file, the badge, the mail and the count have one answer.
 */
import { expect, it } from 'vitest'
import { ownBuild } from '../../src/server/config/ownBuild.ts'
import { anyWorld } from '../support/rights/anyWorld.ts'
import { askProduct, openPage } from '../support/rights/askProduct.ts'
import { describeState, type State, surfaces } from '../support/rights/describeState.ts'
import { type Asked, type Connected, isErasedAsKnown, knownOf, mayBeRecorded, mayStart } from '../support/rights/model.ts'
import { storeWorld } from '../support/rights/storeWorld.ts'
import { audienceOf, availableOf, isListedForPrograms, isOfferedByPage, mailedOf, mayReadFile } from '../support/rights/surfaces.ts'
import type { Detector, Open, Person, World } from '../support/rights/world.ts'
import { seededRandom } from '../support/seededRandom.ts'
import { serverOnPostgres, signedIn } from '../support/servers.ts'

const seeds = Array.from({ length: 30 * Number(process.env['CAMPAIGN_FACTOR'] ?? 1) }, (_, index) => index + 1)
/** Of calls that write or send a file, a part is enough: what they decide by is asked in each state. */
const part = { start: 0.5, record: 0.1, file: 0.1 }

type Answer = boolean | null | readonly string[] | Readonly<Record<string, number>>
type Compare = (state: State, product: Answer, model: Answer) => void

serverOnPostgres((server) => {
  const [admin] = signedIn(server, 'ROLE_ADMIN')
  /** "surface answer". */
  const seen = new Map<string, number>()

  it.each(seeds)('all surfaces have one answer in each state of seed %i', async (seed) => {
    const differences: string[] = []
    function compare(state: State, product: Answer, model: Answer): void {
      const answer = `${state.surface} ${model !== null && typeof model === 'object' ? 'some' : model}`
      seen.set(answer, (seen.get(answer) ?? 0) + 1)
      const [its, ours] = [JSON.stringify(product), JSON.stringify(model)]
      if (its === ours) return
      differences.push(`seed ${seed}: the product says ${its}, the model ${ours}: ${describeState(state)}`)
    }
    const world = anyWorld(seed)
    await storeWorld(server, world)
    const product = askProduct(server, admin)
    await compareMails(world, product, compare)
    await compareCounts(world, product, compare)
    await compareCallers(world, product, { compare, random: seededRandom(seed) })
    expect(differences.slice(0, 3).join('\n')).toBe('')
  })

  it('each surface has said yes and no, of some thousand states', () => {
    const answers = surfaces.flatMap((surface) => {
      if (surface === 'counted') return [`${surface} some`]
      return surface === 'available' ? [`${surface} some`, `${surface} null`] : [`${surface} true`, `${surface} false`]
    })
    expect(answers.filter((answer) => (seen.get(answer) ?? 0) < 20)).toEqual([])
    expect((seen.get('rule true') ?? 0) + (seen.get('rule false') ?? 0)).toBeGreaterThan(3_000)
  })
})

type Product = ReturnType<typeof askProduct>
type Comparing = { readonly compare: Compare; readonly random: () => number }

async function compareMails(world: World, product: Product, compare: Compare): Promise<void> {
  const expected = mailedOf(world, ownBuild)
  const { kept, queued } = await product.mailed(world.releases)
  expect(queued).toEqual(kept)
  for (const person of world.people)
    for (const release of world.releases) {
      const name = `${person.id} ${release.id}`
      compare({ surface: 'mailed', world, person, release }, kept.includes(name), expected.has(name))
    }
}

async function compareCounts(world: World, product: Product, compare: Compare): Promise<void> {
  for (const release of world.releases) {
    const detectors = audienceOf(world, release, release.state === 'draft' ? 'released' : release.reach)
    const reached = {
      customers: new Set(detectors.map(({ owner }) => owner)).size,
      detectors: detectors.length,
      withoutFirmware: detectors.filter((one) => knownOf(one).firmware === 'none').length,
    }
    compare({ surface: 'counted', world, release }, await product.counted(release), reached)
  }
}

/** By the calls of everybody who can sign in. */
async function compareCallers(world: World, product: Product, comparing: Comparing): Promise<void> {
  const { compare, random } = comparing
  const images = world.releases.flatMap((release) => release.images.map((image): Open => ({ release, image })))
  for (const person of world.people.filter(({ isDeleted, isLocked, isValidated }) => !isDeleted && !isLocked && isValidated)) {
    for (const open of images.filter(() => random() < part.file))
      compare({ surface: 'file', world, person, ...open }, await product.mayRead(person, open.image), mayReadFile(world, person, open))
    const owned = world.detectors.filter((one) => one.owner === person && !one.isDeleted)
    // Of an account without a detector, all products.
    for (const its of world.products.filter((one) => owned.length === 0 || owned.some((detector) => detector.product === one))) {
      const listed = new Set((await product.listed(person, its, null)).map(({ id }) => id))
      for (const open of images) {
        const state = { surface: 'programs', world, person, product: its, ...open } as const
        compare(state, listed.has(open.image.id), isListedForPrograms(world, person, its, open))
      }
    }
    await comparePage(world, product, { ...comparing, person, owned })
  }
}

type Paging = Comparing & { readonly person: Person; readonly owned: readonly Detector[] }

/** By what a page of the owner's is sent, and by the calls that it makes for each detector. */
async function comparePage(world: World, product: Product, { compare, random, person, owned }: Paging): Promise<void> {
  const one = <T>(from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0]
  const build = one([4, 7, 12])
  const rows = await product.own(person, build)
  for (const detector of owned) {
    const row = rows.find(({ id }) => id === detector.id)
    if (row === undefined) throw new Error(`detector ${detector.id} is not in its owner’s list`)
    const known = isErasedAsKnown(knownOf(detector))
    const unconnected = { build, isErased: known, batteryPercent: null, hasCoil: null }
    const way = availableOf(world, detector, build)
    compare(
      { surface: 'available', world, detector, connected: unconnected },
      row.available && [...row.available.firstVersions, row.available.versionName],
      way && [...way.stones, way.release].map(({ versionName }) => versionName),
    )
    const page = openPage(await product.listed(person, detector.product, build), row, build)
    for (const release of world.releases.filter(({ products }) => products.includes(detector.product)))
      for (const image of release.images) {
        const asked: Asked = { world, detector, release, image }
        compare({ surface: 'offered', ...asked, connected: unconnected }, page.offers(image), isOfferedByPage(asked, build))
        // A page may see that a detector has no firmware, which its records do not say.
        const isErased = known || random() < 0.15
        const connected: Connected = { build, isErased, batteryPercent: one([null, 20, 80]), hasCoil: one([null, true, false]) }
        compare({ surface: 'rule', ...asked, connected }, page.mayStart(image, connected), mayStart(asked, connected))
        const told: Connected = { ...unconnected, isErased, build: random() < 0.2 ? null : build }
        if (random() < part.start)
          compare({ surface: 'start', ...asked, connected: told }, await product.mayStart(detector, image, told), mayStart(asked, told))
        if (random() < part.record)
          compare({ surface: 'record', ...asked }, await product.mayBeRecorded(detector, image), mayBeRecorded(asked))
      }
  }
}
