import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { drawComponent } from '../../../../tests/component/render.tsx'
import type { ProofCheck } from '../../../contract/purchaseProof.ts'
import type { Locale } from '../../../contract/rules.ts'
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

describe('a proof of purchase', () => {
  const proof = { id: 31, fileName: 'invoice.pdf', fileUrl: '/backend/file/showFileFromWeb?id=31', isPdf: true }
  const decided = { reason: null, words: null, decidedAt: '2026-11-21T10:00:00.000Z', resendUntil: null }
  const refusedWith = (others: Partial<ProofCheck>): ProofCheck => ({
    ...decided,
    state: 'refused',
    reason: 'otherDate',
    resendUntil: '2026-12-21T00:00:00.000Z',
    ...others,
  })
  const draw = (proofCheck: ProofCheck | null, { locale = 'en', ...others }: { locale?: Locale; mayOpenProof?: boolean } = {}) =>
    drawComponent(
      <Facts>
        <PurchaseFacts
          purchase={{
            purchaseDate: '2026-11-01T00:00:00.000Z',
            purchaseProof: proof,
            proofCheck,
            startWarrantyExtension: null,
            endWarrantyExtension: null,
          }}
          warranty={null}
          {...others}
        />
      </Facts>,
      {
        as: 'customer',
        locale,
        calls: { proofCheck: { getCertificate: () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } }) } },
      },
    )

  it.each([
    ['en', 'checking', 'Being checked'],
    ['fr', 'checking', 'En cours de vérification'],
  ] as const)('in %s: %s [T919]', async (locale, state, words) => {
    await draw({ ...decided, state, decidedAt: null }, { locale })
    await expect.element(page.getByText(words)).toBeVisible()
    await expect.element(page.getByRole('button')).toHaveLength(1)
  })

  it('that was refused says why, and until when another can be sent [T930]', async () => {
    await draw(refusedWith({ words: 'The invoice is of March.' }))
    await expect.element(page.getByText('Refused', { exact: true })).toBeVisible()
    await expect.element(page.getByText(/^The date on the document is not the purchase date\./)).toBeVisible()
    await expect.element(page.getByText('The invoice is of March.')).toBeVisible()
    await expect.element(page.getByText('Another proof can be sent until 21/12/2026.')).toBeVisible()
    await draw(refusedWith({ reason: 'other', words: 'C’est un dessin.' }), { locale: 'fr' })
    await expect.element(page.getByText('Refusée', { exact: true })).toBeVisible()
    await expect.element(page.getByText('C’est un dessin.')).toBeVisible()
    await expect.element(page.getByText('Une autre preuve peut être envoyée jusqu’au 21/12/2026.')).toBeVisible()
    await expect.element(page.getByText('Autre motif')).not.toBeInTheDocument()
  })

  it('that was approved has a certificate to save, in the reader’s language [T931]', async () => {
    const { seen } = await draw({ ...decided, state: 'approved' }, { locale: 'fr' })
    await expect.element(page.getByText('Approuvée', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Certificat de garantie' }).click()
    await expect
      .poll(() => seen.find(({ name }) => name === 'proofCheck.getCertificate')?.parts)
      .toMatchObject({ params: { id: 31 }, query: { locale: 'fr' } })
    await draw({ ...decided, state: 'approved' }, { mayOpenProof: false })
    await expect.element(page.getByText('Approved', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('button')).not.toBeInTheDocument()
  })
})
