/** The steps of a release that staff take here, and the one that an address asks for. Knows no component: the route table reads it too. */
import type { ReleaseStep } from '../../../../contract/releaseStates.ts'

/** In the order of their buttons. `staged` has none: a share is set with a plan. */
export const shownSteps = ['released', 'beta', 'resume', 'halt', 'withdraw'] as const satisfies readonly ReleaseStep[]
export type ShownStep = (typeof shownSteps)[number]

/** An address never leads to a withdrawal, which is final. */
const stepsInAddress = ['released', 'beta', 'resume', 'halt'] as const satisfies readonly ShownStep[]
export type StepSearch = { readonly step?: (typeof stepsInAddress)[number] }

/** `?step=released`: the screen opens the question of this step by itself, as after a form was saved. */
export function readStepSearch(search: Readonly<Record<string, unknown>>): StepSearch {
  const step = stepsInAddress.find((known) => known === search['step'])
  return step === undefined ? {} : { step }
}
