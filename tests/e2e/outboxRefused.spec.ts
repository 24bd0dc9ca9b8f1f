import type { APIRequestContext, Page } from 'playwright/test'
import { pdf } from '../support/coils.ts'
import { account, daysAgo, inFrench, newSerial, picture, row } from './coils.ts'
import { bearer } from './detector.ts'
import { expect, signInHere, test } from './field.ts'

const large = {
  name: 'invoice.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024 - pdf.length, ' ')]),
}

const w = {
  coils: 'Coils without a detector',
  register: 'Register a coil',
  serial: 'Serial number',
  proof: 'Proof of purchase',
  submit: 'Register',
  waiting: '1 coil waiting to be registered',
  coil: (serial: string) => `Coil ${serial}:`,
  noRoom: 'There is no room for this file. You can store up to 40 proofs of purchase, 50 MB in total.',
  registered: (serial: string) => `Coil ${serial} registered`,
} as const

async function uploadProof(request: APIRequestContext): Promise<{ status: number; coilSerial: string }> {
  const coilSerial = newSerial()
  // Slightly smaller, so that ten of them leave room for a small file.
  const purchaseProofFile = { ...large, buffer: large.buffer.subarray(0, large.buffer.length - 64 * 1024) }
  const multipart = { coilSerial, purchaseDate: daysAgo(30), purchaseProofFile }
  const answer = await request.post('/backend/accessory/createOrUpdateUserAccessory', {
    headers: await bearer(request, account),
    multipart,
  })
  return { status: answer.status(), coilSerial }
}

/** Fills the account up to its 50 MB. */
async function fillProofs(request: APIRequestContext): Promise<string> {
  let last = ''
  for (let count = 0; count <= 10; count += 1) {
    const { status, coilSerial } = await uploadProof(request)
    if (status === 403) return last
    last = coilSerial
  }
  throw new Error('the account takes more than 50 MB')
}

async function registerOffline(page: Page, serial: string, proof: typeof large): Promise<void> {
  await page.getByRole('button', { name: w.register }).click()
  const dialog = page.getByRole('dialog', { name: w.register })
  await dialog.getByLabel(w.serial).fill(serial)
  await dialog.getByLabel('Purchase date').fill(inFrench(daysAgo(20)))
  await dialog.getByLabel(w.proof).setInputFiles(proof)
  await expect(dialog.getByText(proof.name)).toBeVisible()
  await dialog.getByRole('button', { name: w.submit, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(w.waiting)).toBeVisible()
}

test('a coil registered offline and refused for lack of space stays, says why, and can be corrected', async ({
  page,
  network,
  request,
  expectComplaint,
}) => {
  expectComplaint('403')
  const serial = newSerial()
  await fillProofs(request)
  await signInHere(page, account)
  await expect(page.getByRole('region', { name: w.coils })).toBeVisible()
  await network.cut()
  await registerOffline(page, serial, large)

  await network.restore()
  const note = page.getByRole('alert').filter({ hasText: 'Rejected by the server' })
  const line = note.getByRole('listitem').filter({ hasText: w.coil(serial) })
  await expect(line).toContainText(w.noRoom)
  await expect(page.getByText(w.waiting)).toBeHidden()
  await page.reload()
  await expect(line).toContainText(w.noRoom)

  await line.getByRole('button', { name: 'Fix' }).click()
  const dialog = page.getByRole('dialog', { name: w.register })
  await expect(dialog.getByLabel(w.serial)).toHaveValue(serial)
  await expect(dialog.getByText(large.name)).toBeVisible()
  await expect(dialog.getByText(w.noRoom)).toBeVisible()
  await dialog.getByLabel(w.proof).setInputFiles(picture)
  await expect(dialog.getByRole('img', { name: picture.name })).toBeVisible()
  await dialog.getByRole('button', { name: w.submit, exact: true }).click()
  await expect(page.getByText(w.registered(serial))).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(note).toBeHidden()
  await expect(row(page, serial)).toHaveCount(1)
})
