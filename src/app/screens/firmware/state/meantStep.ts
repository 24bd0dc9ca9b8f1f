/**
 * What the boxes "Active" and "Beta test" of the form mean. Saving never offers a firmware to anybody: the form sends both as they are
 * stored, and the step that a person meant is asked about on the firmware's page. Knows no form.
 */
import { type Flags, type ReleaseState, type ReleaseStep, stepFor } from '../../../../contract/releaseStates.ts'

type Meant = { readonly sent: Flags; readonly step: ReleaseStep | null }

/** `stored`: what was read of the firmware. Only of a draft, a save says what it is to be offered as. */
export function meantStep({ state, isActive, isBetaTest }: Flags & { readonly state: ReleaseState }, boxes: Flags): Meant {
  return { sent: { isActive, isBetaTest: state === 'draft' ? boxes.isBetaTest : isBetaTest }, step: stepFor(state, boxes) }
}
