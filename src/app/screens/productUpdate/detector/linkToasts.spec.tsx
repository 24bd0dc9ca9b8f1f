import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { letGo, setFaults } from '../../../../../tests/component/updatePage.ts'

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
