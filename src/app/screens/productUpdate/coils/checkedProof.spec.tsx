/** What the owner of a coil or detector can do once its proof of purchase was checked. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { coilOf, createCoilOwner, daysAgo } from '../../../../../tests/component/coils.ts'
import { detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import type { ProofCheck } from '../../../../contract/purchaseProof.ts'

const dayMs = 24 * 60 * 60 * 1000
const approved: ProofCheck = { state: 'approved', reason: null, words: null, decidedAt: '2026-11-21T10:00:00.000Z', resendUntil: null }
const refusedUntil = (days: number): ProofCheck => {
  const until = new Date(Date.now() + days * dayMs)
  until.setUTCHours(0, 0, 0, 0)
  return { ...approved, state: 'refused', reason: 'unreadable', resendUntil: until.toISOString() }
}
const proof = { id: 31, fileName: 'invoice.png', fileUrl: '/backend/file/showFileFromWeb?id=31', isPdf: false }

const w = {
  coils: 'Coils without a detector',
  equipment: 'My equipment',
  refused: 'Proof refused',
  approved: 'Proof approved',
  again: /^Send another proof/,
  edit: /^(?:Edit|Register)/,
  certificate: 'Warranty certificate',
} as const

it('another proof can be sent while there is time; an approved one is fixed, and has a certificate [T937]', async () => {
  const world = createCoilOwner()
  world.coils.push(
    coilOf(1, 'APPROVED1', daysAgo(100), { proofCheck: approved }),
    coilOf(2, 'REFUSED22', daysAgo(100), { proofCheck: refusedUntil(10) }),
    coilOf(3, 'TOOLATE33', daysAgo(900), { proofCheck: refusedUntil(-2) }),
  )
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  const row = (serial: string) => page.getByRole('region', { name: w.coils }).getByRole('listitem').filter({ hasText: serial })
  await expect.element(row('APPROVED1').getByRole('button', { name: w.certificate })).toBeVisible()
  await expect.element(row('APPROVED1').getByRole('button', { name: w.edit })).not.toBeInTheDocument()
  await expect.element(row('APPROVED1').getByRole('link', { name: 'Contact support' })).toBeVisible()
  await expect.element(row('REFUSED22').getByRole('button', { name: w.again })).toBeVisible()
  await expect.element(row('TOOLATE33').getByRole('button', { name: w.again })).not.toBeInTheDocument()
  await expect.element(row('TOOLATE33').getByRole('link', { name: 'Contact support' })).toBeVisible()
  await expectNoAxeFindings('checked proofs')
  await row('REFUSED22').getByRole('button', { name: w.again }).click()
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
    const equipment = page.getByRole('region', { name: w.equipment })
    await expect.element(equipment.getByText(proofCheck.state === 'approved' ? w.approved : w.refused)).toHaveLength(2)
    await expect.element(equipment.getByRole('button', { name: w.again })).toHaveLength(isOpen ? 2 : 0)
    await expectNoAxeFindings('a row with checked proofs')
    await equipment.getByRole('link', { name: 'WS6' }).click()
    const purchase = page.getByRole('region', { name: 'Warranty and purchase' })
    await expect.element(purchase.getByRole('button', { name: w.edit })).not.toBeInTheDocument()
    await expect.element(purchase.getByRole('button', { name: w.again })).toHaveLength(isOpen ? 1 : 0)
    await expect.element(purchase.getByRole('link', { name: 'Contact support' })).toHaveLength(isOpen ? 0 : 1)
  },
)
