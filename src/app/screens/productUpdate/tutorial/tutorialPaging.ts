/** Where the reader is in the three tutorials. Pure: knows no words, no drawings and no device. */
import { tutorialSteps } from '../../../../contract/rules.ts'

export const tutorialFamilies = ['teleco', 'ws6', 'wsaII'] as const
export type TutorialFamily = (typeof tutorialFamilies)[number]

/** Each tutorial keeps its own place, counted from 0, while another one is looked at. */
export type TutorialPaging = {
  readonly family: TutorialFamily
  readonly stepIndexes: Readonly<Record<TutorialFamily, number>>
}

const atFirstSteps = { teleco: 0, ws6: 0, wsaII: 0 }

export const tutorialStart: TutorialPaging = { family: 'teleco', stepIndexes: atFirstSteps }

export function openFamily(paging: TutorialPaging, family: TutorialFamily): TutorialPaging {
  return { ...paging, family }
}

export function stepNumber({ family, stepIndexes }: TutorialPaging): number {
  return stepIndexes[family] + 1
}

export function isLastStep(paging: TutorialPaging): boolean {
  return stepNumber(paging) === tutorialSteps[paging.family]
}

/** On the last step nothing follows: the caller ends the tutorial there. */
export function nextStep(paging: TutorialPaging): TutorialPaging {
  return moveBy(paging, 1)
}

export function previousStep(paging: TutorialPaging): TutorialPaging {
  return moveBy(paging, -1)
}

/** All three begin anew; the family that was open stays open, because it is the one the reader owns. */
export function resetSteps({ family }: TutorialPaging): TutorialPaging {
  return { family, stepIndexes: atFirstSteps }
}

function moveBy({ family, stepIndexes }: TutorialPaging, by: 1 | -1): TutorialPaging {
  const last = tutorialSteps[family] - 1
  const moved = Math.min(last, Math.max(0, stepIndexes[family] + by))
  return { family, stepIndexes: { ...stepIndexes, [family]: moved } }
}
