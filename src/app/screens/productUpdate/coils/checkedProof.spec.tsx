/** What the owner of a coil or detector can do once its proof of purchase was checked. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { coilOf, coilRow, createCoilOwner, daysAgo, midnight, proof } from '../../../../../tests/component/coils.ts'
import { detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ProofCheck } from '../../../../contract/purchaseProof.ts'

const approved: ProofCheck = { state: 'approved', reason: null, words: null, decidedAt: '2026-11-21T10:00:00.000Z', resendUntil: null }
const refusedUntil = (days: number): ProofCheck => {
  return { ...approved, state: 'refused', reason: 'unreadable', resendUntil: midnight(daysAgo(-days)) }
}

const w = { again: /^Send another proof/, edit: /^(?:Edit|Register)/ } as const

it('another proof can be sent while there is time; an approved one is fixed, and has a certificate [T937]', async () => {
  const world = createCoilOwner()
  world.coils.push(
    coilOf(1, 'APPROVED1', daysAgo(100), { proofCheck: approved }),
    coilOf(2, 'REFUSED22', daysAgo(100), { proofCheck: refusedUntil(10) }),
    coilOf(3, 'TOOLATE33', daysAgo(900), { proofCheck: refusedUntil(-2) }),
  )
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await expect.element(coilRow('APPROVED1').getByRole('button', { name: 'Warranty certificate' })).toBeVisible()
  await expect.element(coilRow('APPROVED1').getByRole('button', { name: w.edit })).not.toBeInTheDocument()
  await expect.element(coilRow('APPROVED1').getByRole('link', { name: 'Contact support' })).toBeVisible()
  await expect.element(coilRow('REFUSED22').getByRole('button', { name: w.again })).toBeVisible()
  await expect.element(coilRow('TOOLATE33').getByRole('button', { name: w.again })).not.toBeInTheDocument()
  await expect.element(coilRow('TOOLATE33').getByRole('link', { name: 'Contact support' })).toBeVisible()
  await expectNoAxeFindings('checked proofs')
  await coilRow('REFUSED22').getByRole('button', { name: w.again }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
})

it.each([
  ['refused, with time left', refusedUntil(10), true],
  ['refused, and too late', refusedUntil(-2), false],
  ['approved', approved, false],
] as const)(
  'a detector and its coils say what was decided of their proofs, and its page what is left to do: %s [T945]',
  { tags: 'rest' },
  async (_, proofCheck, isOpen) => {
    const world = createCoilOwner()
    const bought = { purchaseDate: '2026-11-01T00:00:00.000Z', purchaseProof: proof, proofCheck }
    world.detectors.push(detectorOf(9, bought))
    world.coils.push(coilOf(1, 'OFIT11111', daysAgo(100), { userProductId: 9, proofCheck }))
    await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
    const equipment = page.getByRole('region', { name: 'My equipment' })
    await expect.element(equipment.getByText(proofCheck.state === 'approved' ? 'Proof approved' : 'Proof refused')).toHaveLength(2)
    await expect.element(equipment.getByRole('button', { name: w.again })).toHaveLength(isOpen ? 2 : 0)
    await expectNoAxeFindings('a row with checked proofs')
    await equipment.getByRole('link', { name: 'WS6' }).click()
    const purchase = page.getByRole('region', { name: 'Warranty and purchase' })
    await expect.element(purchase.getByRole('button', { name: w.edit })).not.toBeInTheDocument()
    await expect.element(purchase.getByRole('button', { name: w.again })).toHaveLength(isOpen ? 1 : 0)
    await expect.element(purchase.getByRole('link', { name: 'Contact support' })).toHaveLength(isOpen ? 0 : 1)
  },
)
