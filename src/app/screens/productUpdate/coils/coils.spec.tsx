/** A customer's registered coils and detectors: corrected, extended and deleted in their dialogs. */
import { toast as toasts } from 'sonner'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import {
  type CoilOwner,
  coilOf,
  coilRow,
  coils,
  createCoilOwner,
  daysAgo,
  inFrench,
  midnight,
  toast,
} from '../../../../../tests/component/coils.ts'
import { detectorOf } from '../../../../../tests/component/customer.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { toastSuccessMs } from '../../../../contract/rules.ts'
import { warrantyExtension } from '../../../../contract/warranty.ts'
import { AppError } from '../../../../errors.ts'

const extendedUntil = (day: string) => inFrench(warrantyExtension(midnight(day)).end.slice(0, 10))

let world: CoilOwner

beforeEach(() => {
  world = createCoilOwner()
})

const open = (locale: 'en' | 'fr' = 'en') => openApp('/productUpdate/index', { as: 'customer', calls: world.calls, locale })
const dialog = () => page.getByRole('dialog')
const press = (serial: string, name: RegExp) => coilRow(serial).getByRole('button', { name }).click()
/** The toast of a 404 (the specification, section 8). */
function expectShortToast(): void {
  expect(toasts.getToasts()).toMatchObject([{ title: 'Resource not found', duration: toastSuccessMs }])
  expect(toast('Resource not found').element().closest('ol')?.dataset).toMatchObject({ yPosition: 'bottom', xPosition: 'right' })
}
const field = (label: string) => dialog().getByLabelText(label, { exact: true })

describe('a registered coil', () => {
  const bought = daysAgo(100)

  beforeEach(() => {
    world.coils.push(coilOf(1, 'E2E3AB12', bought), coilOf(2, 'E2E4AB12', '2012-06-30'))
  })

  it('can be edited, keeps its proof, and asks before unsaved changes are lost [T108]', async () => {
    const { sent } = await open()
    await press('E2E3AB12', /^Edit/)
    await expect.element(dialog().getByText('invoice.png')).toBeVisible()
    await field('Purchase date').fill('29/02/2024')
    await userEvent.keyboard('{Escape}')
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(coilRow('E2E3AB12')).toMatchTextContent('28/02/2029')
    await expect.element(coilRow('E2E3AB12').getByRole('button', { name: 'View invoice.png' })).toBeVisible()
    // The server keeps the proof of a change that has none.
    const saved = sent('accessory.createOrUpdateUserAccessory')
    expect(saved).toMatchObject([{ body: { accessoryId: 1, coilSerial: 'E2E3AB12' } }])
    expect(saved[0]).not.toHaveProperty('body.purchaseProofFile')
  })

  it('asks before unsaved changes are lost, even right after the last key press', { tags: 'rest' }, async () => {
    await open()
    await press('E2E3AB12', /^Edit/)
    await expect.element(field('Purchase date')).toBeVisible()
    const input = field('Purchase date').element() as HTMLInputElement
    input.focus()
    // Faster than any person: nothing is rendered between the two keys.
    input.setRangeText('1')
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await Promise.resolve()
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    await expect.element(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  })

  it('can be extended once, by a code, and shows an ended warranty in red [T110]', { tags: 'rest' }, async () => {
    await open()
    const ended = coilRow('E2E4AB12').getByText('Expired on 30/06/2017')
    await expect.element(ended).toBeVisible()
    expect(ended.element().closest('.text-destructive')).not.toBeNull()
    await expect.element(coilRow('E2E4AB12').getByRole('button', { name: /^Extend/ })).not.toBeInTheDocument()
    await press('E2E3AB12', /^Extend/)
    const extending = page.getByRole('dialog', { name: 'Extend the warranty of coil E2E3AB12' })
    await expect.element(extending).toMatchTextContent('You have a maximum of 2 years after your purchase to claim a warranty')
    const extend = extending.getByRole('button', { name: 'Extend the warranty' })
    await extend.click()
    await expect.element(extending.getByText('This field is required')).toBeVisible()
    await field('Warranty code').fill('0000 0000')
    await extend.click()
    await expect.element(extending.getByText('Invalid code')).toBeVisible()
    await field('Warranty code').fill('demo2026 coil 00000001')
    await extend.click()
    await expect.element(toast(`Warranty extended to ${extendedUntil(bought)}`)).toBeVisible()
    await expect.element(coilRow('E2E3AB12')).toMatchTextContent('Warranty extended')
    await expect.element(coilRow('E2E3AB12')).toMatchTextContent(extendedUntil(bought))
    await expect.element(coilRow('E2E3AB12').getByRole('button', { name: /^Extend/ })).not.toBeInTheDocument()
  })

  it('is deleted after a question that names it and focuses Cancel; the focus then stays in the list', { tags: 'rest' }, async () => {
    await open()
    const trash = coilRow('E2E3AB12').getByRole('button', { name: 'Delete E2E3AB12' })
    await trash.click()
    const question = page.getByRole('alertdialog', { name: 'Delete coil E2E3AB12?' })
    await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(trash).toHaveFocus()
    await trash.click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.element(toast('Coil E2E3AB12 deleted')).toBeVisible()
    await expect.element(coilRow('E2E3AB12')).not.toBeInTheDocument()
    await expect.element(coils()).toHaveFocus()
  })

  describe.each([
    ['', false],
    [', even if the list cannot be fetched then', true],
  ])('that was deleted elsewhere', { tags: 'rest' }, (even, isListAway) => {
    it.each([
      ['edit', /^Edit/, 'Save'],
      ['extend', /^Extend/, 'Extend the warranty'],
      ['delete', /^Delete/, 'Delete'],
    ] as const)(`closes the dialog to %s it, with a message${even} [T293]`, async (kind, opener, button) => {
      let failedLists = 0
      const getUserAccessoriesForUser = () => {
        if (!isListAway || world.coils.length > 0) return [...world.coils]
        failedLists += 1
        throw new AppError('network.offline.error')
      }
      await openApp('/productUpdate/index', { as: 'customer', calls: [world.calls, { accessory: { getUserAccessoriesForUser } }] })
      await press('E2E3AB12', opener)
      const opened = page.getByRole(kind === 'delete' ? 'alertdialog' : 'dialog')
      await expect.element(opened).toBeVisible()
      // The list on the screen knows nothing of it yet.
      world.coils.splice(0)
      if (kind === 'extend') await field('Warranty code').fill('0000')
      await opened.getByRole('button', { name: button, exact: true }).click()
      await expect.element(toast('Resource not found')).toBeVisible()
      if (kind === 'delete') expectShortToast()
      await expect.element(opened).not.toBeInTheDocument()
      await expect.poll(() => failedLists > 0).toBe(isListAway)
      await expect.element(coilRow('E2E3AB12')).toHaveLength(isListAway ? 1 : 0)
    })
  })

  it('has no axe finding in its list and dialogs, in French [T301]', { tags: 'rest' }, async () => {
    await open('fr')
    const list = coils('Disques sans détecteur')
    await expect.element(list.getByText(/^Expirée le/)).toBeVisible()
    await expectNoAxeFindings('the lists')
    for (const [button, role] of [
      ['Modifier', 'dialog'],
      ['Prolonger la garantie', 'dialog'],
      ['Voir', 'dialog'],
      ['Supprimer', 'alertdialog'],
    ] as const) {
      await list.getByRole('button', { name: button }).first().click()
      await expect.element(page.getByRole(role)).toBeVisible()
      await expectNoAxeFindings(button)
      await userEvent.keyboard('{Escape}')
      await expect.element(page.getByRole(role)).not.toBeInTheDocument()
    }
    await list.getByRole('button', { name: 'Prolonger la garantie' }).first().click()
    await expect.element(dialog()).toMatchTextContent('Vous avez 2 ans au maximum pour acheter une extension de garantie')
  })
})

const equipment = () => page.getByRole('region', { name: 'My equipment' })
const question = () => page.getByRole('alertdialog', { name: /^Remove .* AB 00 00 00 01 from your list\?$/ })

describe('a detector that its owner no longer has', () => {
  beforeEach(async () => {
    world.detectors.push(detectorOf(1, { serialNumber: 'AB00000001' }))
    await open()
    await equipment().getByRole('link', { name: 'WS6 Master' }).click()
    await page.getByRole('button', { name: 'I no longer have it' }).click()
  })

  it('leaves the list after a question that names it and says what stays with the maker [T109]', async () => {
    await expect.element(question().getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await expect.element(question()).toMatchTextContent('Its coils stay in your list, as coils without a detector.')
    await expect.element(question()).toMatchTextContent('which codes were used for its coils')
    await question().getByRole('button', { name: 'Remove it' }).click()
    await expect.element(equipment().getByText('No detector yet')).toBeVisible()
    await expect.element(toast('is no longer in your list')).toBeVisible()
  })

  it('leaves the list, with a message, also if it was removed elsewhere [T349]', { tags: 'rest' }, async () => {
    world.detectors.splice(0)
    await question().getByRole('button', { name: 'Remove it' }).click()
    await expect.element(toast('Resource not found')).toBeVisible()
    expectShortToast()
    await expect.element(equipment().getByText('No detector yet')).toBeVisible()
  })
})
