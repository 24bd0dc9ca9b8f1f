/**
 * Who may do what with a release, written anew from docs/releases.md: what the server, its pages and its mails do is compared with it. It imports
 * the order of versions, which has a test of its own, and nothing else of the product.
 */
import { createHash } from 'node:crypto'
import { compareVersions, isAtLeast, isOrdered } from '../../../src/contract/versionOrder.ts'
import type { Detector, Image, Open, Person, Product, Release, State, Update, World } from './world.ts'

/** What is on a detector, as its records say. */
export type Known = {
  readonly firmware: 'installed' | 'none' | 'unknown'
  /** The update that this follows from. */
  readonly last: Update | null
  /** Another one may have begun later. */
  readonly isUndecided: boolean
  /** It has no result, nor has its last byte been reported: it may still run. */
  readonly mayRun: boolean
}

/** What a page sees of a detector at its cable, and which build it is. */
export type Connected = {
  readonly isErased: boolean
  readonly batteryPercent: number | null
  readonly hasCoil: boolean | null
  /** Null: a program, which says none. */
  readonly build: number | null
}

const day = 24 * 60 * 60 * 1000

/** "What is on a detector" and "Which of two updates was the last" of docs/decisions.md. */
export function knownOf({ updates, confirmed }: Detector): Known {
  const changing = updates.filter(({ after }) => after !== 'unchanged')
  const last = changing.toSorted((one, other) => other.beganAt.getTime() - one.beganAt.getTime())[0] ?? null
  const isUndecided = last !== null && changing.some((other) => other !== last && mayHaveBegunLater(other, last))
  if (last === null || isUndecided || last === confirmed) return { firmware: 'unknown', last, isUndecided, mayRun: false }
  const { success, after } = last
  const firmware = success === true ? 'installed' : success === false && after === 'none' ? 'none' : 'unknown'
  return { firmware, last, isUndecided, mayRun: success === null && after !== 'unknown' }
}

function mayHaveBegunLater(other: Update, last: Update): boolean {
  const unsure = (other.isVague ? day : 0) + (last.isVague ? day : 0)
  return other.beganAt.getTime() + unsure > last.beganAt.getTime()
}

/** As its page takes it once it is connected: an update that has erased it is finished first. */
export function isErasedAsKnown({ firmware, mayRun, last }: Known): boolean {
  return firmware === 'none' || (mayRun && last?.after === 'none')
}

export function installedOf({ firmware, last }: Known): string | null {
  return firmware === 'installed' && last !== null ? last.release.versionName : null
}

/** A person has withdrawn what is installed. */
export function isRecalled({ firmware, last }: Known): boolean {
  return firmware === 'installed' && last?.release.isRecalled === true
}

export function stateOf(release: Release, image: Image): State {
  return image.deletedState ?? release.state
}

export const isStaff = ({ role }: Person) => role === 'ROLE_ADMIN' || role === 'ROLE_BE'

/** A product whose type number another one has too is an unknown model, and is offered nothing. */
export function isKnownModel({ products }: World, product: Product): boolean {
  return !product.isDeleted && !products.some((one) => one !== product && !one.isDeleted && one.typeId === product.typeId)
}

function isTester(person: Person, release: Release): boolean {
  return person.isBetaTester && release.groups.some((group) => !group.isDeleted && person.groups.includes(group))
}

/** The first 53 bits of the SHA-256 of "release id/serial number", as a fraction. */
function isInShare({ id, share }: Release, name: string): boolean {
  const hash = createHash('sha256').update(`${id}/${name}`).digest()
  return Number(hash.readBigUInt64BE() >> 11n) / 2 ** 53 < share
}

/** The column "Offered to" of the table of states. `name`: a serial number; of an account without a detector, its own. */
export function isOfferedByState(release: Release, state: State, person: Person, name: string): boolean {
  switch (state) {
    case 'draft':
      return isStaff(person)
    case 'beta':
      return isTester(person, release)
    case 'staged':
      return isInShare(release, name) || isTester(person, release)
    case 'released':
      return true
    case 'halted':
    case 'withdrawn':
      return false
  }
}

const concerns = (versions: readonly number[], hardware: number) => versions.length === 0 || versions.includes(hardware)

const isHeld = ({ holds }: Release, { hardwareVersion }: Detector) => holds.some((versions) => concerns(versions, hardwareVersion))

const fitsHardware = ({ needs }: Release, { hardwareVersion }: Detector) => concerns(needs.hardwareVersions, hardwareVersion)

/** A stone is a minimum itself where there is no other. */
export function meetsMinimum({ needs }: Release, installed: string | null): boolean {
  const minimum = needs.minimumInstalledVersion ?? needs.steppingStone
  return minimum === null || (installed !== null && isAtLeast(installed, minimum))
}

/** What only a page and its cable know. What they do not know only warns, but for the build. */
export function meetsConnected({ needs }: Release, { isErased, batteryPercent, hasCoil, build }: Connected): boolean {
  if (needs.minimumBatteryPercent !== null && batteryPercent !== null && batteryPercent < needs.minimumBatteryPercent) return false
  if (isErased) return true
  if (needs.needsCoil && hasCoil === false) return false
  return needs.minimumAppBuild === null || (build !== null && build >= needs.minimumAppBuild)
}

/** The version by which a minimum is judged. What was withdrawn without an order is as unknown. */
export function judgedVersion(known: Known): string | null {
  const installed = installedOf(known)
  return installed !== null && isRecalled(known) && !isOrdered(installed) ? null : installed
}

/** Nobody can tell what is newer than an installed version without an order, so nothing is offered; unless it was withdrawn. */
export function hasPlace(known: Known): boolean {
  const installed = judgedVersion(known)
  return installed === null || isOrdered(installed)
}

export type Asked = Open & { readonly world: World; readonly detector: Detector }

/** What state, share, groups, hardware and holds say: all but what is installed, and what only the page knows. */
export function isOpenTo({ world, detector, release, image }: Asked, isErased: boolean, state = release.state): boolean {
  const { owner, product, serialNumber } = detector
  if (detector.isDeleted || owner.isDeleted || image.deletedState !== null) return false
  if (!release.products.includes(product) || !isKnownModel(world, product)) return false
  if (!isOfferedByState(release, state, owner, serialNumber) || !fitsHardware(release, detector)) return false
  // Of a detector without a firmware, hardware and battery only count: it must never become unrepairable.
  return isErased || (isOrdered(release.versionName) && !isHeld(release, detector))
}

/** The first right. */
export function isOffered(asked: Asked, connected: Connected): boolean {
  const { detector, release } = asked
  const { isErased } = connected
  if (!isOpenTo(asked, isErased) || !meetsConnected(release, connected)) return false
  const known = knownOf(detector)
  return isErased || (hasPlace(known) && meetsMinimum(release, judgedVersion(known)))
}

/** The second right. */
export function mayFinish(asked: Asked, isErased: boolean): boolean {
  const { world, detector, release, image } = asked
  if (detector.isDeleted || detector.owner.isDeleted) return false
  if (!release.products.includes(detector.product) || !isKnownModel(world, detector.product)) return false
  // What may not be recorded is not finished either.
  if (stateOf(release, image) === 'withdrawn' || !mayBeRecorded(asked) || !fitsHardware(release, detector)) return false
  return isBegun(detector, image) || (isErased && image.deletedState === null && newestSafe(world, detector) === release)
}

/** This account began it on this detector, and its last attempt has not succeeded. */
export function isBegun({ updates }: Detector, image: Image): boolean {
  const its = updates.filter((update) => update.image === image)
  const last = its.toSorted((one, other) => other.beganAt.getTime() - one.beganAt.getTime())[0]
  return last !== undefined && last.success !== true
}

/** The newest released one without a hold for it, else the newest ever released and not withdrawn. */
export function newestSafe({ releases }: World, detector: Detector): Release | null {
  const fitting = releases
    .filter(({ products, images }) => products.includes(detector.product) && images.some(({ deletedState }) => deletedState === null))
    .filter((one) => fitsHardware(one, detector) && one.state !== 'withdrawn')
    .toSorted(newestFirst)
  return fitting.find((one) => one.state === 'released' && !isHeld(one, detector)) ?? fitting.find((one) => one.wasReleased) ?? null
}

export function newestFirst(one: Release, other: Release): number {
  const relation = compareVersions(one.versionName, other.versionName)
  return relation === 'same' ? other.id - one.id : relation === 'newer' ? -1 : 1
}

/** An update may begin, before the first erase. */
export function mayStart(asked: Asked, connected: Connected): boolean {
  return isOffered(asked, connected) || mayFinish(asked, connected.isErased)
}

/** The third right, of a record that comes late. */
export function mayBeRecorded({ detector, release, image }: Omit<Asked, 'world'>): boolean {
  return stateOf(release, image) !== 'draft' || isStaff(detector.owner)
}
