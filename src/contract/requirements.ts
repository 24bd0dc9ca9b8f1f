/**
 * What a detector and the page must have before a firmware is installed on it, and whom it is kept from for now (docs/releases.md,
 * "Requirements and holds"). The server and the update page decide by these functions before the erase, offline too. Knows no SQL and no page.
 */
import type { Locale } from './rules.ts'
import { compareVersions, isAtLeast, isOrdered, isUpgrade } from './versionOrder.ts'

/** Part of a release once it has left draft. Null, false or empty: nothing is required. */
export type Requirements = {
  /** The installed version is this one or newer. */
  readonly minimumInstalledVersion: string | null
  /** The version that a detector below the minimum is given first; itself a minimum where there is no other. */
  readonly steppingStone: string | null
  readonly hardwareVersions: readonly number[]
  readonly minimumBatteryPercent: number | null
  readonly needsCoil: boolean
  readonly minimumAppBuild: number | null
}

export const noRequirements: Requirements = {
  minimumInstalledVersion: null,
  steppingStone: null,
  hardwareVersions: [],
  minimumBatteryPercent: null,
  needsCoil: false,
  minimumAppBuild: null,
}

/** Detectors that a release is kept from for now, because of a known fault. */
export type Hold = {
  /** Empty: all. */
  readonly hardwareVersions: readonly number[]
  readonly reason: Readonly<Record<Locale, string>>
  readonly since: string
}

export type Conditions = { readonly requirements: Requirements; readonly holds: readonly Hold[] }

/** A firmware as far as it decides what keeps it from a detector. */
export type Target = Conditions & { readonly versionName: string }

/** The installed version that it is judged by. One that was withdrawn is replaced, so without an order it is as unknown. */
export function judgedVersion({ versionName, isRecalled = false }: { versionName: string; isRecalled?: boolean }): string | null {
  return isRecalled && !isOrdered(versionName) ? null : versionName
}

/** A detector and its page, as far as they are known. */
export type DetectorState = {
  /** Its `materialVersion`. */
  readonly hardwareVersion: number
  /** It has no firmware, as far as is known. */
  readonly isErased: boolean
  /** Null while it is unknown. */
  readonly installedVersion: string | null
  /** Null where it is not known. Only a page knows it. */
  readonly batteryPercent: number | null
  /** Whether a coil is connected; null where it is not known. */
  readonly hasCoil: boolean | null
  /** The number of the page's build; null where it is not known. */
  readonly appBuild: number | null
}

export type Unmet =
  | { readonly kind: 'hardware' }
  /** Nobody can tell whether it is newer than what is installed. `versionName`: which of the two has no order. */
  | { readonly kind: 'unordered'; readonly versionName: string }
  | { readonly kind: 'hold'; readonly hold: Hold }
  | { readonly kind: 'appBuild' }
  /** `needed`: the version that is to be installed first. `installed` is null while it is unknown. */
  | { readonly kind: 'minimum'; readonly needed: string; readonly installed: string | null }
  | { readonly kind: 'battery'; readonly neededPercent: number }
  | { readonly kind: 'coil' }

/**
 * What keeps a firmware from a detector, the most lasting first; empty if nothing does. A detector without a firmware must never become
 * unrepairable: of it, only hardware and battery count. A battery or coil that is not known keeps nothing back.
 */
export function findUnmet({ requirements, holds, versionName }: Target, detector: DetectorState): Unmet[] {
  const hardware: Unmet[] = isForHardware(requirements, detector.hardwareVersion) ? [] : [{ kind: 'hardware' }]
  const { minimumBatteryPercent: neededPercent, needsCoil, minimumAppBuild } = requirements
  const { batteryPercent, hasCoil, appBuild } = detector
  const isTooEmpty = neededPercent !== null && batteryPercent !== null && batteryPercent < neededPercent
  const battery: Unmet[] = isTooEmpty ? [{ kind: 'battery', neededPercent }] : []
  if (detector.isErased) return [...hardware, ...battery]
  const hold = holds.find((one) => isHeld(one, detector.hardwareVersion))
  const unordered = [versionName, detector.installedVersion ?? versionName].find((version) => !isOrdered(version))
  return [
    ...hardware,
    ...(unordered === undefined ? [] : [{ kind: 'unordered', versionName: unordered } as const]),
    ...(hold === undefined ? [] : [{ kind: 'hold', hold } as const]),
    ...(minimumAppBuild !== null && (appBuild === null || appBuild < minimumAppBuild) ? [{ kind: 'appBuild' } as const] : []),
    ...findUnmetMinimum(requirements, detector),
    ...battery,
    ...(needsCoil && hasCoil === false ? [{ kind: 'coil' } as const] : []),
  ]
}

export function isForHardware({ hardwareVersions }: Pick<Requirements, 'hardwareVersions'>, hardwareVersion: number): boolean {
  return hardwareVersions.length === 0 || hardwareVersions.includes(hardwareVersion)
}

export function isHeld({ hardwareVersions }: Pick<Hold, 'hardwareVersions'>, hardwareVersion: number): boolean {
  return hardwareVersions.length === 0 || hardwareVersions.includes(hardwareVersion)
}

function findUnmetMinimum({ minimumInstalledVersion, steppingStone }: Requirements, { installedVersion }: DetectorState): Unmet[] {
  const needed = minimumInstalledVersion ?? steppingStone
  if (needed === null || (installedVersion !== null && isAtLeast(installedVersion, needed))) return []
  return [{ kind: 'minimum', needed, installed: installedVersion }]
}

/** A firmware as far as a path to it depends on it. */
type Listed = Target & { readonly language: string }

/**
 * The firmwares to install one after the other, each as an update of its own, until `target` is installed; just `target` where its minimum is
 * met or none is required. Null where a stepping stone is missing from `listed`, or is kept from the detector itself. `listed`: what the
 * detector's owner is offered. What else keeps `target` from it, the caller sees.
 */
export function findPath<F extends Listed>(target: F, listed: readonly F[], detector: DetectorState): readonly F[] | null {
  if (!findUnmet(target, detector).some(({ kind }) => kind === 'minimum')) return [target]
  const { steppingStone } = target.requirements
  // A stone is older than what it leads to, so a path ends.
  if (steppingStone === null || !isUpgrade(steppingStone, target.versionName)) return null
  const stones = listed.filter(({ versionName }) => compareVersions(versionName, steppingStone) === 'same')
  const usable = stones.filter((stone) => findUnmet(stone, detector).every(({ kind }) => isMetLater(kind)))
  const stone = usable.find(({ language }) => language.toLowerCase() === target.language.toLowerCase()) ?? usable[0]
  const path = stone === undefined ? null : findPath(stone, listed, detector)
  return path === null ? null : [...path, target]
}

/** As `findPath`; null also where more than its minimum keeps `target` from the detector. A battery and a coil can be had. */
export function findWay<F extends Listed>(target: F, listed: readonly F[], detector: DetectorState): readonly F[] | null {
  return findUnmet(target, detector).every(({ kind }) => isMetLater(kind)) ? findPath(target, listed, detector) : null
}

/** The stone before it, a charged battery or a coil make it met. */
function isMetLater(kind: Unmet['kind']): boolean {
  return kind === 'minimum' || kind === 'battery' || kind === 'coil'
}
