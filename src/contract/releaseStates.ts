/**
 * The states of a release and how they follow each other (docs/releases.md). A release stands above the firmwares of one version, one for
 * each language. Its state is derived from what is stored, so the specification's `isActive` and `isBetaTest` and the state never disagree.
 * Knows no person and no detector.
 */

/** `staged` is offered to its share, `halted` to nobody new, `withdrawn` never again. */
export const releaseStates = ['draft', 'beta', 'staged', 'released', 'halted', 'withdrawn'] as const
export type ReleaseState = (typeof releaseStates)[number]
export type OfferedState = Extract<ReleaseState, 'beta' | 'staged' | 'released'>

/** What is stored of a firmware and its release. Dates or texts; only whether they are null counts. */
export type StoredState = {
  readonly isActive: boolean
  readonly isBetaTest: boolean
  readonly isStaged: boolean
  /** When it first left draft. */
  readonly offeredAt: unknown
  readonly withdrawnAt: unknown
}

export function releaseStateOf({ isActive, isBetaTest, isStaged, offeredAt, withdrawnAt }: StoredState): ReleaseState {
  if (withdrawnAt !== null) return 'withdrawn'
  if (isActive) return reachOf({ isBetaTest, isStaged })
  return offeredAt === null ? 'draft' : 'halted'
}

/** Whom it is offered to while it is offered; what a halted one was before, and goes back to. */
export function reachOf({ isBetaTest, isStaged }: Pick<StoredState, 'isBetaTest' | 'isStaged'>): OfferedState {
  if (isBetaTest) return 'beta'
  return isStaged ? 'staged' : 'released'
}

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
  return !isOfferedState(state) || reach[target] > reach[state]
}

const reach: Readonly<Record<OfferedState, number>> = { beta: 1, staged: 2, released: 3 }
