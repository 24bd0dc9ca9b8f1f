/** A customer's coil whose warranty code has been used: what the list says of it, and what its form no longer changes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { configuration } from '../../../../../tests/component/answers.ts'
import { expectNoAxeFindings } from '../../../../../tests/component/axe.ts'
import {
  type CoilOwner,
  coilOf,
  coils,
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
  list: 'Coils without a detector',
  edit: 'Edit',
  register: 'Register',
  save: 'Save',
  serial: 'Serial number',
  date: 'Purchase date',
  proof: 'Proof of purchase',
  extended: 'Warranty extended',
  notConfirmed: 'Extension not confirmed',
  whyNot: 'Not confirmed: the code was not used within 2 years of the purchase.',
  whyFixed: 'These details can no longer be changed, because a warranty code has been used for this coil.',
  once: 'A warranty code has been used for this coil, so you can enter its serial number and purchase date only once.',
  support: 'Contact support',
  saved: 'Coil E2E3AB12 saved',
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
const row = (serial: string) => coils(w.list).getByRole('listitem').filter({ hasText: serial })
const sent = (seen: Awaited<ReturnType<typeof open>>['seen']) =>
  seen.flatMap(({ name, parts }) => (name === 'accessory.createOrUpdateUserAccessory' ? [parts] : []))

it(
  'a coil bought outside of the claim window says that its extension is not confirmed, why, and whom to ask [T573]',
  { tags: 'rest' },
  async () => {
    world.coils.push(extended, unconfirmed)
    await open()
    const doubtful = row('E2E4AB12')
    await expect.element(doubtful.getByText(w.notConfirmed, { exact: true })).toBeVisible()
    await expect.element(doubtful.getByText(w.whyNot)).toBeVisible()
    await expect.element(doubtful.getByRole('link', { name: w.support })).toHaveAttribute('href', 'https://support.example.com/')
    const sure = row('E2E3AB12')
    await expect.element(sure.getByText(w.extended, { exact: true })).toBeVisible()
    await expect.element(sure.getByText(w.notConfirmed, { exact: true })).not.toBeInTheDocument()
    await expect.element(sure.getByRole('link', { name: w.support })).not.toBeInTheDocument()
    await expectNoAxeFindings('an extension that is not confirmed')
  },
)

it('its form shows what the code has fixed as facts, says why and whom to ask, and takes another proof [T574]', async () => {
  world.coils.push(extended)
  const { seen } = await open()
  await row('E2E3AB12')
    .getByRole('button', { name: new RegExp(`^${w.edit}`) })
    .click()
  await expect.element(dialog().getByRole('definition')).toHaveLength(2)
  await expect.element(dialog()).toMatchTextContent(`${w.serial}E2E3AB12`)
  await expect.element(dialog()).toMatchTextContent(`${w.date}${inFrench(bought)}`)
  await expect.element(dialog().getByText(w.whyFixed)).toBeVisible()
  await expect.element(dialog().getByRole('link', { name: w.support })).toHaveAttribute('href', 'https://support.example.com/')
  await expect.element(dialog().getByRole('textbox')).not.toBeInTheDocument()
  await expect.element(dialog().getByText(w.once)).not.toBeInTheDocument()
  await expectNoAxeFindings('the form of a coil whose code has been used')
  await dialog().getByLabelText(w.proof, { exact: true }).upload(picture)
  await dialog().getByRole('button', { name: w.save, exact: true }).click()
  await expect.element(toast(w.saved)).toBeVisible()
  expect(sent(seen)).toMatchObject([{ body: { accessoryId: 1, coilSerial: 'E2E3AB12', purchaseDate: bought } }])
  await expect.element(row('E2E3AB12').getByText(w.extended, { exact: true })).toBeVisible()
})

it('a purchase that was unknown at the claim is entered once [T575]', { tags: 'rest' }, async () => {
  world.coils.push(undated)
  await open()
  await row('E2E5AB12')
    .getByRole('button', { name: new RegExp(`^${w.register}`) })
    .click()
  await expect.element(dialog().getByText(w.once)).toBeVisible()
  await dialog().getByLabelText(w.serial, { exact: true }).fill('E2E5AB12')
  await dialog().getByLabelText(w.date, { exact: true }).fill(inFrench(bought))
  await dialog().getByRole('button', { name: w.register, exact: true }).click()
  await expect.element(row('E2E5AB12').getByText(w.extended, { exact: true })).toBeVisible()
  await row('E2E5AB12')
    .getByRole('button', { name: new RegExp(`^${w.edit}`) })
    .click()
  await expect.element(dialog().getByText(w.whyFixed)).toBeVisible()
  await expect.element(dialog().getByText(w.once)).not.toBeInTheDocument()
})

describe('without a contact of the maker', () => {
  it('neither list nor form names a support', async () => {
    world.coils.push(unconfirmed)
    await open({ configuration: { get: () => ({ ...configuration, brand: { ...configuration.brand, contactUrl: null } }) } })
    await expect.element(row('E2E4AB12').getByText(w.whyNot)).toBeVisible()
    await row('E2E4AB12').getByRole('button', { name: /^Edit/ }).click()
    await expect.element(dialog().getByText(w.whyFixed)).toBeVisible()
    expect(document.body.textContent).not.toMatch(/support|contact/i)
  })
})

it('a date that the server has refused from the outbox gives way to the fixed one', { tags: 'rest' }, async () => {
  world.coils.push(extended)
  const keep = world.calls.accessory?.createOrUpdateUserAccessory
  const createOrUpdateUserAccessory: typeof keep = (parts) => {
    if (parts.body.purchaseDate !== bought) throw new AppError('warranty.purchase.fixed.error', { invalidField: 'purchaseDate' })
    if (keep === undefined) throw new Error('the owner of coils registers them')
    return keep(parts)
  }
  const { seen } = await open({ accessory: { ...world.calls.accessory, createOrUpdateUserAccessory } })
  await expect.element(row('E2E3AB12')).toBeVisible()
  await appOutbox.add({ call: coilCall, payload: { accessoryId: 1, coilSerial: 'E2E3AB12', purchaseDate: daysAgo(50) } })
  await appOutbox.flush()
  const refused = page.getByRole('alert').filter({ hasText: 'Rejected by the server' })
  await refused.getByRole('button', { name: 'Fix' }).click()
  await expect.element(dialog()).toMatchTextContent(`Purchase date${inFrench(bought)}`)
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.element(toast('Coil E2E3AB12 saved')).toBeVisible()
  await expect.element(refused).not.toBeInTheDocument()
  expect(sent(seen).at(-1)).toMatchObject({ body: { purchaseDate: bought } })
})
