/** A warranty code while it is typed, and what its use will fix. That it is claimed: coils/coils.spec.tsx. */
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import { coilOf, coils, createCoilOwner, daysAgo, toast } from '../../../../../tests/component/coils.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { checkCharacterOf } from '../../../../contract/warrantyCodeFormat.ts'
import { AppError } from '../../../../errors.ts'

const w = {
  code: 'Warranty code',
  recalled: 'This code was recalled and can no longer be used. Ask for another one where you got it.',
  send: 'Extend the warranty',
  once: 'Once the code has been used, the date can be entered only once, and is fixed from then on.',
  fixed: 'Once the code has been used, the serial number and purchase date can no longer be changed.',
} as const

const random = 'ABCDEFGHJKLMNPQRS'
const code = random + checkCharacterOf(random)

it('names a typing error while a code is typed, accepts an older code, and says that a code was recalled [T729]', async () => {
  const world = createCoilOwner()
  world.coils.push(coilOf(1, 'E2E3AB12', daysAgo(100)))
  const { sent } = await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await coils()
    .getByRole('button', { name: /^Extend/ })
    .click()
  await expect.element(page.getByRole('dialog').getByText(w.fixed)).toBeVisible()
  await expect.element(page.getByRole('dialog').getByText(w.once)).not.toBeInTheDocument()
  const field = page.getByRole('dialog').getByLabelText(w.code, { exact: true })
  const hint = page.getByRole('dialog').getByText('This code seems to have a typing error.')
  for (const [typed, isMistyped] of [
    [`0${code.slice(1)}`, true],
    ['DEMO2026COIL00000001', false],
    [`0${code.slice(1)}`, true],
  ] as const) {
    await field.fill(typed)
    await expect.element(hint).toHaveLength(isMistyped ? 1 : 0)
  }
  await expectNoAxeFindings('a code with a typing error')
  // Only the server knows all older codes.
  await page.getByRole('dialog').getByRole('button', { name: w.send }).click()
  await expect.element(page.getByRole('dialog').getByText('Invalid code')).toBeVisible()
  expect(sent('warrantyCode.useCodeForAccessory')).toHaveLength(1)
  world.refusal = new AppError('warranty.code.recalled.error', { invalidField: 'code' })
  await field.fill(code)
  await page.getByRole('dialog').getByRole('button', { name: w.send }).click()
  await expect.element(field).toHaveAccessibleDescription(new RegExp(w.recalled))
})

it('says that a missing purchase date can be entered only once after the claim [T572]', { tags: 'rest' }, async () => {
  const world = createCoilOwner()
  world.coils.push(coilOf(1, 'E2E3AB12', daysAgo(100), { coilSerial: null, purchaseDate: null, purchaseDateString: '' }))
  await openApp('/productUpdate/index', { as: 'customer', calls: world.calls })
  await coils()
    .getByRole('button', { name: /^Extend/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(w.once)).toBeVisible()
  await expectNoAxeFindings('a claim without a purchase date')
  await dialog.getByLabelText(w.code, { exact: true }).fill('DEMO2026COIL00000001')
  await dialog.getByRole('button', { name: w.send }).click()
  await expect.element(toast('Code accepted. Add the purchase date to start the extended warranty.')).toBeVisible()
})
