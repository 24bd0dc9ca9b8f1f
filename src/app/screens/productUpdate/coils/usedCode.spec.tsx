/** A customer's coil whose warranty code has been used: what the list says of it, and what its form no longer changes. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { configuration } from '../../../../../tests/component/answers.ts'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import {
  type CoilOwner,
  coilOf,
  coilRow,
  createCoilOwner,
  daysAgo,
  extensionFrom,
  inFrench,
  midnight,
  picture,
  toast,
} from '../../../../../tests/component/coils.ts'
import type { FakeCalls } from '../../../../../tests/component/fakeApi.ts'
import { openApp } from '../../../../../tests/component/render.tsx'
import { AppError } from '../../../../errors.ts'
import { appOutbox } from '../../../outbox/appOutbox.ts'
import { coilCall } from '../../../outbox/queuedCalls.ts'

const w = {
  serial: 'Serial number',
  date: 'Purchase date',
  extended: 'Warranty extended',
  notConfirmed: 'Extension not confirmed',
  whyNot: 'Not confirmed: the code was not used within 2 years of the purchase.',
  whyFixed: 'These details can no longer be changed, because a warranty code has been used for this coil.',
  once: 'A warranty code has been used for this coil, so you can enter its serial number and purchase date only once.',
  support: 'Contact support',
} as const

const bought = daysAgo(100)
const code = 'DEMO2026COIL00000001'
const extended = coilOf(1, 'E2E3AB12', bought, { code, ...extensionFrom(midnight(bought)) })
const unconfirmed = coilOf(2, 'E2E4AB12', '2012-06-30', { code })
const undated = coilOf(3, 'E2E5AB12', bought, { coilSerial: null, purchaseDate: null, purchaseDateString: '', purchaseProof: null, code })

let world: CoilOwner

beforeEach(() => {
  world = createCoilOwner()
})
afterEach(() => appOutbox.forget())

const open = (others: FakeCalls = {}) => openApp('/productUpdate/index', { as: 'customer', calls: { ...world.calls, ...others } })
const dialog = () => page.getByRole('dialog')

it(
  'a coil bought outside of the claim window says that its extension is not confirmed, why, and whom to ask [T573]',
  { tags: 'rest' },
  async () => {
    world.coils.push(extended, unconfirmed)
    await open()
    const doubtful = coilRow('E2E4AB12')
    await expect.element(doubtful.getByText(w.notConfirmed, { exact: true })).toBeVisible()
    await expect.element(doubtful.getByText(w.whyNot)).toBeVisible()
    await expect.element(doubtful.getByRole('link', { name: w.support })).toHaveAttribute('href', 'https://support.example.com/')
    const sure = coilRow('E2E3AB12')
    await expect.element(sure.getByText(w.extended, { exact: true })).toBeVisible()
    await expect.element(sure.getByText(w.notConfirmed, { exact: true })).not.toBeInTheDocument()
    await expect.element(sure.getByRole('link', { name: w.support })).not.toBeInTheDocument()
    await expectNoAxeFindings('an extension that is not confirmed')
  },
)

it('its form shows what the code has fixed as facts, says why and whom to ask, and takes another proof [T574]', async () => {
  world.coils.push(extended)
  const { sent } = await open()
  await coilRow('E2E3AB12').getByRole('button', { name: /^Edit/ }).click()
  await expect.element(dialog().getByRole('definition')).toHaveLength(2)
  await expect.element(dialog()).toMatchTextContent(`${w.serial}E2E3AB12`)
  await expect.element(dialog()).toMatchTextContent(`${w.date}${inFrench(bought)}`)
  await expect.element(dialog().getByText(w.whyFixed)).toBeVisible()
  await expect.element(dialog().getByRole('link', { name: w.support })).toHaveAttribute('href', 'https://support.example.com/')
  await expect.element(dialog().getByRole('textbox')).not.toBeInTheDocument()
  await expect.element(dialog().getByText(w.once)).not.toBeInTheDocument()
  await expectNoAxeFindings('the form of a coil whose code has been used')
  await dialog().getByLabelText('Proof of purchase', { exact: true }).upload(picture)
  await dialog().getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(toast('Coil E2E3AB12 saved')).toBeVisible()
  const body = { accessoryId: 1, coilSerial: 'E2E3AB12', purchaseDate: bought }
  expect(sent('accessory.createOrUpdateUserAccessory')).toMatchObject([{ body }])
  await expect.element(coilRow('E2E3AB12').getByText(w.extended, { exact: true })).toBeVisible()
})

it('a purchase that was unknown at the claim is entered once [T575]', { tags: 'rest' }, async () => {
  world.coils.push(undated)
  await open()
  await coilRow('E2E5AB12')
    .getByRole('button', { name: /^Register/ })
    .click()
  await expect.element(dialog().getByText(w.once)).toBeVisible()
  await dialog().getByLabelText(w.serial, { exact: true }).fill('E2E5AB12')
  await dialog().getByLabelText(w.date, { exact: true }).fill(inFrench(bought))
  await dialog().getByRole('button', { name: 'Register', exact: true }).click()
  await expect.element(coilRow('E2E5AB12').getByText(w.extended, { exact: true })).toBeVisible()
  await coilRow('E2E5AB12').getByRole('button', { name: /^Edit/ }).click()
  await expect.element(dialog().getByText(w.whyFixed)).toBeVisible()
  await expect.element(dialog().getByText(w.once)).not.toBeInTheDocument()
})

it('neither list nor form names a support where the maker has no contact', async () => {
  world.coils.push(unconfirmed)
  await open({ configuration: { get: () => ({ ...configuration, brand: { ...configuration.brand, contactUrl: null } }) } })
  await expect.element(coilRow('E2E4AB12').getByText(w.whyNot)).toBeVisible()
  await coilRow('E2E4AB12').getByRole('button', { name: /^Edit/ }).click()
  await expect.element(dialog().getByText(w.whyFixed)).toBeVisible()
  expect(document.body.textContent).not.toMatch(/support|contact/i)
})

it('a date that the server has refused from the outbox gives way to the fixed one', { tags: 'rest' }, async () => {
  world.coils.push(extended)
  const { sent } = await open()
  await expect.element(coilRow('E2E3AB12')).toBeVisible()
  world.refusal = new AppError('warranty.purchase.fixed.error', { invalidField: 'purchaseDate' })
  await appOutbox.add({ call: coilCall, payload: { accessoryId: 1, coilSerial: 'E2E3AB12', purchaseDate: daysAgo(50) } })
  await appOutbox.flush()
  const refused = page.getByRole('alert').filter({ hasText: 'Rejected by the server' })
  await refused.getByRole('button', { name: 'Fix' }).click()
  await expect.element(dialog()).toMatchTextContent(`Purchase date${inFrench(bought)}`)
  world.refusal = null
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(toast('Coil E2E3AB12 saved')).toBeVisible()
  await expect.element(refused).not.toBeInTheDocument()
  expect(sent('accessory.createOrUpdateUserAccessory').at(-1)).toMatchObject({ body: { purchaseDate: bought } })
})
