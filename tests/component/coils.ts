/** Coils, purchases and proofs of a customer, and where the page shows them. */
import { type Locator, page } from 'vitest/browser'
import type { Accessory } from '../../src/contract/accessory.ts'
import type { PurchaseProof } from '../../src/contract/purchaseProof.ts'
import { detectorFactsAt, freeWarranty, isInClaimWindow, warrantyExtension } from '../../src/contract/warranty.ts'
import { AppError } from '../../src/errors.ts'
import { createCustomer, type CustomerWorld } from './customer.ts'
import type { FakeCalls } from './fakeApi.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export const picture = new File([Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0))], 'invoice.png', { type: 'image/png' })
export const invoice = new File(['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'], 'facture.pdf', {
  type: 'application/pdf',
})

/** A picture. */
export const proof: PurchaseProof = { id: 70, fileName: picture.name, fileUrl: '/backend/file/showFileFromWeb?id=70', isPdf: false }

const dayMs = 24 * 60 * 60 * 1000
export const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)
export const inFrench = (day: string): string => day.split('-').toReversed().join('/')
export const midnight = (day: string): string => `${day}T00:00:00.000Z`

export const coils = (name = 'Coils without a detector'): Locator => page.getByRole('region', { name })
export const coilRow = (serial: string, list?: string): Locator => coils(list).getByRole('listitem').filter({ hasText: serial })
export const toast = (text: string): Locator => page.getByRole('listitem').filter({ hasText: text })

/** The last day of the warranty of what was bought on this day, as the page shows it. */
export const freeUntil = (day: string): string => inFrench(freeWarranty(midnight(day)).end.slice(0, 10))

/** What a code adds to the warranty of a coil bought on this day. */
export function extensionFrom(purchaseDate: string): Pick<Accessory, 'startWarrantyExtension' | 'endWarrantyExtension'> {
  const { start, end } = warrantyExtension(purchaseDate)
  return { startWarrantyExtension: start, endWarrantyExtension: end }
}

/** A registered coil with a picture as proof. */
export function coilOf(id: number, coilSerial: string, day: string, others: Partial<Accessory> = {}): Accessory {
  return {
    id,
    name: coilSerial,
    serialNumber: coilSerial,
    serialNumberFormatted: coilSerial,
    coilSerial,
    purchaseDate: midnight(day),
    purchaseDateString: inFrench(day),
    purchaseProof: proof,
    proofCheck: null,
    startWarrantyExtension: null,
    endWarrantyExtension: null,
    code: null,
    userProductId: null,
    ...others,
  }
}

export type CoilOwner = CustomerWorld & {
  /** What the server answers to every purchase and code. */
  refusal: AppError | null
}

/** A customer whose coils and detectors can be registered and corrected, and coils extended. */
export function createCoilOwner(): CoilOwner {
  const world = createCustomer()
  const { coils: kept, detectors } = world
  function refuse(): void {
    if (owner.refusal !== null) throw owner.refusal
  }
  const calls: FakeCalls = {
    ...world.calls,
    file: { ...world.calls.file, showFileFromWeb: () => new Response(picture) },
    accessory: {
      ...world.calls.accessory,
      createOrUpdateUserAccessory({ body: { accessoryId, coilSerial, purchaseDate } }) {
        refuse()
        const taken = kept.find((coil) => coil.coilSerial === coilSerial && coil.id !== accessoryId)
        if (taken) throw new AppError('serial.number.already.exists', { invalidField: 'coilSerial' })
        const at = kept.findIndex(({ id }) => id === accessoryId)
        if (accessoryId !== undefined && at === -1) throw new AppError('resource.not.found')
        const code = kept[at]?.code ?? null
        const isExtended = code !== null && isInClaimWindow(purchaseDate, new Date())
        const extension = isExtended ? extensionFrom(purchaseDate) : null
        const saved = coilOf(accessoryId ?? kept.length + 1, coilSerial, purchaseDate.slice(0, 10), { code, ...extension })
        kept.splice(Math.max(at, 0), at === -1 ? 0 : 1, saved)
        return saved
      },
    },
    userProduct: {
      ...world.calls.userProduct,
      registerPurchase({ params: { id }, body: { purchaseDate: day, purchaseProofFile } }) {
        refuse()
        const at = detectors.findIndex((detector) => detector.id === id)
        const detector = detectors[at]
        if (detector === undefined) throw new AppError('resource.not.found')
        const purchaseDate = midnight(day)
        const warranty = detectorFactsAt(purchaseDate, { isExtended: detector.endWarrantyExtension !== null })
        const uploaded = purchaseProofFile && { ...proof, fileName: purchaseProofFile.name }
        return (detectors[at] = { ...detector, ...warranty, purchaseDate, purchaseProof: uploaded ?? detector.purchaseProof })
      },
    },
    warrantyCode: {
      useCodeForAccessory({ body: { accessoryId, code } }) {
        refuse()
        const at = kept.findIndex(({ id }) => id === accessoryId)
        const coil = kept[at]
        if (coil === undefined) throw new AppError('resource.not.found')
        if (code !== 'DEMO2026COIL00000001') throw new AppError('warranty.code.extension.invalid', { invalidField: 'code' })
        return (kept[at] = { ...coil, code, ...(coil.purchaseDate !== null && extensionFrom(coil.purchaseDate)) })
      },
    },
  }
  const owner: CoilOwner = { ...world, calls, refusal: null }
  return owner
}
