/** The step of a release that the address of a firmware's screen asks for: `?step=released` opens its question, as after a form was saved. */
import type { ReleaseStep } from '../../contract/releaseStates.ts'

/** An address never leads to a withdrawal, which is final. */
const stepsInAddress = ['released', 'staged', 'beta', 'resume', 'halt'] as const satisfies readonly ReleaseStep[]
type StepSearch = { readonly step?: (typeof stepsInAddress)[number] }

export function readStepSearch(search: Readonly<Record<string, unknown>>): StepSearch {
  const step = stepsInAddress.find((known) => known === search['step'])
  return step === undefined ? {} : { step }
}
