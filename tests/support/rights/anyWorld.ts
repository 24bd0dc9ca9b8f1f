/** Random products, releases, people, detectors and updates, as the writers of the product may leave them. The same for each seed. */
import { isOrdered, isUpgrade } from '../../../src/contract/versionOrder.ts'
import { seededRandom } from '../seededRandom.ts'
import type { Detector, Group, Image, Needs, Person, Product, Release, State, Update, World } from './world.ts'

/** When the clock of a test server begins (tests/support/apiServer.ts). */
const now = Date.parse('2026-11-21T10:00:00.000Z')
const hourMs = 60 * 60 * 1000

const versions = ['4.9', '5.0', '5.1-beta2', '5.1', '5.2', '5.2a', '5.3', '5.10', '6.0']
/** Stored before there was an order; forms refuse them by now. */
const unorderedVersions = ['5.2 field', 'test']
const hardware = [2, 3, 4]
const offeredStates = ['beta', 'staged', 'released'] as const
const drawnStates: readonly State[] = [
  'draft',
  'beta',
  'beta',
  'staged',
  'staged',
  'released',
  'released',
  'released',
  'halted',
  'withdrawn',
]
const languages = ['English', 'English', 'Français', 'Français', 'Deutsch']

/** Ids are the seed's own, so that shares are the same in each database. */
export function anyWorld(seed: number): World {
  const draw = drawing(seed)
  const products = anyProducts(draw)
  const groups = [false, false, true].map((isDeleted): Group => ({ id: draw.nextId(), isDeleted }))
  const releases = anyReleases(draw, products, groups)
  const people = Array.from({ length: 10 }, (): Person => anyPerson(draw, groups))
  const detectors: Detector[] = []
  for (let index = 0; index < 20; index += 1) detectors.push(anyDetector(draw, { products, releases, people, detectors }))
  return { products, groups, releases, people, detectors }
}

/** `vague`: the part of the updates of which only the day is known. */
type Draw = ReturnType<typeof drawing>

function drawing(seed: number) {
  const random = seededRandom(seed)
  let lastId = seed * 10_000
  const chance = (part: number) => random() < part
  const some = <T>(from: readonly T[], part: number): T[] => from.filter(() => chance(part))
  function one<T>(from: readonly T[]): T {
    const found = from[Math.floor(random() * from.length)]
    if (found === undefined) throw new Error('there is nothing to choose from')
    return found
  }
  return { random, chance, one, some, nextId: () => (lastId += 1), vague: seed % 3 === 0 ? 0.25 : 0 }
}

/** The last two may share their type number, and each may be deleted. */
function anyProducts({ chance, nextId }: Draw): Product[] {
  const productOf = (typeId = nextId(), isDeleted = false): Product => ({ id: nextId(), typeId, isDeleted })
  const shared = nextId()
  return [productOf(), productOf(), productOf(chance(0.5) ? shared : undefined, chance(0.2)), productOf(shared, chance(0.2))]
}

/** A version is used once for a product; another language of it may be a release of its own. */
function anyReleases(draw: Draw, products: readonly Product[], groups: readonly Group[]): Release[] {
  const { chance, some } = draw
  const [first, second, ...rare] = products
  if (first === undefined || second === undefined) throw new Error('there are products')
  const releases: Release[] = []
  for (const versionName of [...versions, ...some(unorderedVersions, 0.4)]) {
    const ofBoth = [[first, second, ...some(rare, 0.3)]]
    const ofEach = [...some([first, second], 0.7), ...some(rare, 0.3)].map((product) => [product])
    for (const its of chance(0.4) ? ofBoth : ofEach) {
      const release = anyRelease(draw, { versionName, products: its, groups })
      releases.push(release)
      if (offeredStates.some((state) => state === release.state) && chance(0.15))
        releases.push(anyRelease(draw, { versionName, products: its, groups, sister: release }))
    }
  }
  return releases
}

type About = {
  readonly versionName: string
  readonly products: readonly Product[]
  readonly groups: readonly Group[]
  /** Of the same version: both are offered, or it would be used twice. */
  readonly sister?: Release
}

function anyRelease(draw: Draw, { versionName, products, groups, sister }: About): Release {
  const { chance, one, some, nextId } = draw
  const id = nextId()
  const free = languages.filter((language) => sister?.images.every((image) => image.language !== language) !== false)
  const names = new Set([one(free), ...(sister === undefined && chance(0.5) ? [one(free)] : [])])
  const drawn = sister === undefined ? one(drawnStates) : one(offeredStates)
  const isGone = sister === undefined && chance(0.06)
  const state = isGone && offeredStates.some((offered) => offered === drawn) ? 'halted' : drawn
  // Of a draft, a beta or none is chosen, and no share.
  const reach =
    offeredStates.find((offered) => offered === state) ?? one(state === 'draft' ? (['beta', 'released'] as const) : offeredStates)
  const images = [...names].map((language, index): Image => {
    const isDeleted = isGone || (index > 0 && chance(0.4))
    return { id: nextId(), language, deletedState: isDeleted ? anyDeletedState(draw, state, reach) : null }
  })
  return {
    id,
    state,
    reach,
    versionName,
    images,
    products,
    share: state === 'draft' ? 1 : one([0, 0.3, 0.7, 1]),
    wasReleased: state !== 'draft' && (reach === 'released' || chance(0.4)),
    isRecalled: state === 'withdrawn' && !isGone,
    mailsOwners: chance(0.85),
    groups: reach === 'beta' ? [...new Set([one(groups), ...some(groups, 0.3)])] : some(groups, 0.2),
    needs: anyNeeds(draw, versionName),
    holds: chance(0.3) ? [chance(0.4) ? [] : [one(hardware)]] : [],
  }
}

/** What a language was when it was deleted, ended and narrowed since as its release was. */
function anyDeletedState({ chance, one }: Draw, state: State, reach: Release['reach']): State {
  if (state === 'draft' || chance(0.2)) return 'draft'
  if (state === 'halted' || state === 'withdrawn') return state
  return one<State>(['halted', ...offeredStates.slice(0, offeredStates.indexOf(reach) + 1)])
}

/** As the form takes them: older versions alone, and a minimum that the stone meets. */
function anyNeeds({ chance, one }: Draw, versionName: string): Needs {
  const older = versions.filter((version) => isOrdered(versionName) && isUpgrade(version, versionName))
  const steppingStone = older.length > 0 && chance(0.3) ? one(older) : null
  const lower = older.filter((version) => steppingStone === null || !isUpgrade(steppingStone, version))
  return {
    steppingStone,
    minimumInstalledVersion: lower.length > 0 && chance(steppingStone === null ? 0.2 : 0.5) ? one(lower) : null,
    hardwareVersions: chance(0.25) ? [...new Set([one(hardware), one(hardware)])] : [],
    minimumBatteryPercent: chance(0.15) ? 40 : null,
    needsCoil: chance(0.15),
    minimumAppBuild: chance(0.2) ? one([5, 10]) : null,
  }
}

/** Who is in a group need not be a tester any more. */
function anyPerson({ chance, one, some, nextId }: Draw, groups: readonly Group[]): Person {
  const roles = ['ROLE_CUSTOMER', 'ROLE_CUSTOMER', 'ROLE_CUSTOMER', 'ROLE_CUSTOMER', 'ROLE_MARKETTING', 'ROLE_BE', 'ROLE_ADMIN'] as const
  return {
    id: nextId(),
    role: one(roles),
    locale: one(['en', 'fr'] as const),
    isBetaTester: chance(0.6),
    isDeleted: chance(0.08),
    isLocked: chance(0.08),
    isValidated: !chance(0.06),
    hasMailsOff: chance(0.1),
    groups: some(groups, 0.5),
  }
}

/** A detector may be another owner's, too. */
function anyDetector(draw: Draw, { products, releases, people, detectors }: Omit<World, 'groups'>): Detector {
  const { chance, one, nextId } = draw
  const [first, second, ...rare] = products
  const id = nextId()
  const owner = one(people)
  const other = detectors.length > 0 && chance(0.1) ? one(detectors) : undefined
  const isTaken = detectors.some((each) => each.owner === owner && each.serialNumber === other?.serialNumber)
  const serialNumber = other === undefined || isTaken ? id.toString(16).toUpperCase().padStart(10, '0') : other.serialNumber
  const product = one([first, first, first, second, second, ...rare].flatMap((each) => each ?? []))
  const updates = anyUpdates(
    draw,
    owner,
    releases.filter((release) => release.products.includes(product)),
  )
  const unfinished = updates.filter(({ success }) => success !== true)
  const confirmed = unfinished.length > 0 && chance(0.2) ? one(unfinished) : null
  return { id, owner, product, serialNumber, hardwareVersion: one(hardware), isDeleted: chance(0.08), updates, confirmed }
}

function anyUpdates({ random, chance, one, nextId, vague }: Draw, owner: Person, releases: readonly Release[]): Update[] {
  const isStaff = owner.role === 'ROLE_BE' || owner.role === 'ROLE_ADMIN'
  const images = releases
    .flatMap((release) => release.images.map((image) => ({ release, image })))
    .filter(({ release, image }) => isStaff || (image.deletedState ?? release.state) !== 'draft')
  const updates: Update[] = []
  let ageMs = 30 * hourMs
  while (images.length > 0 && updates.length < 4 && chance(updates.length === 0 ? 0.8 : 0.5)) {
    ageMs += Math.ceil(random() * 60 * hourMs)
    const success = one([true, true, true, false, false, null])
    const after =
      success === true
        ? null
        : one(success === false ? (['unchanged', 'none', 'none', 'none', 'unknown', null] as const) : ([null, 'none', 'unknown'] as const))
    updates.push({ ...one(images), id: nextId(), beganAt: new Date(now - ageMs), isVague: chance(vague), success, after })
  }
  return updates
}
