/** Purchases that wait to be sent or that the server refused: shown, corrected and discarded. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { type CoilOwner, coilOf, coilRow, coils, createCoilOwner, picture } from '../../../../../tests/component/coils.ts'
import { setGateway } from '../../../../../tests/component/fakeApi.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { AppError } from '../../../../errors.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'
import { coilCall } from '../../../outbox/queuedCalls.ts'

const w = {
  waiting: '1 coil waiting to be registered',
  noRoom: 'There is no room for this file. You can store up to 40 proofs of purchase, 50 MB in total.',
} as const

let world: CoilOwner

beforeEach(() => {
  world = createCoilOwner()
})
afterEach(() => appOutbox.forget())

/** Registers a coil as the form does, while the server cannot be reached. */
async function registerWithout(): Promise<void> {
  world.refusal = new AppError('network.offline.error')
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await expect.element(page.getByRole('region', { name: 'My equipment' })).toBeVisible()
  await appOutbox.add({ call: coilCall, payload: { coilSerial: 'FIELD2026', purchaseDate: '2026-11-01', purchaseProofFile: picture } })
  await appOutbox.flush()
  await expect.element(page.getByText(w.waiting)).toBeVisible()
}

const note = () => page.getByRole('alert').filter({ hasText: 'Rejected by the server' })

describe('a purchase that waits', () => {
  it('is sent automatically once the server answers', async () => {
    await registerWithout()
    await expect.element(page.getByRole('button', { name: 'Send now' })).toBeVisible()
    await expectNoAxeFindings('waiting')
    world.refusal = null
    await expect.element(page.getByText(w.waiting)).not.toBeInTheDocument()
    await expect.element(coilRow('FIELD2026')).toHaveLength(1)
  })

  it.each([200, 403, 404, 413])('goes on waiting while a gateway answers in the server’s place: %i', async (status) => {
    await registerWithout()
    world.refusal = null
    setGateway(status)
    await appOutbox.sendNow()
    await appOutbox.sendNow()
    await appOutbox.sendNow()
    await expect.element(page.getByText('Something between you and the portal answers in its place')).toBeVisible()
    await expect.element(page.getByText(w.waiting)).toBeVisible()
    await expect.element(note()).not.toBeInTheDocument()
    setGateway(null)
    await appOutbox.sendNow()
    await expect.element(page.getByText(w.waiting)).not.toBeInTheDocument()
    await expect.element(coilRow('FIELD2026')).toHaveLength(1)
  })

  it('shows that there is no room for its proof, and can be corrected', { tags: 'rest' }, async () => {
    await registerWithout()
    world.refusal = new AppError('purchase.proof.quota.error', { invalidField: 'purchaseProofFile' })
    await appOutbox.sendNow()
    await expect.element(note().getByText('Coil FIELD2026:')).toBeVisible()
    await expect.element(note()).toMatchTextContent(w.noRoom.replaceAll('\u00A0', ' '))
    await expectNoAxeFindings('refused')
    await note().getByRole('button', { name: 'Fix' }).click()
    const dialog = page.getByRole('dialog', { name: 'Register a coil' })
    await expect.element(dialog.getByLabelText('Serial number')).toHaveValue('FIELD2026')
    await expect.element(dialog.getByText(picture.name)).toBeVisible()
    await expect.element(dialog.getByText(w.noRoom)).toBeVisible()
    world.refusal = null
    await dialog.getByLabelText('Proof of purchase').upload(picture)
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await expect.element(page.getByText('Coil FIELD2026 registered')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(note()).not.toBeInTheDocument()
  })

  it('stays refused until it is discarded, and signing out asks before it is lost', { tags: 'rest' }, async () => {
    world.coils.push(coilOf(1, 'E2E3AB12', '2026-10-01'))
    await registerWithout()
    world.refusal = new AppError('serial.number.already.exists', { invalidField: 'coilSerial' })
    await appOutbox.sendNow()
    await expect.element(note()).toMatchTextContent('Serial number already exists.')
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign out and lose 1 unsent item?' })
    await expect.element(question).toMatchTextContent('You can still correct it.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await note().getByRole('button', { name: 'Discard' }).click()
    await expect.element(note()).not.toBeInTheDocument()
    // The list is as the server has it.
    const listed = coils().getByRole('listitem')
    await expect.element(listed).toHaveLength(1)
    await expect.element(listed).toMatchTextContent('E2E3AB12')
  })
})
