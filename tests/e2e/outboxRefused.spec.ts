import type { APIRequestContext, Page } from 'playwright/test'
import type { Locale } from '../../src/contract/rules.ts'
import { pdf } from '../support/coils.ts'
import { daysAgo, newSerial, picture } from './coils.ts'
import { bearer } from './detector.ts'
import { expect, signInHere, test } from './field.ts'
import { readIn } from './words.ts'

const large = {
  name: 'facture.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024 - pdf.length, ' ')]),
}

const texts = {
  en: {
    coils: 'My coils',
    register: 'Register a coil',
    serial: 'Serial number',
    date: 'Purchase date',
    proof: 'Proof of purchase',
    submit: 'Register',
    waiting: '1 coil waiting to be registered',
    notAccepted: 'Rejected by the server',
    coil: (serial: string) => `Coil ${serial}:`,
    noRoom: 'There is no room for this file. You can store up to 40 proofs of purchase, 50 MB in total.',
    correct: 'Correct',
    discard: 'Discard',
    registered: (serial: string) => `Coil ${serial} registered`,
    exists: 'Serial number already exists.',
  },
  fr: {
    coils: 'Mes disques',
    register: 'Ajouter un disque',
    serial: 'Numéro de série',
    date: 'Date d’achat',
    proof: 'Preuve d’achat',
    submit: 'Enregistrer la garantie',
    waiting: '1 disque en attente d’envoi',
    notAccepted: 'Refusé par le serveur',
    coil: (serial: string) => `Disque ${serial}\u00A0:`,
    noRoom: 'Il n’y a plus de place pour ce fichier. Vous pouvez conserver jusqu’à 40 preuves d’achat, soit 50\u00A0Mo au total.',
    correct: 'Corriger',
    discard: 'Supprimer',
    registered: (serial: string) => `Garantie du disque ${serial} enregistrée`,
    exists: 'Ce numéro de série existe déjà.',
  },
} as const satisfies Record<Locale, unknown>

type Texts = (typeof texts)[Locale]

async function uploadProof(request: APIRequestContext, account: string): Promise<{ status: number; coilSerial: string }> {
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
async function fillProofs(request: APIRequestContext, account: string): Promise<string> {
  let last = ''
  for (let count = 0; count <= 10; count += 1) {
    const { status, coilSerial } = await uploadProof(request, account)
    if (status === 403) return last
    last = coilSerial
  }
  throw new Error('the account takes more than 50 MB')
}

async function registerOffline(page: Page, w: Texts, serial: string, proof: typeof large): Promise<void> {
  await page.getByRole('button', { name: w.register }).click()
  const dialog = page.getByRole('dialog', { name: w.register })
  await dialog.getByLabel(w.serial).fill(serial)
  await dialog.getByLabel(w.date).fill(daysAgo(20).split('-').toReversed().join('/'))
  await dialog.getByLabel(w.proof).setInputFiles(proof)
  await expect(dialog.getByText(proof.name)).toBeVisible()
  await dialog.getByRole('button', { name: w.submit, exact: true }).click()
  await expect(dialog).toBeHidden({ timeout: 20_000 })
  await expect(page.getByText(w.waiting)).toBeVisible()
}

for (const [locale, account] of [
  ['en', 'customer'],
  ['fr', 'beta'],
] as const) {
  test(`a coil registered offline and refused for lack of space stays, says why, and can be corrected (${locale})`, async ({
    page,
    network,
    request,
    expectComplaint,
  }) => {
    test.slow()
    expectComplaint('403')
    const w = texts[locale]
    const serial = newSerial()
    await fillProofs(request, account)
    await signInHere(page, account)
    await readIn(page, locale)
    await page.reload()
    await expect(page.getByRole('region', { name: w.coils })).toBeVisible()
    await network.cut()
    await registerOffline(page, w, serial, large)

    await network.restore()
    const note = page.getByRole('alert').filter({ hasText: w.notAccepted })
    const line = note.getByRole('listitem').filter({ hasText: w.coil(serial) })
    await expect(line).toContainText(w.noRoom, { timeout: 30_000 })
    await expect(page.getByText(w.waiting)).toBeHidden()
    await page.reload()
    await expect(line).toContainText(w.noRoom)

    await line.getByRole('button', { name: w.correct }).click()
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
    await expect(page.getByRole('region', { name: w.coils }).getByRole('listitem').filter({ hasText: serial })).toHaveCount(1)
  })
}

test('a coil that somebody else has registered meanwhile stays refused until it is discarded, and signing out asks before it is lost', async ({
  page,
  network,
  request,
  expectComplaint,
}) => {
  expectComplaint('403')
  const w = texts.en
  const { coilSerial } = await uploadProof(request, 'admin')
  await signInHere(page, 'customer')
  await network.cut()
  await registerOffline(page, w, coilSerial, { ...large, buffer: pdf })
  await network.restore()
  const line = page.getByRole('alert').filter({ hasText: w.notAccepted }).getByRole('listitem')
  await expect(line).toContainText(w.exists, { timeout: 30_000 })

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out and lose 1 entry?' })
  await expect(question).toContainText('You can still correct it.')
  await question.getByRole('button', { name: 'Cancel' }).click()

  await line.getByRole('button', { name: w.discard }).click()
  await expect(line).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: w.coils })).toBeVisible()
  await expect(line).toBeHidden()
})
