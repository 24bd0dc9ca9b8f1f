/**
 * What the boxes "Active" and "Beta test" of the form mean. Saving never offers a firmware to anybody: the form sends both as they are
 * stored, and the step that a person meant is asked about on the firmware's page. Knows no form.
 */
import { isOfferedState, type ReleaseState, type ReleaseStep } from '../../../../contract/releaseStates.ts'

type Boxes = { readonly isActive: boolean; readonly isBetaTest: boolean }
type Meant = { readonly sent: Boxes; readonly step: ReleaseStep | null }

type Stored = Boxes & { readonly state: ReleaseState }

/** `stored`: what was read of the firmware. */
export function meantStep(stored: Stored, { isActive, isBetaTest }: Boxes): Meant {
  if (stored.state === 'draft') {
    return { sent: { isActive: false, isBetaTest }, step: isActive ? reachedBy(isBetaTest) : null }
  }
  return {
    sent: { isActive: stored.isActive, isBetaTest: stored.isBetaTest },
    step: stepFrom(stored, stored.state, { isActive, isBetaTest }),
  }
}

function stepFrom(stored: Boxes, state: ReleaseState, { isActive, isBetaTest }: Boxes): ReleaseStep | null {
  if (state === 'halted') return isActive ? 'resume' : null
  if (!isOfferedState(state)) return null
  if (!isActive) return 'halt'
  return isBetaTest === stored.isBetaTest ? null : reachedBy(isBetaTest)
}

function reachedBy(isBetaTest: boolean): ReleaseStep {
  return isBetaTest ? 'beta' : 'released'
}
