import type { ReleaseStep } from '../../../../contract/releaseStates.ts'

/** The steps of a release that staff take here, in the order of their buttons. */
export const shownSteps = ['released', 'staged', 'beta', 'resume', 'halt', 'withdraw'] as const satisfies readonly ReleaseStep[]
export type ShownStep = (typeof shownSteps)[number]
