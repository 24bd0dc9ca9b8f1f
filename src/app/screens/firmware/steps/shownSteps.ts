import type { ReleaseStep } from '../../../../contract/releaseStates.ts'

/** The steps of a release that staff take here, in the order of their buttons. `staged` has none: a share is set with a plan. */
export const shownSteps = ['released', 'beta', 'resume', 'halt', 'withdraw'] as const satisfies readonly ReleaseStep[]
export type ShownStep = (typeof shownSteps)[number]
