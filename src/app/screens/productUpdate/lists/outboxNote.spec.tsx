/** Purchases that wait to be sent or that the server refused: shown, corrected and discarded. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { type CoilOwner, coilOf, createCoilOwner, picture } from '../../../../../tests/component/coils.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { AppError, type ErrorCode } from '../../../../errors.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'
import { coilCall } from '../../../outbox/queuedCalls.ts'

const w = {
  coils: 'Coils without a detector',
  register: 'Register a coil',
  serial: 'Serial number',
  proof: 'Proof of purchase',
  submit: 'Register',
  waiting: '1 coil waiting to be registered',
  sendNow: 'Send now',
  notAccepted: 'Rejected by the server',
  coil: 'Coil FIELD2026:',
  noRoom: 'There is no room for this file. You can store up to 40 proofs of purchase, 50 MB in total.',
  exists: 'Serial number already exists.',
  correct: 'Fix',
  discard: 'Discard',
  registered: 'Coil FIELD2026 registered',
  account: 'Your account',
  signOut: 'Sign out',
  lose: 'Sign out and lose 1 unsent item?',
  correctable: 'You can still correct it.',
  cancel: 'Cancel',
} as const

let world: CoilOwner
let refusal: { code: ErrorCode; invalidField?: string } | null
let calls: FakeCalls

beforeEach(() => {
  world = createCoilOwner()
  const { accessory } = world.calls
  calls = {
    ...world.calls,
    accessory: {
      ...accessory,
      createOrUpdateUserAccessory(parts) {
        if (refusal !== null) throw new AppError(refusal.code, refusal)
        if (accessory?.createOrUpdateUserAccessory === undefined) throw new Error('the owner of coils registers them')
        return accessory.createOrUpdateUserAccessory(parts)
      },
    },
  }
})
afterEach(() => appOutbox.forget())

/** Registers a coil as the form does, while the server cannot be reached. */
async function registerWithout(): Promise<void> {
  refusal = { code: 'network.offline.error' }
  await openApp('/productUpdate/index', { as: 'customer', calls })
  await expect.element(page.getByRole('region', { name: 'My equipment' })).toBeVisible()
  await appOutbox.add({ call: coilCall, payload: { coilSerial: 'FIELD2026', purchaseDate: '2026-11-01', purchaseProofFile: picture } })
  await appOutbox.flush()
  await expect.element(page.getByText(w.waiting)).toBeVisible()
}

const note = () => page.getByRole('alert').filter({ hasText: w.notAccepted })

describe('a purchase that waits', () => {
  it('is sent automatically once the server answers', async () => {
    await registerWithout()
    await expect.element(page.getByRole('button', { name: w.sendNow })).toBeVisible()
    await expectNoAxeFindings('waiting')
    refusal = null
    await expect.element(page.getByText(w.waiting)).not.toBeInTheDocument()
    await expect.element(page.getByRole('region', { name: w.coils }).getByRole('listitem').filter({ hasText: 'FIELD2026' })).toHaveLength(1)
  })

  it('shows that there is no room for its proof, and can be corrected', { tags: 'rest' }, async () => {
    await registerWithout()
    refusal = { code: 'purchase.proof.quota.error', invalidField: 'purchaseProofFile' }
    await appOutbox.sendNow()
    await expect.element(note().getByText(w.coil)).toBeVisible()
    await expect.element(note()).toMatchTextContent(w.noRoom.replaceAll('\u00A0', ' '))
    await expectNoAxeFindings('refused')
    await note().getByRole('button', { name: w.correct }).click()
    const dialog = page.getByRole('dialog', { name: w.register })
    await expect.element(dialog.getByLabelText(w.serial)).toHaveValue('FIELD2026')
    await expect.element(dialog.getByText(picture.name)).toBeVisible()
    await expect.element(dialog.getByText(w.noRoom)).toBeVisible()
    refusal = null
    await dialog.getByLabelText(w.proof).upload(picture)
    await dialog.getByRole('button', { name: w.submit, exact: true }).click()
    await expect.element(page.getByText(w.registered)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(note()).not.toBeInTheDocument()
  })

  it('stays refused until it is discarded, and signing out asks before it is lost', { tags: 'rest' }, async () => {
    world.coils.push(coilOf(1, 'E2E3AB12', '2026-10-01'))
    await registerWithout()
    refusal = { code: 'serial.number.already.exists', invalidField: 'coilSerial' }
    await appOutbox.sendNow()
    await expect.element(note()).toMatchTextContent(w.exists)
    await page.getByRole('button', { name: w.account }).click()
    await page.getByRole('menuitem', { name: w.signOut }).click()
    const question = page.getByRole('alertdialog', { name: w.lose })
    await expect.element(question).toMatchTextContent(w.correctable)
    await question.getByRole('button', { name: w.cancel }).click()
    await expect.element(question).not.toBeInTheDocument()
    await note().getByRole('button', { name: w.discard }).click()
    await expect.element(note()).not.toBeInTheDocument()
    // The list is as the server has it.
    const listed = page.getByRole('region', { name: w.coils }).getByRole('listitem')
    await expect.element(listed).toHaveLength(1)
    await expect.element(listed).toMatchTextContent('E2E3AB12')
  })
})
