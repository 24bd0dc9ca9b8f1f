// @module-tag rest
/** Staff correct what a used code has fixed of a user's coil, on the user's page. */
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { extensionFrom, inFrench, midnight, toast } from '../../../../../tests/component/coils.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { shownCoil, shownUser } from '../../../../../tests/component/records.ts'
import { openApp, type Person } from '../../../../../tests/component/render.tsx'
import type { AuditEntry } from '../../../../contract/audit.ts'
import type { ShownUser } from '../../../../contract/userStaff.ts'
import { AppError } from '../../../../errors.ts'

type Coil = ShownUser['accessories'][number]

const w = {
  open: 'Correct 11 A0 00 01',
  serial: 'Serial number',
  date: 'Purchase date',
  reason: 'Reason',
  save: 'Save',
  history: [
    'Serial number: 11A00001 → 11A00007',
    'Purchase date: 15/06/2025 → 31/01/2026',
    'Warranty extended until: 15/06/2035 → 31/01/2036',
    'Reason: The invoice says otherwise.',
  ],
} as const

const extendedCoil = (others: Partial<Coil> = {}) =>
  shownCoil({
    coilSerial: '11A00001',
    purchaseDate: midnight('2025-06-15'),
    ...extensionFrom('2025-06-15'),
    code: 'DEMO2026COIL00000001',
    codeUsedAt: '2026-11-01T10:00:00.000Z',
    ...others,
  })

let shown: ShownUser
let history: AuditEntry[]

beforeEach(() => {
  shown = shownUser({ accessories: [extendedCoil(), shownCoil({ id: 2, name: '22 B0 00 02' })] })
  history = []
})

const correct: NonNullable<FakeCalls['accessory']>['correct'] = ({ params: { id }, body }) => {
  const { coilSerial, purchaseDate: day, isExtensionConfirmed, reason } = body
  if (coilSerial === 'TAKEN001') throw new AppError('serial.number.already.exists', { invalidField: 'coilSerial' })
  if (day > '2027') throw new AppError('date.future.error', { invalidField: 'purchaseDate' })
  const before = shown.accessories.find((coil) => coil.id === id)
  const isExtended = isExtensionConfirmed || day > '2024-11'
  const changed = {
    coilSerial,
    purchaseDate: midnight(day),
    ...(isExtended ? extensionFrom(day) : { startWarrantyExtension: null, endWarrantyExtension: null }),
  }
  shown = { ...shown, accessories: shown.accessories.map((coil) => (coil.id === id ? { ...coil, ...changed } : coil)) }
  const kept = ({ coilSerial: serial, purchaseDate, endWarrantyExtension }: Pick<Coil, keyof typeof changed>) => ({
    coilSerial: serial,
    purchaseDate,
    endWarrantyExtension,
  })
  history.unshift({
    id: history.length + 1,
    date: '2026-11-25T10:00:00.000Z',
    action: 'correctCoil',
    by: { id: 2, tostring: 'Bea Office' },
    before: before ? { id, owned: before.name, ...kept(before) } : null,
    after: { ...kept(changed), reason },
  })
  return { id }
}

const open = (as: Person = 'admin', accessory: FakeCalls['accessory'] = { correct }) =>
  openApp('/user/show/4', { as, calls: { user: { get: () => shown }, accessory, audit: { getForRecord: () => history } } })
const dialog = () => page.getByRole('dialog')
const field = (label: string) => dialog().getByLabelText(label, { exact: true })
const coil = () => page.getByRole('list', { name: 'Coils of WS6 Master 0A 1B 2C 3D 4E' }).getByRole('listitem').first()
const confirming = () => dialog().getByRole('checkbox', { name: 'Confirm the extension' })

async function openDialog() {
  await page.getByRole('button', { name: w.open, exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Correct coil 11 A0 00 01' })).toBeVisible()
}

it('staff correct a coil, and the page shows the new values, and who changed what and why [T570]', async () => {
  const { sent } = await open('admin')
  await openDialog()
  await expect.element(field(w.serial)).toHaveValue('11A00001')
  await expect.element(field(w.date)).toHaveValue('15/06/2025')
  await expectNoAxeFindings('the correction of a coil')
  await dialog().getByRole('button', { name: w.save }).click()
  await expect.element(field(w.reason)).toHaveAccessibleDescription('This field is required')
  await expect.element(field(w.reason)).toHaveFocus()
  expect(sent('accessory.correct')).toEqual([])

  await field(w.reason).fill('The invoice says otherwise.')
  await field(w.serial).fill('taken-001')
  await dialog().getByRole('button', { name: w.save }).click()
  await expect.element(field(w.serial)).toHaveAccessibleDescription(/Serial number already exists\./)
  await expect.element(field(w.serial)).toHaveFocus()
  await field(w.serial).fill('11a0-0007')
  await field(w.date).fill('01/01/2099')
  await dialog().getByRole('button', { name: w.save }).click()
  await expect.element(field(w.date)).toHaveAccessibleDescription(/^This date is in the future\. Enter today’s date or an earlier one\.$/)
  await field(w.date).fill('31/01/2026')
  await dialog().getByRole('button', { name: w.save }).click()

  await expect.element(toast('Coil 11 A0 00 01 corrected')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: w.open, exact: true })).toHaveFocus()
  await expect.element(coil()).toMatchTextContent('11A00007')
  await expect.element(coil()).toMatchTextContent('31/01/2026')
  const entry = page.getByRole('listitem').filter({ hasText: 'Coil corrected' }).filter({ hasText: 'Bea Office' })
  await expect.element(entry).toMatchTextContent('11 A0 00 01')
  const lines = [...entry.element().querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(lines.slice(2)).toEqual(w.history)
})

describe('a purchase date outside of the claim window', () => {
  it('extends the warranty only if staff confirm it, until they take that back [T571]', async () => {
    const { sent } = await open('backoffice')
    for (const isConfirmed of [false, true]) {
      await openDialog()
      await field('Purchase date').fill('31/01/2020')
      await expect.element(confirming()).not.toBeChecked()
      if (isConfirmed) await confirming().click()
      await field('Reason').fill('Sold by a dealer who kept it in stock.')
      await dialog().getByRole('button', { name: 'Save' }).click()
      await expect.element(dialog()).not.toBeInTheDocument()
      await expect.element(coil()).toMatchTextContent(isConfirmed ? 'Extension31/01/2025 –to 31/01/2030' : 'Not confirmed')
    }
    await openDialog()
    await expect.element(confirming()).toBeChecked()
    await confirming().click()
    await field('Reason').fill('Confirmed by mistake.')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(coil()).toMatchTextContent('Not confirmed')
    const confirmed = [false, true, false]
    expect(sent('accessory.correct')).toMatchObject(confirmed.map((isExtensionConfirmed) => ({ body: { isExtensionConfirmed } })))
  })

  it('asks for no confirmation within 2 years of the claim, and sends none', async () => {
    const { sent } = await open()
    await openDialog()
    await expect.element(confirming()).not.toBeInTheDocument()
    await field('Purchase date').fill('31/01/2020')
    await confirming().click()
    const lastDay = '2024-11-01'
    await field('Purchase date').fill(inFrench(lastDay))
    await expect.element(confirming()).not.toBeInTheDocument()
    await field('Reason').fill('The invoice says otherwise.')
    await dialog().getByRole('button', { name: 'Save' }).click()
    await expect.element(dialog()).not.toBeInTheDocument()
    expect(sent('accessory.correct')).toMatchObject([{ body: { purchaseDate: lastDay, isExtensionConfirmed: false } }])
  })
})

it('a coil that somebody else has deleted meanwhile closes the dialog with the server’s message, and leaves the list', async () => {
  await open('admin', {
    correct: () => {
      shown = { ...shown, accessories: shown.accessories.slice(1) }
      throw new AppError('record.deleted.error')
    },
  })
  await openDialog()
  await field('Reason').fill('The invoice says otherwise.')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(toast('This element has been deleted.')).toBeVisible()
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(coil()).toMatchTextContent('22 B0 00 02')
})

// deleteOwned.spec.tsx tests to whom neither is offered.
it('correcting is not offered for a coil without a used code, which its owner can change', async () => {
  await open()
  await expect.element(page.getByRole('button', { name: /^Correct/ })).toHaveLength(1)
})
