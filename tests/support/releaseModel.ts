/**
 * What docs/releases.md says of a release, as a table of its own: what the server does is compared with it. It knows nothing of how the server
 * stores a state.
 */
import type { OfferedState, ReleaseState, ReleaseStep } from '../../src/contract/releaseStates.ts'

export type ReleaseModel = {
  readonly state: ReleaseState
  /** What it is offered as, or goes back to; of a draft, what was chosen. */
  readonly reach: OfferedState
  readonly isDeleted: boolean
  readonly wasReleased: boolean
  readonly hasGroup: boolean
}

/** Refusals by the code of their error. */
export type Outcome = ReleaseModel | { readonly refused: string }

export const newDraft: ReleaseModel = { state: 'draft', reach: 'released', isDeleted: false, wasReleased: false, hasGroup: false }

const after: Readonly<Record<ReleaseState, readonly ReleaseStep[]>> = {
  draft: ['beta', 'staged', 'released'],
  beta: ['staged', 'released', 'halt', 'withdraw'],
  staged: ['released', 'beta', 'halt', 'withdraw'],
  released: ['beta', 'halt', 'withdraw'],
  halted: ['resume', 'withdraw'],
  withdrawn: [],
}

/** The calls that the specification has, and the steps. */
export type Call =
  | { readonly name: 'flags'; readonly isActive: boolean; readonly isBetaTest: boolean }
  | { readonly name: 'step'; readonly step: ReleaseStep }
  | { readonly name: 'remove' | 'restore' | 'addGroup' | 'removeGroup' }

export function outcomeOf(model: ReleaseModel, call: Call): Outcome {
  switch (call.name) {
    case 'flags':
      return model.isDeleted ? { refused: 'record.deleted.error' } : byFlags(model, call)
    case 'step':
      return byStep(model, call.step)
    case 'remove':
      if (model.isDeleted) return { refused: 'record.deleted.error' }
      return { ...model, isDeleted: true, state: isOffered(model.state) ? 'halted' : model.state }
    case 'restore':
      return model.isDeleted ? { ...model, isDeleted: false } : { refused: 'record.deleted.error' }
    case 'addGroup':
      // Only betas belong to groups.
      return model.isDeleted || model.reach !== 'beta' ? { refused: 'resource.not.found' } : { ...model, hasGroup: true }
    case 'removeGroup':
      return { ...model, hasGroup: false }
  }
}

function byFlags(model: ReleaseModel, { isActive, isBetaTest }: Extract<Call, { name: 'flags' }>): Outcome {
  if (model.state === 'withdrawn' && isActive) return { refused: 'release.step.error' }
  const isSame = isBetaTest === (model.reach === 'beta')
  const reach: OfferedState = isSame ? model.reach : isBetaTest ? 'beta' : 'released'
  // Groups are sent with each form: betas keep theirs, others lose them.
  const next = { ...model, reach, hasGroup: isBetaTest }
  if (!isActive) return { ...next, state: isOffered(model.state) ? 'halted' : model.state }
  return offered({ ...next, state: reach })
}

function byStep(model: ReleaseModel, step: ReleaseStep): Outcome {
  if (!after[model.state].includes(step)) return { refused: 'release.step.error' }
  if (step === 'halt') return { ...model, state: 'halted' }
  if (step === 'withdraw') return { ...model, state: 'withdrawn' }
  const reach = step === 'resume' ? model.reach : step
  // A deleted one has no firmware that could be offered; a beta needs a group.
  if (model.isDeleted) return { refused: 'release.obstacle.error' }
  if (reach === 'beta' && !model.hasGroup) return { refused: 'release.obstacle.error' }
  return offered({ ...model, reach, state: reach })
}

function offered(model: ReleaseModel): ReleaseModel {
  return { ...model, wasReleased: model.wasReleased || model.state === 'released' }
}

export function isOffered(state: ReleaseState): boolean {
  return state === 'beta' || state === 'staged' || state === 'released'
}

export type Person = 'customer' | 'tester' | 'staff'

/** Whom it is offered to: by the column "Offered to" of the table. `isPage`: a page that says its build. */
export function isOfferedTo({ state, isDeleted, hasGroup }: ReleaseModel, person: Person, isPage: boolean): boolean {
  if (isDeleted) return false
  if (state === 'draft') return person === 'staff' && isPage
  if (state === 'beta') return person === 'tester' && hasGroup
  return state === 'staged' || state === 'released'
}
