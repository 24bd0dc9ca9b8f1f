// @module-tag rest
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { connectSimulated, letGo, nextStep, setFaults, update } from '../../../../../tests/component/updatePage.ts'

afterEach(letGo)

it.each([
  ['en', 'Use the simulated detector', 'Something went wrong, please try again'],
  ['fr', 'Utiliser le détecteur simulé', 'Une erreur est survenue, essayez à nouveau'],
] as const)('a damaged message is reported in a toast (%s) [T311]', async (locale, use, text) => {
  await openApp('/productUpdate/index', { as: 'customer', calls: createCustomer().calls, locale })
  const toast = page.getByRole('listitem').filter({ hasText: text })
  await expect.element(toast).not.toBeInTheDocument()
  // The first import creates the detector.
  await import('../../../detector/simulatedDetector.ts')
  setFaults({ corruptShare: 0.5 })
  await page.getByRole('button', { name: use }).click()
  await expect.element(toast).toHaveLength(1)
})

it('says of a damaged message during an update that nobody need do anything', async () => {
  const world = createCustomer()
  await world.publish('8.8', 3_000)
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await connectSimulated()
  await expect.element(nextStep().getByText(/checks passed/)).toBeVisible()
  setFaults({ corruptShare: 0.08, seed: 2 })
  await update().click()
  const toasts = page.getByRole('listitem')
  await expect.element(toasts.filter({ hasText: 'You need not do anything.' })).toBeVisible()
  expect(toasts.filter({ hasText: 'please try again' }).elements()).toEqual([])
})
