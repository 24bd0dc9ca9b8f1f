/**
 * What each surface says by the rights of model.ts, and all in which the surfaces differ on purpose:
 *
 * - The update page lets nobody finish but a detector without a firmware, and never installs again the version that was withdrawn from it.
 * - Programs, which say no build, get what asks nothing and is offered to every detector of the caller's of that product, whatever is installed;
 *   never a draft.
 * - A file may be read by whom state, share and groups offer it to, who began it, or whom it repairs: the rest, the page decides. Staff read all.
 * - What is available is said without a cable: battery and coil are taken as there, never a draft, and nothing for an erased detector.
 * - Mails are about what is available, once for each person and release, but not while an update may still run, not about what replaces a
 *   withdrawn one, not where mails are off or the account cannot be used, and for the build of the server's own pages.
 * - Counted are all whom it reaches, also who has it already: battery, coil and build aside, and with those whom a stone leads to it.
 */
import { compareVersions, isOrdered, isUpgrade } from '../../../src/contract/versionOrder.ts'
import {
  type Asked,
  hasPlace,
  installedOf,
  isBegun,
  isErasedAsKnown,
  isKnownModel,
  isOffered,
  isOfferedByState,
  isOpenTo,
  isRecalled,
  isStaff,
  judgedVersion,
  knownOf,
  mayFinish,
  meetsConnected,
  meetsMinimum,
  newestFirst,
  newestSafe,
  stateOf,
  type Known,
} from './model.ts'
import type { Detector, Needs, Open, Person, Product, Release, State, World } from './world.ts'

/** What the page offers for a detector that is connected to it. Its checks before the erase ask for battery and coil. */
export function isOfferedByPage(asked: Asked, build: number): boolean {
  const known = knownOf(asked.detector)
  const isErased = isErasedAsKnown(known)
  const installed = installedOf(known)
  if (installed !== null && isRecalled(known) && compareVersions(installed, asked.release.versionName) === 'same') return false
  if (isOffered(asked, { isErased, batteryPercent: null, hasCoil: null, build })) return true
  if (!isErased || !mayFinish(asked, isErased)) return false
  return (
    known.last?.image === asked.image || (asked.image.deletedState === null && newestSafe(asked.world, asked.detector) === asked.release)
  )
}

/** `product`: the one that is asked for. */
export function isListedForPrograms(world: World, person: Person, product: Product, { release, image }: Open): boolean {
  if (release.state === 'draft' || !asksNothing(release.needs)) return false
  const own = world.detectors.filter((one) => one.owner === person && one.product === product && !one.isDeleted)
  if (own.length > 0) return own.every((detector) => isOpenTo({ world, detector, release, image }, false))
  if (image.deletedState !== null || !isOrdered(release.versionName) || !isKnownModel(world, product)) return false
  // Of hardware that is not known, nothing is said that is not for all.
  const isForAll = release.products.includes(product) && release.holds.length === 0
  return isForAll && isOfferedByState(release, release.state, person, `user ${person.id}`)
}

function asksNothing({ hardwareVersions, needsCoil, ...versions }: Needs): boolean {
  return Object.values(versions).every((one) => one === null) && hardwareVersions.length === 0 && !needsCoil
}

export function mayReadFile(world: World, person: Person, { release, image }: Open): boolean {
  if (isStaff(person)) return true
  const all = world.detectors.filter((one) => one.owner === person && release.products.includes(one.product))
  const own = all.filter(({ isDeleted }) => !isDeleted)
  const names = own.length === 0 ? [`user ${person.id}`] : own.map(({ serialNumber }) => serialNumber)
  if (image.deletedState === null && names.some((name) => isOfferedByState(release, release.state, person, name))) return true
  // A deleted detector comes back when it is connected.
  const state = stateOf(release, image)
  if (state !== 'withdrawn' && state !== 'draft' && all.some((detector) => isBegun(detector, image))) return true
  return own.some((detector) => mayFinish({ world, detector, release, image }, true))
}

type Way = Open & { readonly stones: readonly Release[] }

const languageOf = { en: 'English', fr: 'Français' } as const

/** The badge. `build`: of the page. */
export function availableOf(world: World, detector: Detector, build: number | null): Way | null {
  const known = knownOf(detector)
  if (isErasedAsKnown(known) || !hasPlace(known)) return null
  const installed = installedOf(known)
  const connected = { isErased: false, batteryPercent: null, hasCoil: null, build }
  const open = world.releases
    .filter(({ state }) => state !== 'draft')
    .toSorted(newestFirst)
    .flatMap((release) => release.images.map((image) => ({ release, image })))
    .filter(({ release, image }) => isOpenTo({ world, detector, release, image }, false) && meetsConnected(release, connected))
  const [newest] = inLanguageFirst(world, detector, known)
    .filter(({ image }) => open.some((one) => one.image === image))
    .filter(({ release }) => !isRecalled(known) || compareVersions(release.versionName, installed ?? '') !== 'same')
    .flatMap((one) => wayTo(one, open, judgedVersion(known)) ?? [])
  if (newest === undefined || installed === null || isRecalled(known)) return newest ?? null
  return isUpgrade(installed, newest.release.versionName) ? newest : null
}

/** The language of what is installed before the owner's, and either before all others; then the newest. Of what is offered by state and share. */
function inLanguageFirst({ releases }: World, { owner, serialNumber, product }: Detector, { firmware, last }: Known): readonly Open[] {
  const offered = releases
    .filter((release) => release.state !== 'draft' && release.products.includes(product))
    .filter((release) => isOfferedByState(release, release.state, owner, serialNumber))
    .toSorted(newestFirst)
    .flatMap((release) => release.images.map((image) => ({ release, image })))
    .filter(({ image }) => image.deletedState === null)
  const wanted = [firmware === 'installed' ? last?.image.language : undefined, languageOf[owner.locale]].find((language) =>
    offered.some(({ image }) => image.language === language),
  )
  return [...offered.filter(({ image }) => image.language === wanted), ...offered.filter(({ image }) => image.language !== wanted)]
}

/** Its stones first, each as an update of its own, in its language where there are several; null where there is no way. */
function wayTo({ release, image }: Open, open: readonly Open[], installed: string | null): Way | null {
  if (meetsMinimum(release, installed)) return { release, image, stones: [] }
  const { steppingStone } = release.needs
  if (steppingStone === null) return null
  const stones = open.filter((one) => compareVersions(one.release.versionName, steppingStone) === 'same')
  const stone = stones.find((one) => one.image.language === image.language) ?? stones[0]
  const way = stone === undefined ? null : wayTo(stone, open, installed)
  return way && { release, image, stones: [...way.stones, way.release] }
}

/** Whom a mail about a release is due to, as "person release". `build`: the server's own. */
export function mailedOf(world: World, build: number | null): Set<string> {
  const mailed = new Set<string>()
  for (const detector of world.detectors) {
    const { owner } = detector
    if (owner.isDeleted || owner.isLocked || !owner.isValidated || owner.hasMailsOff || detector.isDeleted) continue
    const known = knownOf(detector)
    const release = known.mayRun || isRecalled(known) ? undefined : availableOf(world, detector, build)?.release
    if (release?.mailsOwners === true) mailed.add(`${owner.id} ${release.id}`)
  }
  return mailed
}

/** Whom it reaches in a state. */
export function audienceOf(world: World, release: Release, state: State): readonly Detector[] {
  return world.detectors.filter((detector) => {
    const known = knownOf(detector)
    const isErased = known.firmware === 'none'
    if (!release.images.some((image) => isOpenTo({ world, detector, release, image }, isErased, state))) return false
    if (isErased) return true
    const others = world.releases.flatMap((one) => one.images.map((image) => ({ release: one, image })))
    const stones = others.filter((one) => one.release.state !== 'draft' && isOpenTo({ world, detector, ...one }, false))
    return hasPlace(known) && release.images.some((image) => wayTo({ release, image }, stones, judgedVersion(known)) !== null)
  })
}
