/**
 * The three rights to a firmware: to be offered it, to finish an update with it, to record one (docs/releases.md, "Three rights"). The server
 * and the update page decide by these functions, so that both give the same answer, offline too. Knows no SQL and no page.
 */
import { isInShare } from './releaseShare.ts'
import type { ReleaseState } from './releaseStates.ts'
import { type Conditions, type DetectorState, findUnmet, isForHardware, isHeld, type Target } from './requirements.ts'

/** A firmware, as far as rights depend on it. */
export type ReleaseFacts = {
  /** The release's. */
  readonly id: number
  readonly state: ReleaseState
  /** While it is staged, which part of the detectors is offered it, from 0 to 1; testers in its groups are offered it anyway. */
  readonly share: number
  /** Deleted: offered to nobody, but who began may finish. */
  readonly isDeleted: boolean
  /** The person is a beta tester in one of its groups. */
  readonly isInGroup: boolean
  /** The person tests drafts: an administrator or the back office. */
  readonly isStaff: boolean
  /** The newest of its product that is safe to repair this detector with (`newestSafe`). */
  readonly isNewestSafe: boolean
}

/** A detector, as far as rights depend on it. */
export type DetectorFacts = {
  /** 10 upper-case hexadecimal digits. */
  readonly serialNumber: string
  /** This person began an update of this detector with this firmware. */
  readonly hasBegun: boolean
  /** It has no firmware, as far as is known. */
  readonly isErased: boolean
}

type Offer = Omit<ReleaseFacts, 'isNewestSafe'>

/** Whether a person is offered a firmware for this detector, as far as its state and share say. */
export function isOfferedTo(release: Offer, { serialNumber }: Pick<DetectorFacts, 'serialNumber'>): boolean {
  return isOffered(release) && (release.state !== 'staged' || release.isInGroup || isInShare(release.id, release.share, { serialNumber }))
}

/** Whether a person is offered a firmware, for one detector or another. */
export function isOffered({ state, isDeleted, isInGroup, isStaff }: Pick<Offer, 'state' | 'isDeleted' | 'isInGroup' | 'isStaff'>): boolean {
  if (isDeleted) return false
  switch (state) {
    case 'draft':
      return isStaff
    case 'beta':
      return isInGroup
    case 'staged':
    case 'released':
      return true
    case 'halted':
    case 'withdrawn':
      return false
  }
}

/** Whether a person may finish an update that was begun, or repair a detector without a firmware. */
export function mayFinish(
  { state, isStaff, isNewestSafe }: Pick<ReleaseFacts, 'state' | 'isStaff' | 'isNewestSafe'>,
  { hasBegun, isErased }: Pick<DetectorFacts, 'hasBegun' | 'isErased'>,
): boolean {
  if (state === 'withdrawn') return false
  if (state === 'draft') return isStaff && hasBegun
  return hasBegun || (isErased && isNewestSafe)
}

/**
 * Whether an update may begin now, before the first erase. What was begun is finished whatever is required by now, except the hardware.
 */
export function mayStart(release: ReleaseFacts & Target, detector: DetectorFacts & DetectorState): boolean {
  if (mayFinish(release, detector)) return isForHardware(release.requirements, detector.hardwareVersion)
  return isOfferedTo(release, detector) && findUnmet(release, detector).length === 0
}

/** Whether an update may be recorded: one that began must not be lost because its release has ended since. */
export function mayRecord({ state, isStaff }: Pick<ReleaseFacts, 'state' | 'isStaff'>): boolean {
  return state !== 'draft' || isStaff
}

type Candidate = Conditions & { readonly state: ReleaseState; readonly isDeleted: boolean; readonly wasReleased: boolean }

/**
 * The release that repairs a detector without a firmware where no other right applies: of those for its hardware the newest one that is
 * released without a hold for it, else the newest that ever was and is not withdrawn. `releases`: of one product, newest first.
 */
export function newestSafe<R extends Candidate>(releases: readonly R[], hardwareVersion: number): R | undefined {
  const usable = releases.filter(
    ({ state, isDeleted, requirements }) =>
      !isDeleted && state !== 'withdrawn' && state !== 'draft' && isForHardware(requirements, hardwareVersion),
  )
  const isFree = ({ holds }: Candidate) => !holds.some((hold) => isHeld(hold, hardwareVersion))
  return usable.find((release) => release.state === 'released' && isFree(release)) ?? usable.find(({ wasReleased }) => wasReleased)
}
