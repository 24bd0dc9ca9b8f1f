import { expect, it } from 'vitest'
import { tutorialSteps } from '../../../../../contract/rules.ts'
import { tutorialFamilies } from '../tutorialPaging.ts'
import { tutorials } from './tutorials.ts'

it.each(tutorialFamilies)('%s has the specified number of steps, each with its own title [T323]', (family) => {
  const { steps } = tutorials[family]
  expect(steps).toHaveLength(tutorialSteps[family])
  expect(new Set(steps.map(({ title }) => title.id)).size).toBe(steps.length)
})
