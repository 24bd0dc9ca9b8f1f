/** A firmware that is installed in steps. How they are counted, in both languages: offerWords.test.tsx. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createCustomer, type CustomerWorld, installIn, publishIn } from '../../../../../tests/component/customer.ts'
import { requirementWords } from '../../../../../tests/component/requirementWords.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, dialog, headline, letGo, nextStep, update } from '../../../../../tests/component/updatePage.ts'
import { releaseOf, required } from '../../../../../tests/support/releases.ts'

let world: CustomerWorld
beforeEach(() => {
  world = createCustomer()
})
afterEach(letGo)

const after = (steppingStone: string) => releaseOf('released', { requirements: required({ steppingStone }) })

it('leads to the newest over its stepping stone, one update after the other', { tags: 'rest' }, async () => {
  const w = requirementWords.en
  await publishIn(world, '9.0', releaseOf('released'))
  await publishIn(world, '9.1', after('9.0'))
  installIn(world, '8.0')
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.first)
  await expect.element(nextStep()).toMatchTextContent(w.twoSteps)
  await update().click()
  await dialog(w.asks).getByRole('button', { name: w.yes }).click()
  await expect.element(dialog(w.complete)).toMatchTextContent(w.next)
  await dialog(w.complete).getByRole('button', { name: w.done }).click()
  await expect.element(nextStep()).toMatchTextContent(w.next)
  await connectSimulated()
  await expect.element(headline()).toMatchTextContent(w.nowSecond)
  await expect.element(nextStep()).toMatchTextContent(w.nowLast)
  expect(world.updates.map(({ versionName }) => versionName)).toEqual(['9.0', '5.1'])
})
