import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { drawComponent } from '../../../../tests/component/render.tsx'
import { Facts } from '../pages/Facts.tsx'
import { PurchaseFacts } from './PurchaseFacts.tsx'

it('shows a dash for what is unknown [T244]', async () => {
  const nothing = { purchaseDate: null, purchaseProof: null, startWarrantyExtension: null, endWarrantyExtension: null }
  await drawComponent(
    <Facts>
      <PurchaseFacts purchase={nothing} warranty={null} />
    </Facts>,
  )
  await expect.element(page.getByRole('definition')).toHaveLength(3)
  const shown = [...document.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent])
  expect(shown).toEqual([
    ['Purchase date', expect.stringMatching(/^–/)],
    ['Warranty', expect.stringMatching(/^–/)],
    ['Proof of purchase', expect.stringMatching(/^–/)],
  ])
})
