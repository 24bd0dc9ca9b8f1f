/**
 * States in which the product is known to differ from docs/releases.md, and which are not compared. The test fails while one stands here that the
 * product agrees in by now: then it goes.
 */
import { compareVersions } from '../../../src/contract/versionOrder.ts'
import { hasPlace, isKnownModel, knownOf } from './model.ts'
import type { Release, World } from './world.ts'
import type { State } from './describeState.ts'

export const leftOut = {
  /** A start is not refused where the model is unknown: its product was deleted, or shares its type number. */
  startOfUnknownModel: ({ surface, world, detector }) =>
    surface === 'start' && detector !== undefined && !isKnownModel(world, detector.product),
  /** Of an update that may not have been the last one, start and count take the version as installed, or the detector as erased. */
  undecidedAtStart: ({ surface, detector }) => surface === 'start' && detector !== undefined && knownOf(detector).isUndecided,
  undecidedCounted: ({ surface, world, release }) =>
    surface === 'counted' && world.detectors.some((one) => release?.products.includes(one.product) && knownOf(one).isUndecided),
  /** A stone that only testers are offered leads nobody who is counted. */
  stoneForTestersCounted: ({ surface, world, release }) =>
    surface === 'counted' &&
    stonesOf(world, release).some(({ state, groups }) => state === 'beta' || (state === 'staged' && groups.length > 0)),
  /** A stone for one model leads the detectors of another one, if they are counted. */
  stoneOfOtherModelCounted: ({ surface, world, release }) =>
    surface === 'counted' && stonesOf(world, release).some((stone) => release?.products.some((one) => !stone.products.includes(one))),
  /** Programs are listed what is for some hardware versions, if all of their caller's detectors have them. */
  hardwareForPrograms: ({ surface, release }) => surface === 'programs' && (release?.needs.hardwareVersions.length ?? 0) > 0,
  /** Programs are listed what nobody can order against what is installed. */
  unorderedForPrograms: ({ surface, world, person, product }) =>
    surface === 'programs' && world.detectors.some((one) => one.owner === person && one.product === product && !hasPlace(knownOf(one))),
  /** Programs are not listed what one of the caller's detectors of another model has no share in. */
  shareOfOtherModelForPrograms: ({ surface, world, person, product, release }) =>
    surface === 'programs' &&
    release?.state === 'staged' &&
    world.detectors.some((one) => one.owner === person && one.product !== product && release.products.includes(one.product)),
  /** What is the newest safe one for another model of the owner's with this hardware version may begin on this one. */
  safeForOtherModelAtStart: ({ surface, world, detector, release, connected }) =>
    surface === 'start' &&
    connected?.isErased === true &&
    world.detectors.some(
      ({ owner, product, hardwareVersion }) =>
        owner === detector?.owner &&
        product !== detector.product &&
        hardwareVersion === detector.hardwareVersion &&
        release?.products.includes(product),
    ),
} as const satisfies Readonly<Record<string, (state: State) => boolean>>

/** All that may have to be installed before a release. */
function stonesOf({ releases }: Pick<World, 'releases'>, release: Release | undefined): readonly Release[] {
  const stone = release?.needs.steppingStone ?? null
  if (stone === null) return []
  const direct = releases.filter(({ versionName }) => compareVersions(versionName, stone) === 'same')
  return direct.concat(direct.flatMap((one) => stonesOf({ releases }, one)))
}
