import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createCustomer } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { emitLinkEvent } from '../../../detector/linkEvents.ts'

it.each([
  ['en', 'Something went wrong, please try again'],
  ['fr', 'Une erreur est survenue, essayez à nouveau'],
] as const)('a damaged message is reported in a toast (%s) [T311]', async (locale, text) => {
  await openApp('/productUpdate/index', { as: 'customer', calls: createCustomer().calls, locale })
  await expect.element(page.getByRole('heading', { level: 1, name: /^(?:Product updates|Mises à jour produit)$/ })).toBeVisible()
  const toast = page.getByRole('listitem').filter({ hasText: text })
  await expect.element(toast).not.toBeInTheDocument()
  for (let count = 0; count < 3; count += 1) emitLinkEvent('badChecksum', false)
  await expect.element(toast).toHaveLength(1)
})
