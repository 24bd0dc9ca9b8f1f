/** The current page of each of the three tutorials. Pure functions. */
import { tutorialSteps } from '../../../../contract/rules.ts'
import { detectorFamilies, type DetectorFamily } from '../../../../contract/detectorFamily.ts'

export const tutorialFamilies = detectorFamilies
export type TutorialFamily = DetectorFamily

/** The page of each tutorial, counted from 0. Each keeps its own while another one is open. */
export type TutorialPaging = {
  readonly family: TutorialFamily
  readonly stepIndexes: Readonly<Record<TutorialFamily, number>>
}

const atFirstSteps = { teleco: 0, ws6: 0, wsaII: 0 }

export const tutorialStart: TutorialPaging = { family: 'teleco', stepIndexes: atFirstSteps }

/** Where update mode is explained: what a detector that could not be connected is often not in. */
const modeSteps = { teleco: 4, ws6: 4, wsaII: 0 } as const satisfies Record<TutorialFamily, number>

/** The tutorial of a family at its first step, or where it explains update mode. */
export function startOf(family: TutorialFamily, at: 'first' | 'mode'): TutorialPaging {
  return { family, stepIndexes: at === 'first' ? atFirstSteps : { ...atFirstSteps, [family]: modeSteps[family] } }
}

export function openFamily(paging: TutorialPaging, family: TutorialFamily): TutorialPaging {
  return { ...paging, family }
}

export function stepNumber({ family, stepIndexes }: TutorialPaging): number {
  return stepIndexes[family] + 1
}

export function isLastStep(paging: TutorialPaging): boolean {
  return stepNumber(paging) === tutorialSteps[paging.family]
}

/** Stays on the last step, where the caller ends the tutorial. */
export function nextStep(paging: TutorialPaging): TutorialPaging {
  return moveBy(paging, 1)
}

export function previousStep(paging: TutorialPaging): TutorialPaging {
  return moveBy(paging, -1)
}

/** Resets all three. The open family stays open, because it is the one that the user has. */
export function resetSteps({ family }: TutorialPaging): TutorialPaging {
  return { family, stepIndexes: atFirstSteps }
}

function moveBy({ family, stepIndexes }: TutorialPaging, by: 1 | -1): TutorialPaging {
  const last = tutorialSteps[family] - 1
  const moved = Math.min(last, Math.max(0, stepIndexes[family] + by))
  return { family, stepIndexes: { ...stepIndexes, [family]: moved } }
}
