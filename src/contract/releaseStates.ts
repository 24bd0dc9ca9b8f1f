/**
 * The states of a release and how they follow each other (docs/releases.md). A release stands above the firmwares of one version, one for
 * each language. The specification's `isActive` and `isBetaTest` are read from its state and written through it here. Knows no person and no
 * detector.
 */

/** `staged` is offered to its share, `halted` to nobody new, `withdrawn` never again. */
export const releaseStates = ['draft', 'beta', 'staged', 'released', 'halted', 'withdrawn'] as const
export type ReleaseState = (typeof releaseStates)[number]
export type OfferedState = Extract<ReleaseState, 'beta' | 'staged' | 'released'>

/** What is stored of a release. */
export type Standing = {
  readonly state: ReleaseState
  /**
   * What it is offered as while it is offered. What a halted one was, and goes back to; what a withdrawn one was; what was chosen of a draft.
   */
  readonly reach: OfferedState
}

/** The specification's two flags. */
export type Flags = { readonly isActive: boolean; readonly isBetaTest: boolean }

export function flagsOf({ state, reach }: Standing): Flags {
  return { isActive: isOfferedState(state), isBetaTest: reach === 'beta' }
}

/** The step to which these flags lead from a state; null where it stays. */
export function stepFor(state: ReleaseState, { isActive, isBetaTest }: Flags): ReleaseStep | null {
  const isOffered = isOfferedState(state)
  if (!isActive) return isOffered ? 'halt' : null
  if (state === 'halted') return 'resume'
  if (state === 'withdrawn' || (isOffered && isBetaTest === (state === 'beta'))) return null
  return isBetaTest ? 'beta' : 'released'
}

/** Whether flags offer to more people than others did. */
export function areWider(after: Flags, before: Flags): boolean {
  return after.isActive && (!before.isActive || (before.isBetaTest && !after.isBetaTest))
}

/** What it is offered as where `isBetaTest` is written: what is no beta stays staged. */
export function reachFor(reach: OfferedState, isBetaTest: boolean): OfferedState {
  if (isBetaTest === (reach === 'beta')) return reach
  return isBetaTest ? 'beta' : 'released'
}

export const offeredStates = ['beta', 'staged', 'released'] as const satisfies readonly ReleaseState[]

export function isOfferedState(state: ReleaseState): state is OfferedState {
  return state === 'beta' || state === 'staged' || state === 'released'
}

/** What staff do to a release. `resume` goes back to the state before the halt. */
export const releaseSteps = ['beta', 'staged', 'released', 'halt', 'resume', 'withdraw'] as const
export type ReleaseStep = (typeof releaseSteps)[number]

/** Withdrawing what is offered halts it for good in one step. */
const stepsFrom: Readonly<Record<ReleaseState, readonly ReleaseStep[]>> = {
  draft: ['beta', 'staged', 'released'],
  beta: ['staged', 'released', 'halt', 'withdraw'],
  staged: ['released', 'beta', 'halt', 'withdraw'],
  released: ['beta', 'halt', 'withdraw'],
  halted: ['resume', 'withdraw'],
  withdrawn: [],
}

export function mayTakeStep(state: ReleaseState, step: ReleaseStep): boolean {
  return stepsFrom[state].includes(step)
}

/** The state that a step leads to. `before`: what a halted release goes back to. */
export function stateAfter(step: ReleaseStep, before: OfferedState): ReleaseState {
  switch (step) {
    case 'halt':
      return 'halted'
    case 'withdraw':
      return 'withdrawn'
    case 'resume':
      return before
    case 'beta':
    case 'staged':
    case 'released':
      return step
  }
}

/** Whether a step offers the release to people who are not offered it now. Narrowing never waits for anything. */
export function widens(state: ReleaseState, target: ReleaseState): boolean {
  if (!isOfferedState(target)) return false
  return !isOfferedState(state) || people[target] > people[state]
}

/** How many are offered it. */
const people: Readonly<Record<OfferedState, number>> = { beta: 1, staged: 2, released: 3 }

/** What a deleted language of it has, once its release has changed: it is narrowed and ends like the others, and never begins to be offered. */
export function narrowed(deleted: Standing, release: Standing): Standing {
  const reach = people[release.reach] < people[deleted.reach] ? release.reach : deleted.reach
  if (deleted.state !== 'draft' && !isOfferedState(release.state)) return { state: release.state, reach }
  return { state: isOfferedState(deleted.state) ? reach : deleted.state, reach }
}

/** Whether a release has been offered to more people than a language of it that was deleted since. */
export function isWider(release: Standing, deleted: Standing): boolean {
  if (deleted.state === 'draft' && release.state !== 'draft') return true
  return deleted.state !== 'withdrawn' && people[release.reach] > people[deleted.reach]
}
