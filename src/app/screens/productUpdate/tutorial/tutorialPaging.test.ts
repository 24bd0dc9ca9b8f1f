import { describe, expect, it } from 'vitest'
import { tutorialSteps } from '../../../../contract/rules.ts'
import {
  isLastStep,
  nextStep,
  openFamily,
  previousStep,
  resetSteps,
  stepNumber,
  tutorialFamilies,
  type TutorialPaging,
  tutorialStart,
} from './tutorialPaging.ts'

function turnedTo(paging: TutorialPaging, number: number): TutorialPaging {
  return stepNumber(paging) === number ? paging : turnedTo(nextStep(paging), number)
}

describe('the pages of a tutorial', () => {
  it.each(tutorialFamilies.map((family) => [family, tutorialSteps[family]] as const))(
    '%s goes from 1 to %i and no further',
    (family, last) => {
      const first = openFamily(tutorialStart, family)
      expect(stepNumber(first)).toBe(1)
      const numbers: number[] = []
      for (let paging = first; !isLastStep(paging); paging = nextStep(paging)) numbers.push(stepNumber(paging))
      expect(numbers).toEqual(Array.from({ length: last - 1 }, (_, index) => index + 1))
      expect(stepNumber(nextStep(turnedTo(first, last)))).toBe(last)
    },
  )

  it('goes back, but not beyond the first page', () => {
    const third = turnedTo(tutorialStart, 3)
    expect(stepNumber(previousStep(third))).toBe(2)
    expect(stepNumber(previousStep(tutorialStart))).toBe(1)
  })

  it('keeps the page of each tutorial while another one is open', () => {
    const there = openFamily(turnedTo(openFamily(turnedTo(tutorialStart, 5), 'ws6'), 2), 'teleco')
    expect(stepNumber(there)).toBe(5)
    expect(stepNumber(openFamily(there, 'ws6'))).toBe(2)
  })

  it('resets all three, and stays on the open tab', () => {
    const reset = resetSteps(turnedTo(openFamily(turnedTo(tutorialStart, 9), 'wsaII'), 3))
    expect(reset.family).toBe('wsaII')
    expect(tutorialFamilies.map((family) => stepNumber(openFamily(reset, family)))).toEqual([1, 1, 1])
  })
})
