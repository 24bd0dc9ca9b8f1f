// @module-tag rest
/** The purchase of a detector: registered, corrected, refused, and kept without a network. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import {
  type CoilOwner,
  coilOf,
  coilRow,
  createCoilOwner,
  daysAgo,
  freeUntil,
  inFrench,
  midnight,
  picture,
  proof,
  toast,
} from '../../../../../tests/component/coils.ts'
import { detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { AppError } from '../../../../errors.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'

const serial = 'AB 00 00 00 01'

let world: CoilOwner

beforeEach(() => {
  world = createCoilOwner()
  world.detectors.push(detectorOf(1, { serialNumber: 'AB00000001' }))
})
afterEach(() => appOutbox.forget())

const open = (locale: 'en' | 'fr' = 'en') => openApp('/equipment/1', { as: 'customer', calls: world.calls, locale })
const dialog = () => page.getByRole('dialog')
const field = (label: string) => dialog().getByLabelText(label, { exact: true })
const row = () => page.getByRole('region', { name: /^(?:Warranty and purchase|Garantie et achat)$/ })

async function openPurchase() {
  const app = await open()
  await row()
    .getByRole('button', { name: /^Register the purchase/ })
    .click()
  await expect.element(page.getByRole('dialog', { name: `Register the purchase of WS6 Master ${serial}` })).toBeVisible()
  return app
}

async function fill(day: string): Promise<void> {
  await field('Purchase date').fill(inFrench(day))
  await field('Proof of purchase').upload(picture)
  await expect.element(dialog().getByRole('img', { name: 'invoice.png' })).toBeInTheDocument()
}

it('is registered with its proof and a date that is not in the future, and the detector shows it with its warranty', async () => {
  const bought = daysAgo(3)
  const { sent } = await openPurchase()
  await dialog().getByRole('button', { name: 'Register' }).click()
  await expect.element(dialog().getByText('This field is required')).toHaveLength(2)
  await expect.element(field('Purchase date')).toHaveFocus()
  await fill(daysAgo(-3))
  await dialog().getByRole('button', { name: 'Register' }).click()
  await expect.element(field('Purchase date')).toHaveAccessibleDescription(/This date is in the future\./)
  expect(sent('userProduct.registerPurchase')).toEqual([])
  await field('Purchase date').fill(inFrench(bought))
  await dialog().getByRole('button', { name: 'Register' }).click()
  await expect.element(toast(`Purchase of WS6 Master ${serial} registered`)).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(row()).toMatchTextContent(`Purchase date${inFrench(bought)}`)
  await expect.element(row()).toMatchTextContent(freeUntil(bought))
  await row().getByRole('button', { name: 'View invoice.png' }).click()
  const shown = page.getByRole('dialog', { name: 'Proof of purchase' })
  await expect.poll(() => shown.getByRole('img', { name: 'invoice.png' }).query()).toHaveProperty('naturalWidth', 1)
  await userEvent.keyboard('{Escape}')
  await expect.element(row().getByRole('button', { name: 'View invoice.png' })).toHaveFocus()
})

it('can be corrected without a new proof, and asks before changes are lost', async () => {
  world.detectors[0] = detectorOf(1, { serialNumber: 'AB00000001', purchaseDate: midnight('2024-05-01'), purchaseProof: proof })
  const { sent } = await open()
  await row().getByRole('button', { name: 'Edit' }).click()
  await expect.element(dialog().getByText('invoice.png')).toBeVisible()
  await field('Purchase date').fill('29/02/2024')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(row()).toMatchTextContent('28/02/2029')
  await expect.element(row().getByRole('button', { name: 'View invoice.png' })).toBeVisible()
  const saved = sent('userProduct.registerPurchase')
  expect(saved).toMatchObject([{ params: { id: 1 }, body: { purchaseDate: '2024-02-29' } }])
  expect(saved[0]).not.toHaveProperty('body.purchaseProofFile')
})

it('shows a refusal on its field and in a toast, and closes if the detector is gone', async () => {
  world.refusal = new AppError('purchase.proof.invalid.error', { invalidField: 'purchaseProofFile' })
  await openPurchase()
  await fill(daysAgo(3))
  await dialog().getByRole('button', { name: 'Register' }).click()
  await expect.element(field('Proof of purchase')).toHaveAccessibleDescription(/Choose a PNG or JPEG image or a PDF/)
  await expect.element(toast('Choose a PNG or JPEG image or a PDF')).toBeVisible()
  world.refusal = new AppError('resource.not.found')
  world.detectors.length = 0
  await dialog().getByRole('button', { name: 'Register' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(row()).not.toBeInTheDocument()
  // Both refusals were shown in the form: nothing is left of them on the page.
  await expect.element(page.getByText('Rejected by the server')).not.toBeInTheDocument()
})

async function registerOffline(): Promise<void> {
  world.refusal = new AppError('network.offline.error')
  await openPurchase()
  await fill(daysAgo(3))
  await dialog().getByRole('button', { name: 'Register' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByText('1 purchase waiting to be registered')).toBeVisible()
}

describe('without a server', () => {
  it('waits on this computer and is sent later', async () => {
    await registerOffline()
    await expect.element(toast('is saved on this computer and will be sent')).toBeVisible()
    world.refusal = null
    await appOutbox.sendNow()
    await expect.element(page.getByText('1 purchase waiting to be registered')).not.toBeInTheDocument()
    await expect.element(row()).toMatchTextContent(freeUntil(daysAgo(3)))
  })

  it('can be corrected if it is refused later', async () => {
    await registerOffline()
    world.refusal = new AppError('purchase.proof.quota.error', { invalidField: 'purchaseProofFile' })
    await appOutbox.sendNow()
    const note = page.getByRole('alert').filter({ hasText: 'Rejected by the server' })
    await expect.element(note).toMatchTextContent(`Purchase of WS6 Master ${serial}: There is no room for this file.`)
    await expectNoAxeFindings('a refused purchase')
    await note.getByRole('button', { name: 'Fix' }).click()
    await expect.element(field('Purchase date')).toHaveValue(inFrench(daysAgo(3)))
    await expect.element(dialog().getByText('There is no room for this file.')).toBeVisible()
    world.refusal = null
    await dialog().getByRole('button', { name: 'Register' }).click()
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(note).not.toBeInTheDocument()
    await expect.element(row()).toMatchTextContent(freeUntil(daysAgo(3)))
  })

  it('can only be discarded if its detector has been deleted', async () => {
    await registerOffline()
    world.refusal = new AppError('resource.not.found')
    world.detectors.length = 0
    await appOutbox.sendNow()
    const note = page.getByRole('alert').filter({ hasText: 'This detector is no longer in your list.' })
    await expect.element(note).toBeVisible()
    await note.getByRole('button', { name: 'Discard' }).click()
    await expect.element(note).not.toBeInTheDocument()
  })
})

it('shows the board and the extension of a detector, and the extension and code of a coil', async () => {
  world.detectors[0] = detectorOf(1, {
    serialNumber: 'AB00000001',
    electronicBoardSerial: 'EB6-240913-0187',
    purchaseDate: midnight('2024-05-01'),
    startWarranty: midnight('2024-05-01'),
    endWarranty: midnight('2029-05-01'),
    startWarrantyExtension: midnight('2029-05-01'),
    endWarrantyExtension: midnight('2034-05-01'),
  })
  const extension = { startWarrantyExtension: midnight('2030-06-15'), endWarrantyExtension: midnight('2035-06-15') }
  world.coils.push(
    coilOf(1, 'E2E3AB12', '2025-06-15', { ...extension, code: 'DEMO2026COIL00000001', userProductId: 1 }),
    coilOf(2, 'E2E4AB12', '2025-06-15', { purchaseDate: null, code: 'DEMO2026COIL00000002', userProductId: 1 }),
    coilOf(3, 'E2E5AB12', '2025-06-15', { userProductId: 1 }),
  )
  await open()
  await page.getByText('Hardware and protocol').click()
  await expect.element(page.getByRole('main')).toMatchTextContent('Electronic boardEB6-240913-0187')
  await expect.element(row()).toMatchTextContent('Warranty01/05/2024 –to 01/05/2034')
  await expect.element(row()).toMatchTextContent('Extension01/05/2029 –to 01/05/2034')
  await expect.element(coilRow('E2E3AB12', 'Coils')).toMatchTextContent('Extension15/06/2030 –to 15/06/2035')
  await expect.element(coilRow('E2E3AB12', 'Coils')).toMatchTextContent('Warranty codeDEMO2026COIL00000001')
  await expect.element(coilRow('E2E4AB12', 'Coils')).toMatchTextContent('ExtensionStarts once the purchase date is known')
  await expect.element(coilRow('E2E5AB12', 'Coils')).not.toMatchTextContent('Extension')
  await expect.element(coilRow('E2E5AB12', 'Coils')).not.toMatchTextContent('Warranty code')
  await expectNoAxeFindings('everything that is known of a purchase')
})

it('reads in French', async () => {
  await open('fr')
  await row()
    .getByRole('button', { name: /^Enregistrer l’achat/ })
    .click()
  await expect.element(page.getByRole('dialog', { name: `Enregistrer l’achat du WS6 Master ${serial}` })).toBeVisible()
  await expect.element(dialog()).toMatchTextContent('La date d’achat et la preuve d’achat sont nécessaires')
  await expectNoAxeFindings('registering a purchase')
})
