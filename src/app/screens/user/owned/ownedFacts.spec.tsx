// @module-tag rest
/** What staff see of a user's detectors and coils: their purchase, proof and warranty. */
import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { midnight, picture, proof } from '../../../../../tests/component/coils.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { shownCoil, shownDetector, shownUser } from '../../../../../tests/component/records.ts'
import { openApp, type Person } from '../../../../../tests/component/render.tsx'
import type { ShownUser } from '../../../../contract/userStaff.ts'

let shown: ShownUser
const calls: FakeCalls = {
  user: { get: () => shown },
  file: { showFileFromWeb: () => new Response(picture) },
}

beforeEach(() => {
  shown = shownUser({
    mayEdit: false,
    mayRemove: false,
    userProducts: [
      shownDetector({
        electronicBoardSerial: 'EB6-240913-0187',
        purchaseDate: midnight('2024-05-01'),
        purchaseProof: proof,
        startWarranty: midnight('2024-05-01'),
        endWarranty: midnight('2029-05-01'),
      }),
    ],
    accessories: [
      shownCoil({
        coilSerial: 'A0000001',
        purchaseDate: midnight('2025-06-15'),
        startWarrantyExtension: midnight('2030-06-15'),
        endWarrantyExtension: midnight('2035-06-15'),
        code: 'DEMO2026COIL00000001',
      }),
      shownCoil({ id: 2, name: '22 B0 00 02', serialNumberFormatted: '22 B0 00 02' }),
    ],
  })
})

const open = (as: Person) => openApp('/user/show/4', { as, calls })
const item = (list: string, text: string) => page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text })

it.each<Person>(['admin', 'backoffice'])('%s sees everything, and opens the proof', async (person) => {
  await open(person)
  const detector = item('Products', 'WS6 Master')
  await expect.element(detector).toMatchTextContent('Electronic boardEB6-240913-0187')
  await expect.element(detector).toMatchTextContent('Purchase date01/05/2024')
  await expect.element(detector).toMatchTextContent('Warranty01/05/2024 –to 01/05/2029')
  const coil = item('Coils of WS6 Master 0A 1B 2C 3D 4E', '11 A0 00 01')
  await expect.element(coil).toMatchTextContent('Serial numberA0000001')
  await expect.element(coil).toMatchTextContent('Warranty15/06/2025 –to 15/06/2035')
  await expect.element(coil).toMatchTextContent('Extension15/06/2030 –to 15/06/2035')
  await expect.element(coil).toMatchTextContent('Warranty codeDEMO2026COIL00000001')
  await expect.element(item('Coils of WS6 Master 0A 1B 2C 3D 4E', '22 B0 00 02')).toMatchTextContent('PurchaseNot registered')

  await detector.getByText('Warranty until 01/05/2029').click()
  await detector.getByRole('button', { name: 'View invoice.png' }).click()
  const dialog = page.getByRole('dialog', { name: 'Proof of purchase' })
  await expect.poll(() => dialog.getByRole('img', { name: 'invoice.png' }).query()).toHaveProperty('naturalWidth', 1)
})

it('what was decided of a proof is read before anything is opened', async () => {
  const check = { reason: null, words: null, decidedAt: null, resendUntil: null }
  shown = shownUser({
    userProducts: [shownDetector({ purchaseProof: proof, proofCheck: { ...check, state: 'checking' } })],
    accessories: [shownCoil({ purchaseProof: proof, proofCheck: { ...check, state: 'refused', reason: 'unreadable' } })],
  })
  await open('backoffice')
  await expect.element(page.getByText('Proof being checked')).toBeVisible()
  await expect.element(page.getByText('Proof refused').first()).toBeVisible()
})

it('marketing sees that there is a proof, and cannot open it', async () => {
  await open('marketing')
  const detector = item('Products', 'WS6 Master')
  await detector.getByText('Warranty until 01/05/2029').click()
  await expect.element(detector).toMatchTextContent('Proof of purchaseProvided')
  expect(detector.getByRole('button', { name: 'View invoice.png' }).query()).toBeNull()
  await expect.element(page.getByText('EB6-240913-0187')).toBeVisible()
  await expectNoAxeFindings('a user’s detectors and coils')
})
